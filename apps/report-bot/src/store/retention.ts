import type { CalendarDate } from '@answershare/core';
import { sql } from 'kysely';
import { skewMs } from '../schedule/clock.ts';
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

/** What was recorded after `now`, with --now or by a clock that was ahead. */
interface FutureRows {
  readonly rows: number;
  /** The newest day of these rows; null without any. */
  readonly newest: CalendarDate | null;
  readonly runs: number;
}

/** Counts snapshots that were taken, and runs that were planned, after `now`. */
export async function countFuture(db: Database, now: number): Promise<FutureRows> {
  const ahead = new Date(now + skewMs);
  const { rows, newest, runs } = await db
    .selectFrom('snapshot')
    .select((of) => [of.fn.countAll<number | bigint>().as('rows'), of.fn.max('day').as('newest')])
    .select(({ selectFrom }) =>
      selectFrom('run')
        .select((of) => of.fn.countAll<number | bigint>().as('runs'))
        .where('planned_at', '>', ahead)
        .as('runs'),
    )
    .where('taken_at', '>', ahead)
    .executeTakeFirstOrThrow();
  return { rows: Number(rows), newest, runs: Number(runs) };
}

/** Deletes snapshots that were taken after `now`, and runs that were planned after it without a digest. Returns both counts. */
export async function deleteFuture(
  db: Database,
  now: number,
): Promise<{ readonly rows: number; readonly runs: number }> {
  const ahead = new Date(now + skewMs);
  const rows = await db.deleteFrom('snapshot').where('taken_at', '>', ahead).executeTakeFirst();
  const runs = await db
    .deleteFrom('run')
    .where('planned_at', '>', ahead)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('digest').select('digest.id').whereRef('digest.run_id', '=', 'run.id'))),
    )
    .executeTakeFirst();
  return { rows: Number(rows.numDeletedRows), runs: Number(runs.numDeletedRows) };
}
