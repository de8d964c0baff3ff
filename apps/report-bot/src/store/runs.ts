import type { Kysely } from 'kysely';
import type { Due, Past } from '../schedule/due.ts';
import type { IsoWeek } from '../schedule/iso-week.ts';
import { stableId } from '../stable-id.ts';
import { note } from './audit.ts';
import type { Run, Tables } from './tables.ts';

/** What the ledger holds of each schedule. */
export async function pastRuns(db: Kysely<Tables>): Promise<Map<string, Past>> {
  const past = new Map<string, Past>();
  for (const { schedule_id, period_key, planned_at } of await db
    .selectFrom('run')
    .select(['schedule_id', 'period_key', 'planned_at'])
    .execute()) {
    const { weeks, since } = past.get(schedule_id) ?? { weeks: new Set<IsoWeek>(), since: Infinity };
    past.set(schedule_id, {
      weeks: new Set(weeks).add(period_key),
      since: Math.min(since, planned_at.getTime()),
    });
  }
  return past;
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
    })
    .onConflict((conflict) => conflict.columns(['schedule_id', 'period_key']).doNothing())
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
    .set({ state: 'planned', reason: null })
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
