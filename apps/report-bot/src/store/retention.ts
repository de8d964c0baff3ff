import type { CalendarDate } from '@answershare/core';
import { sql } from 'kysely';
import type { Store } from './store.ts';
import type { Database } from './tables.ts';

const dayMs = 86_400_000;
const rawDays = 14;
const figureDays = 366;

/**
 * Deletes the text of bodies after 14 days and snapshots after a year; returns both counts. PGlite has no
 * autovacuum, so it is vacuumed here.
 */
export async function applyRetention(
  store: Store,
  now: number,
): Promise<{ bodies: number; snapshots: number }> {
  const old = await store.db
    .deleteFrom('snapshot')
    .where('taken_at', '<', new Date(now - figureDays * dayMs))
    .executeTakeFirst();
  const bare = await store.db
    .updateTable('snapshot')
    .set({ raw: null })
    .where('raw', 'is not', null)
    .where('taken_at', '<', new Date(now - rawDays * dayMs))
    .executeTakeFirst();
  const retired = { bodies: Number(bare.numUpdatedRows), snapshots: Number(old.numDeletedRows) };
  if (store.engine === 'pglite' && retired.bodies + retired.snapshots > 0)
    await sql`vacuum snapshot`.execute(store.db);
  return retired;
}

/** Clocks of several machines differ by less. */
const skewMs = 600_000;

/** Counts snapshots that were taken after `now`, with --now or by a clock that was ahead. */
export async function countFutureSnapshots(
  db: Database,
  now: number,
): Promise<{ readonly rows: number; readonly newest: CalendarDate } | null> {
  const { rows, newest } = await db
    .selectFrom('snapshot')
    .select((of) => [of.fn.countAll<number | bigint>().as('rows'), of.fn.max('day').as('newest')])
    .where('taken_at', '>', new Date(now + skewMs))
    .executeTakeFirstOrThrow();
  return newest === null ? null : { rows: Number(rows), newest };
}

/** Deletes what {@link countFutureSnapshots} counts. Returns the number of rows. */
export async function deleteFutureSnapshots(db: Database, now: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('snapshot')
    .where('taken_at', '>', new Date(now + skewMs))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
