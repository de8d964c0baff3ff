import { sql } from 'kysely';
import type { IsoWeek } from '../schedule/iso-week.ts';
import type { Database, DeliveryState, RunRow } from './tables.ts';

/** Deliveries of one run in one state other than `sent`. */
export interface OpenDeliveries {
  readonly scheduleId: string;
  readonly week: IsoWeek;
  readonly state: DeliveryState;
  readonly count: number;
  /** When the oldest of them came into this state, milliseconds since the epoch. */
  readonly since: number;
  /** When the newest of them did. */
  readonly until: number;
  /** The earliest instant of a next attempt; null if the next pass makes it. */
  readonly nextAttempt: number | null;
  /** One of their reasons. */
  readonly reason: string | null;
}

/** The deliveries that are not sent, by run and state. The partial index makes its cost that of the open ones. */
export async function listOpenDeliveries(db: Database): Promise<readonly OpenDeliveries[]> {
  const rows = await db
    .selectFrom('delivery')
    .innerJoin('digest', 'digest.id', 'delivery.digest_id')
    .innerJoin('run', 'run.id', 'digest.run_id')
    .select(({ fn }) => [
      'run.schedule_id',
      'run.period_key',
      'delivery.state',
      fn.countAll<number | bigint>().as('count'),
      fn.min('delivery.changed_at').as('since'),
      fn.max('delivery.changed_at').as('until'),
      fn.min('delivery.next_attempt_at').as('next'),
      fn.max('delivery.reason').as('reason'),
    ])
    .where('delivery.state', '!=', 'sent')
    .groupBy(['run.schedule_id', 'run.period_key', 'delivery.state'])
    .execute();
  return rows.map((row) => ({
    scheduleId: row.schedule_id,
    week: row.period_key,
    state: row.state,
    count: Number(row.count),
    since: row.since.getTime(),
    until: row.until.getTime(),
    nextAttempt: row.next?.getTime() ?? null,
    reason: row.reason,
  }));
}

export interface RunTotal
  extends Pick<RunRow, 'schedule_id' | 'period_key' | 'state' | 'reason' | 'planned_at'> {
  readonly digests: number;
}

/** The run of the newest week of each of these schedules, with the number of its digests. */
export async function listNewestRuns(
  db: Database,
  scheduleIds: readonly string[],
): Promise<readonly RunTotal[]> {
  if (scheduleIds.length === 0) return [];
  const rows = await db
    .selectFrom('run')
    .distinctOn('schedule_id')
    .select(['schedule_id', 'period_key', 'state', 'reason', 'planned_at'])
    .select(({ selectFrom }) =>
      selectFrom('digest')
        .select((of) => of.fn.countAll<number | bigint>().as('digests'))
        .whereRef('digest.run_id', '=', 'run.id')
        .as('digests'),
    )
    .where('schedule_id', 'in', [...scheduleIds])
    .orderBy('schedule_id')
    .orderBy('period_key', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, digests: Number(row.digests) }));
}

export interface CollectedAnswers {
  /** When the newest answer came; null without one. Milliseconds since the epoch. */
  readonly last: number | null;
  /** The newest failure since then; null without one. */
  readonly failure: { readonly at: number; readonly reason: string; readonly isOfKey: boolean } | null;
}

/** The newest answer of the service, and the newest failure after it. */
export async function readCollectedAnswers(db: Database, now: number): Promise<CollectedAnswers> {
  const newest = (failed: boolean) =>
    db
      .selectFrom('snapshot')
      .select(['taken_at', 'failure', 'fault'])
      .where('failure', failed ? 'is not' : 'is', null)
      .where('taken_at', '<=', new Date(now))
      .orderBy('taken_at', 'desc')
      .limit(1)
      .executeTakeFirst();
  const [answer, fault] = [await newest(false), await newest(true)];
  const isOpen = fault !== undefined && (answer === undefined || fault.taken_at > answer.taken_at);
  return {
    last: answer?.taken_at.getTime() ?? null,
    failure: isOpen
      ? {
          at: fault.taken_at.getTime(),
          reason: fault.failure ?? '',
          isOfKey: /"kind":"auth\.(missing|invalid)"/.test(fault.fault ?? ''),
        }
      : null,
  };
}

/** The status of a host. The newest one wins, also against an earlier process of the host. */
export async function writeStatusRow(db: Database, host: string, at: number, report: string): Promise<void> {
  const row = { at: new Date(at), report };
  await db
    .insertInto('status')
    .values({ host, ...row })
    .onConflict((conflict) => conflict.column('host').doUpdateSet(row))
    .execute();
}

/** The status of this host, else the newest one; null without any, and in tables of an earlier version. */
export async function readStatusRow(db: Database, host: string): Promise<string | null> {
  const { rows: tables } = await sql<{
    found: string | null;
  }>`select to_regclass('status')::text as found`.execute(db);
  if (tables[0]?.found == null) return null;
  const row = await db
    .selectFrom('status')
    .select('report')
    .orderBy(sql`host = ${host}`, 'desc')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.report ?? null;
}
