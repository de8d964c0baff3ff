import type { SyncHost } from '@answershare/core';
import { faultOf } from '../cells/fault-text.ts';
import { tryKey } from '../connection/connect.ts';
import { readConnection, writeConnection } from '../connection/connection.ts';
import {
  type ConnectAnswer,
  type Failed,
  hostOf,
  type StatusAnswer,
  statusOf,
} from '../connection/status.ts';
import { send } from './http.ts';
import { forgetConnection, storeConnection, storedConnection } from './properties.ts';
import { serviceAddress } from './service-address.ts';
import { refuseInCell } from './sidebar-only.ts';

const host: SyncHost = {
  send,
  wait: (ms) => Utilities.sleep(ms),
  now: () => Date.now(),
  random: () => Math.random(),
};

function answered<T>(answer: () => T): T | Failed {
  refuseInCell();
  try {
    return answer();
  } catch (thrown) {
    return { ok: false, ...faultOf(thrown, 'sidebar') };
  }
}

/** Tries a key and keeps it for this document only when it works. An earlier key stays where the new one does not. */
export function connect(key: unknown): ConnectAnswer {
  return answered(() => {
    const { connection, shown } = tryKey(key, serviceAddress(), host, Utilities.getUuid().slice(0, 8));
    storeConnection(writeConnection(connection));
    return shown;
  });
}

export function disconnect(): StatusAnswer {
  return answered(() => {
    forgetConnection();
    return { ok: true, connected: false, host: hostOf(serviceAddress()) } as const;
  });
}

/** What is connected, without a request. */
export function connectionStatus(): StatusAnswer {
  return answered(() => {
    const connection = readConnection(storedConnection(), serviceAddress);
    if (connection !== null) return statusOf(connection);
    return { ok: true, connected: false, host: hostOf(serviceAddress()) } as const;
  });
}
