import {
  type AxisName,
  type DialectProfile,
  findWebsite,
  type SyncClient,
  syncClient,
  type Website,
} from '@answershare/core';
import { type Connection, requireConnection } from '../connection/connection.ts';
import { decodeProfile, profileSlot } from '../connection/learnt-profile.ts';
import type { Desk } from '../desk.ts';
import { type GatheredHost, gatheredHost } from '../exchange/gathered-host.ts';
import { documentCache } from './cache.ts';
import { spreadsheetCalendar } from './calendar.ts';
import { send } from './http.ts';
import { documentLock } from './lock.ts';
import { storedConnection } from './properties.ts';
import { serviceAddress } from './service-address.ts';

/** A custom function has 30 s (Google: guides/services/quotas); what is over this says so instead of being cut off. */
const callMs = 26_000;
const requestMs = 12_000;
const listMs = 13_000;

/** The longest that Google keeps a cache entry (reference/cache/cache). */
const answerSeconds = 21_600;
/** A website that was just added is found after this long. */
const listSeconds = 3_600;

/** What a question about a website, and one about a window too, has to know of the dialect. */
const idAxes: readonly AxisName[] = ['websiteParameter'];
const windowAxes: readonly AxisName[] = ['websiteParameter', 'window'];

function hostFor(epoch: string): GatheredHost {
  const outside = {
    send,
    sleep: (ms: number) => Utilities.sleep(ms),
    cache: documentCache(`${epoch}:`),
    lock: documentLock(),
  };
  return gatheredHost(
    outside,
    () => Date.now(),
    () => Math.random(),
  );
}

export interface OpenDesk {
  readonly desk: Desk;
  /** Writes what the call learnt and lets the lock go. */
  close(): void;
}

/** Opens the services for one call of one function; each is touched when it is first needed. */
export function openDesk(): OpenDesk {
  const startedAt = Date.now();
  let host: GatheredHost | null = null;
  let connection: Connection | null = null;
  let list: readonly Website[] | null = null;
  let client: SyncClient | null = null;
  let learnt: DialectProfile | null = null;

  function opened(deadlineMs: number, freshSeconds: number, axes = idAxes): SyncClient {
    connection ??= requireConnection(storedConnection(), serviceAddress);
    host ??= hostFor(connection.epoch);
    const { key, baseUrl, profile: stored } = connection;
    if (axes.some((axis) => stored[axis].form === null)) {
      learnt ??= decodeProfile(host.cache.get([profileSlot])[0] ?? null) ?? stored;
    }
    const profile = learnt ?? stored;
    return syncClient(
      { baseUrl, key, profile, deadlineMs, timeoutMs: requestMs, retries: 1, freshSeconds },
      host,
    );
  }

  function answering(axes: readonly AxisName[]): SyncClient {
    client ??= opened(Math.max(2_000, callMs - (Date.now() - startedAt)), answerSeconds, axes);
    return client;
  }

  const desk: Desk = {
    ...spreadsheetCalendar(),
    client: () => answering(idAxes),
    windowClient: () => answering(windowAxes),
    websites() {
      list ??= opened(listMs, listSeconds).websites().value;
      return list;
    },
    find: (reference) => findWebsite(desk.websites(), reference),
  };

  return {
    desk,
    close() {
      const profile = client?.profile();
      const before = learnt;
      if (before && profile && windowAxes.some((axis) => profile[axis].form !== before[axis].form)) {
        host?.cache.put([{ key: profileSlot, text: JSON.stringify(profile), ttlSeconds: answerSeconds }]);
      }
      host?.settle();
    },
  };
}
