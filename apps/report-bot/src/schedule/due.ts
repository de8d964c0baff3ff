import { pastTimes } from './cron.ts';
import { type IsoWeek, previousWeek, weekOf } from './iso-week.ts';

/** A schedule as far as time is concerned: a five-field cron expression read in an IANA zone. */
export interface Timetable {
  readonly id: string;
  readonly cron: string;
  readonly timezone: string;
}

/** One missed or due occurrence: the week it reports on, and whether it is still worth a mail. */
export interface Due {
  readonly scheduleId: string;
  /** The last complete ISO week before the occurrence, in the schedule's zone. */
  readonly week: IsoWeek;
  readonly dueAt: number;
  readonly verdict: 'run' | 'skip';
  /** Why an occurrence is skipped; null for a run. */
  readonly reason: string | null;
}

/** What the ledger holds of a schedule. Instants are milliseconds since the epoch. */
export interface Past {
  /** The weeks that have a run, skipped ones included. */
  readonly weeks: ReadonlySet<IsoWeek>;
  /** When the first of them was planned. */
  readonly since: number;
  /** When the bot last looked at this schedule, and its {@link timetableOf} then; null where that is not known. */
  readonly look: { readonly at: number; readonly timetable: string } | null;
  /** When the bot last looked at any schedule. */
  readonly lastLook: number;
}

/** A schedule's times as one text, to notice a change. */
export function timetableOf({ cron, timezone }: Timetable): string {
  return `${cron} ${timezone}`;
}

export interface Grace {
  /** An occurrence older than this is not caught up, milliseconds. */
  readonly graceMs: number;
}

export const defaultGrace: Grace = { graceMs: 3 * 86_400_000 };

/** Occurrences looked at when the bot was away; daily schedules over two months. */
const reach = 60;

/**
 * What is due at `now`. Only the newest occurrence inside the grace is run; older ones since the last known run are
 * recorded as skipped. What came due before the schedule's first run was planned is no downtime and is left out, so a
 * schedule without any run has nothing to be skipped.
 */
export function due(
  schedules: readonly Timetable[],
  now: number,
  past: ReadonlyMap<string, Past>,
  grace: Grace = defaultGrace,
): Due[] {
  return schedules.flatMap((schedule) => dueOf(schedule, now, past.get(schedule.id) ?? null, grace));
}

function dueOf(schedule: Timetable, now: number, past: Past | null, grace: Grace): Due[] {
  const newestKnown = [...(past?.weeks ?? [])].sort().at(-1);
  const found = new Map<IsoWeek, Due>();
  let looked = 0;
  for (const dueAt of pastTimes(schedule.cron, schedule.timezone, now)) {
    looked += 1;
    if (looked > reach) break;
    const week = reportedWeek(dueAt, schedule.timezone);
    const inGrace = now - dueAt <= grace.graceMs;
    const newest = found.size === 0;
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
      reason: run ? null : skipReason(schedule, past, dueAt, newest, now),
    });
  }
  return [...found.values()].reverse();
}

/** The week that a digest of this instant reports on: the last one that is complete in the zone. */
export function reportedWeek(instant: number, zone: string): IsoWeek {
  return previousWeek(weekOf(instant, zone));
}

/** What really kept a week from being sent; where that is not known, only what is. */
function skipReason(
  schedule: Timetable,
  past: Past | null,
  dueAt: number,
  newest: boolean,
  now: number,
): string {
  const look = past?.look ?? null;
  const away = past !== null && look !== null && past.lastLook < dueAt;
  if (away)
    return newest
      ? `downtime: the bot did not run, or did not reach its database, from ${minute(past.lastLook)} to ${minute(now)}, more than three days after the week came due`
      : 'downtime: a newer week was due when the bot came back';
  if (look !== null && look.at < dueAt)
    return `the bot ran without this schedule from ${minute(look.at)} to ${minute(now)}`;
  if (look !== null && look.timetable !== timetableOf(schedule))
    return `the times of the schedule were changed from "${look.timetable}" after ${minute(look.at)}, when the week was not due by them`;
  return newest
    ? `it came due at ${minute(dueAt)} and was not planned within three days`
    : 'a newer week was due as well, and only the newest one is sent';
}

/** `2026-11-23T08:00Z`. */
function minute(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 16)}Z`;
}
