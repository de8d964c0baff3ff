import { formatMinute } from './clock.ts';
import { iterateNextTimes, iteratePastTimes } from './cron.ts';
import { type IsoWeek, isWeekOf, previousWeek, type Rhythm, toCurrentWeek } from './iso-week.ts';

/** The times of a schedule: a five-field cron expression in an IANA zone. */
export interface Timetable extends Rhythm {
  readonly id: string;
  readonly cron: string;
}

/** One due or missed occurrence: its reported week, and whether to run it. */
export interface DueWeek {
  readonly scheduleId: string;
  /** The last complete week before the occurrence, in the schedule's zone. */
  readonly week: IsoWeek;
  readonly dueAt: number;
  readonly verdict: 'run' | 'skip';
  /** Why an occurrence is skipped; null for a run. */
  readonly reason: string | null;
}

/** The ledger's history of a schedule. Instants are milliseconds since the epoch. */
export interface ScheduleHistory {
  /** The weeks with a run, including skipped ones. */
  readonly weeks: ReadonlySet<IsoWeek>;
  /** When the first of them was planned. */
  readonly since: number;
  /** When the bot last checked this schedule, and its {@link formatTimetable} then; null if unknown. */
  readonly look: { readonly at: number; readonly timetable: string } | null;
  /** When the bot last checked any schedule. */
  readonly lastLook: number;
}

/** A schedule's times as one text, to detect a change. */
export function formatTimetable({ cron, timezone, period }: Timetable): string {
  return `${cron} ${timezone}${period === undefined ? '' : ` ${period.count} ${period.unit} ${period.from}`}`;
}

/** An older occurrence is not caught up. */
const graceMs = 3 * 86_400_000;

/** The most occurrences to check after downtime: two months of a daily schedule. */
const maxOccurrences = 60;

/**
 * Finds what is due at `now`. Only the newest occurrence within the grace period runs; older ones are skipped.
 * Occurrences before the schedule's first run are ignored. So are weeks that ended before `firstAttempt`, the ledger's
 * first attempt of a snapshot, and before that run: no snapshot of them can exist.
 */
export function findDueWeeks(
  schedules: readonly Timetable[],
  now: number,
  past: ReadonlyMap<string, ScheduleHistory>,
  firstAttempt: number | null,
): DueWeek[] {
  return schedules.flatMap((schedule) =>
    findScheduleDueWeeks(schedule, now, past.get(schedule.id) ?? null, firstAttempt),
  );
}

function findScheduleDueWeeks(
  schedule: Timetable,
  now: number,
  past: ScheduleHistory | null,
  firstAttempt: number | null,
): DueWeek[] {
  const since = Math.min(firstAttempt ?? Infinity, past?.since ?? Infinity);
  if (since === Infinity) return [];
  const firstWeek = toCurrentWeek(schedule, since);
  const newestKnown = [...(past?.weeks ?? [])].sort().findLast((week) => isWeekOf(schedule, week));
  const found = new Map<IsoWeek, DueWeek>();
  let looked = 0;
  for (const dueAt of iteratePastTimes(schedule.cron, schedule.timezone, now)) {
    looked += 1;
    if (looked > maxOccurrences) break;
    const week = toReportedWeek(schedule, dueAt);
    const inGrace = now - dueAt <= graceMs;
    const newest = found.size === 0;
    if (week < firstWeek) break;
    if (newest && past?.weeks.has(week)) return [];
    if (!newest && (newestKnown === undefined || week <= newestKnown)) break;
    const run = newest && inGrace;
    if (!run && (past === null || dueAt < past.since)) break;
    const earlier = found.get(week);
    if (earlier?.verdict === 'run') continue;
    found.set(week, {
      scheduleId: schedule.id,
      week,
      dueAt,
      verdict: run ? 'run' : 'skip',
      reason: run ? null : explainSkip(schedule, past, dueAt, newest, now),
    });
  }
  return [...found.values()].reverse();
}

/** The last complete week at an instant, in the zone. */
export function toReportedWeek(rhythm: Rhythm, instant: number): IsoWeek {
  return previousWeek(toCurrentWeek(rhythm, instant));
}

/** More times than five periods of four weeks have, at a time each day. */
const maxTimes = 150;

/** The next times that report another week than the time before: a cron expression cannot count four weeks. */
export function listNextReports(
  schedule: Omit<Timetable, 'id'>,
  now: number,
  count: number,
): readonly { readonly time: number; readonly week: IsoWeek }[] {
  const { cron, timezone } = schedule;
  const [past] = iteratePastTimes(cron, timezone, now);
  let last = past === undefined ? null : toReportedWeek(schedule, past);
  const found: { time: number; week: IsoWeek }[] = [];
  let looked = 0;
  for (const time of iterateNextTimes(cron, timezone, now)) {
    const week = toReportedWeek(schedule, time);
    if (week !== last) found.push({ time, week });
    last = week;
    looked += 1;
    if (found.length === count || looked === maxTimes) break;
  }
  return found;
}

/** Why a week was not sent, as far as the ledger shows. */
function explainSkip(
  schedule: Timetable,
  past: ScheduleHistory | null,
  dueAt: number,
  newest: boolean,
  now: number,
): string {
  const look = past?.look ?? null;
  const away = past !== null && look !== null && past.lastLook < dueAt;
  if (away)
    return newest
      ? `downtime: the bot did not run, or did not reach its database, from ${formatMinute(past.lastLook)} to ${formatMinute(now)}, more than three days after the week came due`
      : 'downtime: a newer week was due when the bot came back';
  if (look !== null && look.at < dueAt)
    return `the bot ran without this schedule from ${formatMinute(look.at)} to ${formatMinute(now)}`;
  if (look !== null && look.timetable !== formatTimetable(schedule))
    return `the times of the schedule were changed from "${look.timetable}" after ${formatMinute(look.at)}, when the week was not due by them`;
  return newest
    ? `it came due at ${formatMinute(dueAt)} and was not planned within three days`
    : 'a newer week was due as well, and only the newest one is sent';
}
