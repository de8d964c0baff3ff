import { toSnapshotTimetable } from '../collect/daily.ts';
import { requireWebsites } from '../collect/websites.ts';
import type { StaleWebsite } from '../digest/digest.ts';
import { formatMinute } from '../schedule/clock.ts';
import { listNextTimes } from '../schedule/cron.ts';
import { toReportedWeek } from '../schedule/due.ts';
import { type IsoWeek, listWeekDates, toLocalDate } from '../schedule/iso-week.ts';
import type { BotSettings, DigestSchedule } from '../settings/settings.ts';
import type { Store } from '../store/store.ts';
import type { RunRow } from '../store/tables.ts';
import { UserError } from '../system/errors.ts';
import { type CommonReadings, readCommon } from './compose.ts';

const hourMs = 3_600_000;

/**
 * The websites without a snapshot after the end of the week, or whose analytics lack its last day; the oldest first. A
 * website without any analytics needs none.
 */
export async function findStaleWebsites(
  store: Store,
  schedule: DigestSchedule,
  week: IsoWeek,
  until: number,
  common?: CommonReadings,
): Promise<readonly StaleWebsite[]> {
  const { directory, listLastReadings } = common ?? (await readCommon(store, schedule, until));
  const lastDay = listWeekDates(week).at(-1) ?? '';
  const readings = await listLastReadings(lastDay);
  return requireWebsites(schedule, directory)
    .websites.flatMap((website): StaleWebsite[] => {
      const { takenAt = null, analyticsAt = null, hasDay = false } = readings.get(website.id) ?? {};
      const name = website.domain ?? website.name ?? website.id;
      if (takenAt === null || toLocalDate(takenAt, schedule.timezone) <= lastDay) return [{ name, takenAt }];
      return analyticsAt === null || hasDay ? [] : [{ name, takenAt: analyticsAt }];
    })
    .toSorted((one, other) => (one.takenAt ?? 0) - (other.takenAt ?? 0));
}

/** A digest that leaves before the daily snapshot with which its week is complete; milliseconds since the epoch. */
export interface EarlyDigest {
  readonly dueAt: number;
  readonly completeAt: number;
  /** The `waitHours` that are enough. */
  readonly waitHours: number;
}

/** The times to check: a year of a weekly schedule, two months of a daily one. */
const maxOccurrences = 60;

/** The first early digest of a schedule after `now`; null without one. */
export function findEarlyDigest(
  schedule: Pick<DigestSchedule, 'cron' | 'timezone' | 'period' | 'waitHours'>,
  snapshots: BotSettings['snapshots'],
  now: number,
): EarlyDigest | null {
  const { cron, timezone, waitHours } = schedule;
  const weeks = new Set<IsoWeek>();
  for (const dueAt of listNextTimes(cron, timezone, now, maxOccurrences)) {
    const week = toReportedWeek(schedule, dueAt);
    if (weeks.has(week)) continue;
    weeks.add(week);
    // A schedule that waits wants a snapshot after the end of the week in its own zone too.
    const waited = findCompleteAt(week, snapshots, ['UTC', timezone]);
    const completeAt = waitHours > 0 ? waited : findCompleteAt(week, snapshots, ['UTC']);
    if (completeAt >= dueAt + waitHours * hourMs)
      return { dueAt, completeAt, waitHours: Math.floor((waited - dueAt) / hourMs) + 1 };
  }
  return null;
}

/** The first daily snapshot after the last day of a week, in each of these zones: a day is unfinished in its own. */
function findCompleteAt(
  week: IsoWeek,
  snapshots: BotSettings['snapshots'],
  zones: readonly string[],
): number {
  const lastDay = listWeekDates(week).at(-1) ?? '';
  const { cron, timezone } = toSnapshotTimetable(snapshots);
  const times = listNextTimes(cron, timezone, Date.parse(lastDay), 4);
  return times.find((time) => zones.every((zone) => toLocalDate(time, zone) > lastDay)) ?? Infinity;
}

/**
 * The instant up to which snapshots count for a run: when it was planned; once it was held, or for an operator, `now`; or
 * when the figures became complete or the wait ended. A run with a digest keeps its instant.
 * @param run undefined before it is planned
 * @param forced true for an operator's week, which does not wait
 * @throws UserError while it waits
 */
export async function findDataUntil(
  store: Store,
  schedule: DigestSchedule,
  week: IsoWeek,
  run: RunRow | undefined,
  { now, forced }: { readonly now: number; readonly forced: boolean },
): Promise<number> {
  const planned = run?.planned_at.getTime() ?? now;
  if (run?.data_until != null) return run.data_until.getTime();
  if (run?.parameters != null) return planned;
  if (forced) return now;
  const until = run?.reason == null ? planned : now;
  if (schedule.waitHours === 0) return until;
  const stale = await findStaleWebsites(store, schedule, week, until);
  if (stale.length === 0) return until;
  const [first, ...more] = until === now ? stale : await findStaleWebsites(store, schedule, week, now);
  const deadline = planned + schedule.waitHours * hourMs;
  if (first === undefined || now >= deadline) return now;
  const others = more.length === 0 ? '' : ` and ${more.length} more`;
  throw new UserError(
    `Schedule "${schedule.id}": the figures of ${week} are not complete yet for ${first.name}${others}. It waits for a snapshot until ${formatMinute(deadline)}, then it is sent with a banner.`,
  );
}
