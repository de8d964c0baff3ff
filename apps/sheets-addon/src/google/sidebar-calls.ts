import { isApiError } from '@answershare/core';
import { type ActionName, actions, isActionName } from '../actions/actions.ts';
import { runSchedule } from '../actions/run-schedule.ts';
import { endSchedule } from '../actions/schedule-trigger.ts';
import { faultOf } from '../cells/fault-text.ts';
import { Refusal } from '../cells/refusal.ts';
import { newConnection } from '../connection/connect.ts';
import { readConnection, writeConnection } from '../connection/connection.ts';
import {
  type ConnectAnswer,
  type Failed,
  hostOf,
  type StatusAnswer,
  statusOf,
} from '../connection/status.ts';
import { keyRefusal } from '../service/meter.ts';
import { documentAlarm } from './alarm.ts';
import { documentDrawer } from './drawer.ts';
import { keptMeter } from './kept-meter.ts';
import { forgetKept } from './kept-properties.ts';
import { openOffice } from './office.ts';
import { openConnection } from './open-service.ts';
import { forgetConnection, storeConnection, storedConnection } from './properties.ts';
import { recipesOf } from './recipes-in-use.ts';
import { serviceAddress } from './service-address.ts';
import { refuseInCell } from './sidebar-only.ts';

/** Half of it is for the one request. */
const tryMs = 25_000;

function answered<T>(answer: () => T): T | Failed {
  refuseInCell();
  try {
    return answer();
  } catch (thrown) {
    return { ok: false, ...faultOf(thrown, 'sidebar') };
  }
}

/**
 * Tries a key with one request, for the list of websites, and keeps it for this document only when it works. An earlier key
 * stays where the new one does not. A list that no recipe reads yet is an answer too: the sidebar's page inspects it next.
 */
export function connect(key: unknown): ConnectAnswer {
  return answered(() => {
    const connection = newConnection(key, serviceAddress(), Utilities.getUuid().slice(0, 8));
    const now = Date.now();
    const service = openConnection(connection, { until: now + tryMs, freshFrom: now });
    try {
      const { fault } = service.sources.websites().meta;
      if (fault !== null) throw fault;
    } catch (thrown) {
      if (!isApiError(thrown) || thrown.kind !== 'shape') {
        service.close();
        forgetKept(connection.epoch);
        throw thrown;
      }
    }
    storeConnection(writeConnection(connection));
    service.close();
    return statusOf(connection, recipesOf(connection), null);
  });
}

function standing(): StatusAnswer {
  const connection = readConnection(storedConnection(), serviceAddress);
  if (connection !== null) {
    return statusOf(connection, recipesOf(connection), keyRefusal(keptMeter(connection, Date.now())));
  }
  return { ok: true, connected: false, host: hostOf(serviceAddress()) };
}

/** Forgets the file's key, and ends the schedule. The workspace's key, where there is one, is in force then. */
export function disconnect(): StatusAnswer {
  return answered(() => {
    forgetConnection();
    endSchedule({ alarm: documentAlarm(), drawer: documentDrawer() });
    return standing();
  });
}

/** What is connected, without a request. */
export function connectionStatus(): StatusAnswer {
  return answered(standing);
}

/** Has one of the sidebar's actions done. */
export function act(name: unknown, order: unknown): { readonly ok: true; readonly done: unknown } | Failed {
  return answered(() => {
    if (!isActionName(name)) throw new Refusal('bad_request', 'The add-on has no such action.');
    const action = actions[name as ActionName] as (
      office: ReturnType<typeof openOffice>,
      order: unknown,
    ) => unknown;
    return { ok: true, done: action(openOffice(), order) } as const;
  });
}

/** What a time-driven trigger hands over (Google: guides/triggers/events). */
interface TriggerEvent {
  readonly triggerUid?: unknown;
}

/** Runs the schedule. A cell can hand over no event, and may write nothing anyway. */
export function scheduled(event: TriggerEvent | undefined): void {
  const trigger = typeof event === 'object' && event !== null ? event.triggerUid : undefined;
  if (typeof trigger !== 'string' && typeof trigger !== 'number') {
    throw new Error('[not_in_cells] This is run by its trigger only. Save a schedule in the sidebar.');
  }
  runSchedule(openOffice(), String(trigger));
}
