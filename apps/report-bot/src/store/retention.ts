import type { CalendarDate } from '@answershare/core';
import { sql } from 'kysely';
import { skewMs } from '../schedule/clock.ts';
import type { Store } from './store.ts';
import type { Database } from './tables.ts';

const dayMs = 86_400_000;
const rawDays = 14;
/** A year is compared with the year before. */
const figureDays = 740;
const monthDays = 30.44;

/** What a retention deleted. */
interface Retired {
  readonly bodies: number;
  readonly snapshots: number;
  readonly mails: number;
}

/**
 * Deletes the text of answers after 14 days, snapshots after two years, and after `months` the mails, their addresses and their
 * audit; runs stay. PGlite has no autovacuum, so it is vacuumed here.
 */
export async function applyRetention(store: Store, now: number, months: number): Promise<Retired> {
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
  const mails = await deleteMails(store.db, new Date(now - Math.ceil(months * monthDays) * dayMs));
  const retired = { bodies: Number(bare.numUpdatedRows), snapshots: Number(old.numDeletedRows), mails };
  if (store.engine === 'pglite' && retired.bodies + retired.snapshots + mails > 0)
    for (const table of mails > 0 ? ['snapshot', 'delivery', 'digest', 'body', 'audit'] : ['snapshot'])
      await sql`vacuum ${sql.table(table)}`.execute(store.db);
  return retired;
}

/** Deletes what was planned before an instant, run by run. Returns the number of mails. */
async function deleteMails(db: Database, before: Date): Promise<number> {
  const runs = await db
    .selectFrom('run')
    .select('id')
    .where('planned_at', '<', before)
    .where(({ exists, or, selectFrom }) =>
      or([
        exists(selectFrom('digest').select('digest.id').whereRef('digest.run_id', '=', 'run.id')),
        exists(selectFrom('withheld').select('run_id').whereRef('withheld.run_id', '=', 'run.id')),
      ]),
    )
    .execute();
  let mails = 0;
  for (const { id } of runs)
    mails += await db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('withheld').where('run_id', '=', id).execute();
      await transaction
        .deleteFrom('delivery')
        .where('digest_id', 'in', ({ selectFrom }) =>
          selectFrom('digest').select('id').where('run_id', '=', id),
        )
        .execute();
      const digests = await transaction.deleteFrom('digest').where('run_id', '=', id).executeTakeFirst();
      return Number(digests.numDeletedRows);
    });
  await db.deleteFrom('audit').where('at', '<', before).execute();
  await db.deleteFrom('service_event').where('received_at', '<', before).execute();
  if (runs.length === 0) return mails;
  await db
    .deleteFrom('body')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('digest').select('digest.id').whereRef('digest.body_id', '=', 'body.id'))),
    )
    .execute();
  await sql`delete from file where not exists
    (select 1 from body where strpos(body.attachments, '"' || file.cid || '"') > 0)`.execute(db);
  return mails;
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
