import { setTimeout as sleep } from 'node:timers/promises';
import type { AsyncHost } from '@answershare/core';
import { takeNew } from './database.ts';
import type { Database } from './tables.ts';

/** An owner that died keeps the lock for so long. */
const lockLifeMs = 15_000;
const pollMs = 20;

/**
 * The cache and the lock of core's client in the ledger, so that all processes on it send a question once.
 * @param now milliseconds since the epoch
 */
export function createSharedCache(
  db: Database,
  owner: string,
  now: () => number,
): Required<Pick<AsyncHost, 'cache' | 'lock'>> {
  // Those of this process wait for each other here, not in the database.
  let isTaken = false;

  const tryLock = async (): Promise<boolean> => {
    const until = new Date(now() + lockLifeMs);
    const { numInsertedOrUpdatedRows = 0n } = await db
      .insertInto('shared_lock')
      .values({ name: 'cache', owner, until })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet(takeNew('owner', 'until'))
          .where('shared_lock.until', '<', new Date(now())),
      )
      .executeTakeFirst();
    return numInsertedOrUpdatedRows > 0n;
  };

  return {
    cache: {
      get: async (keys) => {
        const rows = await db
          .selectFrom('shared_answer')
          .select(['key', 'text'])
          .where('key', 'in', keys)
          .where('until', '>', new Date(now()))
          .execute();
        return keys.map((key) => rows.find((row) => row.key === key)?.text ?? null);
      },
      put: async (entries) => {
        const at = now();
        const rows = entries.map(({ key, text, ttlSeconds }) => ({
          key,
          text,
          until: new Date(at + ttlSeconds * 1_000),
        }));
        await db
          .insertInto('shared_answer')
          .values(rows)
          .onConflict((conflict) => conflict.column('key').doUpdateSet(takeNew('text', 'until')))
          .execute();
      },
    },
    lock: {
      acquire: async (timeoutMs) => {
        const end = performance.now() + timeoutMs;
        do {
          if (!isTaken) {
            isTaken = true;
            if (await tryLock()) return true;
            isTaken = false;
          }
          await sleep(pollMs);
        } while (performance.now() < end);
        return false;
      },
      release: async () => {
        await db.deleteFrom('shared_lock').where('name', '=', 'cache').where('owner', '=', owner).execute();
        isTaken = false;
      },
    },
  };
}

/** Deletes answers and faults past their time. */
export async function deleteExpiredAnswers(db: Database, now: number): Promise<void> {
  await db.deleteFrom('shared_answer').where('until', '<', new Date(now)).execute();
}
