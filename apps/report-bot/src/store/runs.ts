import { sql } from 'kysely';
import { type DueWeek, formatTimetable, type ScheduleHistory, type Timetable } from '../schedule/due.ts';
import type { IsoWeek } from '../schedule/iso-week.ts';
import { createStableId } from '../system/text.ts';
import { appendAudit } from './audit.ts';
import type { Database, RunRow } from './tables.ts';

/** An absence counts as one day at most, which leaves two of the three days to send. */
const maxGapSeconds = 86_400;

/**
 * Records a check by the sender and returns its uptime in seconds. The three-day limit counts uptime, so that
 * downtime and clock jumps do not use it up.
 */
export async function recordPresence(db: Database, now: number): Promise<number> {
  const at = new Date(now);
  const { present_s } = await db
    .insertInto('task')
    .values({ name: 'send', looked_at: at })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        present_s: sql<number>`task.present_s + least(${sql.lit(maxGapSeconds)},
          greatest(0, floor(extract(epoch from excluded.looked_at - task.looked_at))))::integer`,
        // Clocks of several machines differ by less; a clock further ahead was wrong.
        looked_at: sql<Date>`case when task.looked_at > excluded.looked_at + interval '10 minutes'
          then excluded.looked_at else greatest(task.looked_at, excluded.looked_at) end`,
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

/** The history of each schedule that has a run. */
export async function readScheduleHistories(db: Database): Promise<Map<string, ScheduleHistory>> {
  const looks = await db.selectFrom('schedule').selectAll().execute();
  const lastLook = looks.reduce((latest, { looked_at }) => Math.max(latest, looked_at.getTime()), -Infinity);
  const past = new Map<string, ScheduleHistory>();
  for (const { schedule_id, period_key, planned_at } of await db
    .selectFrom('run')
    .select(['schedule_id', 'period_key', 'planned_at'])
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
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        looked_at: (set) => set.ref('excluded.looked_at'),
        timetable: (set) => set.ref('excluded.timetable'),
      }),
    )
    .execute();
}

/** Records a due week. An existing run stays unchanged; returns false then. */
export async function planRun(
  db: Database,
  found: Pick<DueWeek, 'scheduleId' | 'week' | 'verdict' | 'reason'>,
  now: number,
): Promise<boolean> {
  const id = createStableId(found.scheduleId, found.week);
  const planned = await db
    .insertInto('run')
    .values({
      id,
      schedule_id: found.scheduleId,
      period_key: found.week,
      state: found.verdict === 'run' ? 'planned' : 'skipped',
      reason: found.reason,
      planned_at: new Date(now),
      since_s: presentSeconds,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (planned === undefined) return false;
  await appendAudit(db, now, id, found.verdict === 'run' ? 'planned' : 'skipped', found.reason);
  return true;
}

/** Plans a week for an operator: a finished run is composed again for recipients without a digest. */
export async function reopenRun(db: Database, scheduleId: string, week: IsoWeek, now: number): Promise<void> {
  if (await planRun(db, { scheduleId, week, verdict: 'run', reason: null }, now)) return;
  await db
    .updateTable('run')
    .set({ state: 'planned', reason: null, since_s: presentSeconds })
    .where('schedule_id', '=', scheduleId)
    .where('period_key', '=', week)
    .execute();
  await appendAudit(db, now, createStableId(scheduleId, week), 'reopened');
}

export function listPlannedRuns(db: Database): Promise<RunRow[]> {
  return db
    .selectFrom('run')
    .selectAll()
    .where('state', '=', 'planned')
    .orderBy('planned_at')
    .orderBy('id')
    .execute();
}

/** The run of a schedule's week; undefined without one. */
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

/** Columns of a run that never change once they are known. */
interface FixedColumns {
  /** Milliseconds since the epoch. */
  readonly dataUntil?: number;
  readonly parameters?: string;
}

/** Sets what is unknown of a run yet, and returns the run. The first of several processes wins. */
export function fixRun(db: Database, id: string, { dataUntil, parameters }: FixedColumns): Promise<RunRow> {
  const until = dataUntil === undefined ? null : new Date(dataUntil);
  return db
    .updateTable('run')
    .set({
      data_until: sql<Date | null>`coalesce(data_until, ${until}::timestamptz)`,
      parameters: sql<string | null>`coalesce(parameters, ${parameters ?? null}::text)`,
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

/** The 50 last runs, newest week first. */
export function listRecentRuns(db: Database): Promise<RunRow[]> {
  return db
    .selectFrom('run')
    .selectAll()
    .orderBy('period_key', 'desc')
    .orderBy('schedule_id')
    .limit(50)
    .execute();
}
