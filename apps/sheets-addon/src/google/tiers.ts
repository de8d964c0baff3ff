import type { Connection } from '../connection/connection.ts';
import type { Outside } from '../exchange/outside.ts';
import { cacheNames, storeNames } from '../exchange/slot-names.ts';
import { documentCache } from './cache.ts';
import { documentStore } from './kept-properties.ts';

/** Where a connection's answers are kept: quick and forgetful, and slower and lasting. */
export type Tiers = Pick<Outside, 'cache' | 'store'>;

/** @param now milliseconds since the epoch */
export function tiersOf({ epoch }: Pick<Connection, 'epoch'>, now: () => number): Tiers {
  return { cache: documentCache(cacheNames(epoch)), store: documentStore(now, storeNames(epoch)) };
}
