import type { Kysely } from 'kysely';
import { type Due, type Past, type Timetable, timetableOf } from '../schedule/due.ts';
import type { IsoWeek } from '../schedule/iso-week.ts';
import { stableId } from '../stable-id.ts';
import { note } from './audit.ts';
import { presentSeconds } from './presence.ts';
import type { Run, Tables } from './tables.ts';

/** What the ledger holds of each schedule that has a run. */
export async function pastRuns(db: Kysely<Tables>): Promise<Map<string, Past>> {
  const looks = await db.selectFrom('schedule').selectAll().execute();
  const lastLook = looks.reduce((latest, { looked_at }) => Math.max(latest, looked_at.getTime()), -Infinity);
  const past = new Map<string, Past>();
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

/** Writes down, after planning, that these schedules were looked at. */
export async function noteLook(
  db: Kysely<Tables>,
  schedules: readonly Timetable[],
  now: number,
): Promise<void> {
  await db
    .insertInto('schedule')
    .values(
      // In one order, because two processes that lock the same rows in two orders wait for each other for ever.
      [...schedules]
        .sort((one, other) => (one.id < other.id ? -1 : 1))
        .map((schedule) => ({
          id: schedule.id,
          looked_at: new Date(now),
          timetable: timetableOf(schedule),
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

/** Writes a due week down. A week that is already there stays as it is, whoever wrote it. */
export async function planRun(
  db: Kysely<Tables>,
  found: Pick<Due, 'scheduleId' | 'week' | 'verdict' | 'reason'>,
  now: number,
): Promise<boolean> {
  const id = stableId(found.scheduleId, found.week);
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
  await note(db, now, id, found.verdict === 'run' ? 'planned' : 'skipped', found.reason);
  return true;
}

/** An operator asks for a week: a skipped or composed one is composed again for recipients that have no digest yet. */
export async function reopenRun(
  db: Kysely<Tables>,
  scheduleId: string,
  week: IsoWeek,
  now: number,
): Promise<void> {
  if (await planRun(db, { scheduleId, week, verdict: 'run', reason: null }, now)) return;
  await db
    .updateTable('run')
    .set({ state: 'planned', reason: null, since_s: presentSeconds })
    .where('schedule_id', '=', scheduleId)
    .where('period_key', '=', week)
    .execute();
  await note(db, now, stableId(scheduleId, week), 'reopened');
}

/** Runs whose digests are still to be composed. */
export function plannedRuns(db: Kysely<Tables>): Promise<Run[]> {
  return db
    .selectFrom('run')
    .selectAll()
    .where('state', '=', 'planned')
    .orderBy('planned_at')
    .orderBy('id')
    .execute();
}

/** Moves a planned run on; `reason` says why it waits or was skipped. */
export async function settleRun(
  db: Kysely<Tables>,
  id: string,
  state: Run['state'],
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
  if (changed !== undefined) await note(db, now, id, state, reason);
}

/** The last runs, newest week first. */
export function recentRuns(db: Kysely<Tables>): Promise<Run[]> {
  return db
    .selectFrom('run')
    .selectAll()
    .orderBy('period_key', 'desc')
    .orderBy('schedule_id')
    .limit(50)
    .execute();
}
