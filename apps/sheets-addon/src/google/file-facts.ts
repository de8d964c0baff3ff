import { type Connection, readConnection } from '../connection/connection.ts';
import { profileSlot } from '../connection/learnt-profile.ts';
import { cacheNames, storeNames } from '../exchange/slot-names.ts';
import type { FileFacts } from '../service/file-facts.ts';
import { type Meter, meterSlot, readMeter, startingMeter } from '../service/meter.ts';
import { statusFacts } from '../service/status-facts.ts';
import { documentCache } from './cache.ts';
import { documentStore, keptSince } from './kept-properties.ts';
import { storedConnection } from './properties.ts';
import { serviceAddress } from './service-address.ts';

/** The meter of a connection, as it was last kept. */
export function keptMeter(connection: Connection, now: number): Meter {
  const slot = meterSlot(connection);
  const cached = documentCache(cacheNames(connection.epoch, profileSlot)).getAll([slot])[slot];
  const stored = (): string | undefined =>
    documentStore(() => now, storeNames(connection.epoch)).getAll([slot])[slot];
  return readMeter(cached ?? stored() ?? null, now);
}

/** What this file knows of its service, from what it keeps. */
export const fileFacts: FileFacts = {
  status() {
    const now = Date.now();
    const connection = readConnection(storedConnection(), serviceAddress);
    const meter = connection === null ? startingMeter(now) : keptMeter(connection, now);
    return statusFacts({ connection, meter, answeredAt: keptSince(now), now });
  },
};
