import type { Connection } from '../connection/connection.ts';
import { type Meter, meterSlot, readMeter } from '../service/meter.ts';
import { tiersOf } from './tiers.ts';

/** The meter of a connection, as it was last kept. */
export function keptMeter(connection: Connection, now: number): Meter {
  const slot = meterSlot(connection);
  const { cache, store } = tiersOf(connection, () => now);
  return readMeter(cache.getAll([slot])[slot] ?? store.getAll([slot])[slot] ?? null, now);
}
