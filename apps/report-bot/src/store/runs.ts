import { sql } from 'kysely';
import { skewMs } from '../schedule/clock.ts';
import { type DueWeek, formatTimetable, type ScheduleHistory, type Timetable } from '../schedule/due.ts';
import type { IsoWeek } from '../schedule/iso-week.ts';
import { createStableId } from '../system/text.ts';
import { appendAudit } from './audit.ts';
import { takeNew } from './database.ts';
import type { Store } from './store.ts';
import type { Database, RunRow } from './tables.ts';

/** An absence counts as one day at most, which leaves two of the three days to send. */
const maxGapSeconds = 86_400;

/**
 * Records a check by the sender and returns its uptime in seconds. The three-day limit counts uptime, so that
 * downtime and clock jumps do not use it up.
 */
export async function recordPresence({ db, place }: Store, now: number): Promise<number> {
  const at = new Date(now);
  const { present_s } = await db
    .insertInto('task')
    .values({ name: 'send', looked_at: at, place })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        present_s: sql<number>`task.present_s + least(${sql.lit(maxGapSeconds)},
          greatest(0, floor(extract(epoch from excluded.looked_at - task.looked_at))))::integer`,
        looked_at: sql<Date>`case when task.looked_at > excluded.looked_at + ${sql.lit(skewMs)} * interval '1 ms'
          then excluded.looked_at else greatest(task.looked_at, excluded.looked_at) end`,
        place: sql<string | null>`coalesce(excluded.place, task.place)`,
      }),
    )
    .returning('present_s')
    .executeTakeFirstOrThrow();
  return present_s;
}

/** What {@link recordPresence} would return. Writes nothing. */
export async function readPresence(db: Database, now: number): Promise<number> {
  const row = await db
    .selectFrom('task')
    .select(['present_s', 'looked_at'])
    .where('name', '=', 'send')
    .executeTakeFirst();
  if (row === undefined) return 0;
  const passed = Math.floor((now - row.looked_at.getTime()) / 1000);
  return row.present_s + Math.min(maxGapSeconds, Math.max(0, passed));
}

/** The last {@link recordPresence}, as an expression in another statement. */
export const presentSeconds = sql<number>`coalesce((select present_s from task where name = 'send'), 0)`;

/** The history of each schedule that has a run. A run that was planned after `now` does not count. */
export async function readScheduleHistories(
  db: Database,
  now: number,
): Promise<Map<string, ScheduleHistory>> {
  const looks = await db.selectFrom('schedule').selectAll().execute();
  const lastLook = looks.reduce((latest, { looked_at }) => Math.max(latest, looked_at.getTime()), -Infinity);
  const past = new Map<string, ScheduleHistory>();
  for (const { schedule_id, period_key, planned_at } of await db
    .selectFrom('run')
    .select(['schedule_id', 'period_key', 'planned_at'])
    .where('planned_at', '<=', new Date(now + skewMs))
    .execute()) {
    const { weeks, since } = past.get(schedule_id) ?? { weeks: new Set<IsoWeek>(), since: Infinity };
    const look = looks.find(({ id }) => id === schedule_id);
    past.set(schedule_id, {
      weeks: new Set(weeks).add(period_key),
      since: Math.min(since, planned_at.getTime()),
      look: look === undefined ? null : { at: look.looked_at.getTime(), timetable: look.timetable },
      lastLook,
    });
  }
  return past;
}

/** Records after planning that these schedules were checked. */
export async function recordLook(db: Database, schedules: readonly Timetable[], now: number): Promise<void> {
  await db
    .insertInto('schedule')
    .values(
      // Sorted, because two processes that lock rows in different orders deadlock.
      [...schedules]
        .sort((one, other) => (one.id < other.id ? -1 : 1))
        .map((schedule) => ({
          id: schedule.id,
          looked_at: new Date(now),
          timetable: formatTimetable(schedule),
        })),
    )
    .onConflict((conflict) => conflict.column('id').doUpdateSet(takeNew('looked_at', 'timetable')))
    .execute();
}

/** `hold`: a person decides; `sent`: a person says so. */
interface PlannedRun extends Pick<DueWeek, 'scheduleId' | 'week' | 'reason'> {
  readonly verdict: DueWeek['verdict'] | 'hold' | 'sent';
}

const statesOfVerdicts = { run: 'planned', skip: 'skipped', hold: 'held', sent: 'sent' } as const;

/**
 * Records a due week. An existing run stays unchanged; returns false then. A run that was planned after `now` and froze no
 * digest is replaced.
 */
export async function planRun(
  db: Database,
  { scheduleId, week, verdict, reason }: PlannedRun,
  now: number,
): Promise<boolean> {
  const id = createStableId(scheduleId, week);
  const state = statesOfVerdicts[verdict];
  const row = { state, reason, planned_at: new Date(now), since_s: presentSeconds };
  const planned = await db
    .insertInto('run')
    .values({ id, schedule_id: scheduleId, period_key: week, ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['schedule_id', 'period_key'])
        .doUpdateSet({ ...row, data_until: null })
        .where('run.state', '!=', 'composed')
        .where('run.parameters', 'is', null)
        .where('run.planned_at', '>', new Date(now + skewMs)),
    )
    .returning('id')
    .executeTakeFirst();
  if (planned === undefined) return false;
  await appendAudit(db, now, id, state, reason);
  return true;
}

const updateWeek = (db: Database, scheduleId: string, week: IsoWeek) =>
  db.updateTable('run').where('schedule_id', '=', scheduleId).where('period_key', '=', week).returning('id');

/**
 * Plans a week for an operator: a finished run is composed again for recipients without a digest. False for a week that an
 * operator recorded as sent.
 */
export async function reopenRun(
  db: Database,
  scheduleId: string,
  week: IsoWeek,
  now: number,
): Promise<boolean> {
  if (await planRun(db, { scheduleId, week, verdict: 'run', reason: null }, now)) return true;
  const reopened = await updateWeek(db, scheduleId, week)
    .set({ state: 'planned', reason: null, since_s: presentSeconds })
    .where('state', '!=', 'sent')
    .executeTakeFirst();
  if (reopened !== undefined) await appendAudit(db, now, reopened.id, 'reopened');
  return reopened !== undefined;
}

/** Records for an operator that a week is out. False if its mails are frozen: they have states of their own. */
export async function recordOut(
  db: Database,
  scheduleId: string,
  week: IsoWeek,
  verdict: 'sent' | 'skip',
  now: number,
): Promise<boolean> {
  const state = statesOfVerdicts[verdict];
  const reason = `recorded as ${state} by the operator`;
  if (await planRun(db, { scheduleId, week, verdict, reason }, now)) return true;
  const changed = await updateWeek(db, scheduleId, week)
    .set({ state, reason })
    .where('parameters', 'is', null)
    .where('state', '!=', 'composed')
    .executeTakeFirst();
  if (changed !== undefined) await appendAudit(db, now, changed.id, state, reason);
  return changed !== undefined;
}

const selectRuns = (db: Database, states: readonly RunRow['state'][]) =>
  db.selectFrom('run').selectAll().where('state', 'in', states).orderBy('planned_at').orderBy('id');

export const listPlannedRuns = (db: Database): Promise<RunRow[]> => selectRuns(db, ['planned']).execute();

export const listWaitingRuns = async (db: Database, scheduleIds: readonly string[]): Promise<RunRow[]> =>
  scheduleIds.length === 0
    ? []
    : selectRuns(db, ['planned', 'held']).where('schedule_id', 'in', scheduleIds).execute();

export function findRun(db: Database, scheduleId: string, week: IsoWeek): Promise<RunRow | undefined> {
  return db
    .selectFrom('run')
    .selectAll()
    .where('schedule_id', '=', scheduleId)
    .where('period_key', '=', week)
    .executeTakeFirst();
}

/** The run of a schedule whose mails are frozen: that of `week`, else the one of the newest week. */
export function findComposedRun(
  db: Database,
  scheduleId: string,
  week: IsoWeek | null,
): Promise<RunRow | undefined> {
  const composed = db
    .selectFrom('run')
    .selectAll()
    .where('schedule_id', '=', scheduleId)
    .where('state', '=', 'composed');
  return (week === null ? composed : composed.where('period_key', '=', week))
    .orderBy('period_key', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** What decides the digest of a run, as of its first message. */
interface FixedColumns {
  /** Milliseconds since the epoch; null for the time of the plan. */
  readonly dataUntil: number | null;
  readonly parameters: string;
}

/** Sets what decides the digest of a run unless it is known, and returns the run. The first of several processes wins. */
export function fixRun(db: Database, id: string, { dataUntil, parameters }: FixedColumns): Promise<RunRow> {
  const until = dataUntil === null ? null : new Date(dataUntil);
  return db
    .updateTable('run')
    .set({
      data_until: sql<Date | null>`case when parameters is null then coalesce(data_until, ${until}::timestamptz)
        else data_until end`,
      parameters: sql<string>`coalesce(parameters, ${parameters}::text)`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Changes the state of a planned run; `reason` explains waiting or skipping. */
export async function updatePlannedRun(
  db: Database,
  id: string,
  state: RunRow['state'],
  reason: string | null,
  now: number,
): Promise<void> {
  const changed = await db
    .updateTable('run')
    .set({ state, reason })
    .where('id', '=', id)
    .where('state', '=', 'planned')
    .where((where) => where.or([where('state', '!=', state), where('reason', 'is distinct from', reason)]))
    .returning('id')
    .executeTakeFirst();
  if (changed !== undefined) await appendAudit(db, now, id, state, reason);
}

/** The last runs, newest week first; of one week if named. */
export function listRecentRuns(db: Database, week?: IsoWeek, limit = 50): Promise<RunRow[]> {
  const runs = db.selectFrom('run').selectAll();
  return (week === undefined ? runs : runs.where('period_key', '=', week))
    .orderBy('period_key', 'desc')
    .orderBy('schedule_id')
    .limit(limit)
    .execute();
}
