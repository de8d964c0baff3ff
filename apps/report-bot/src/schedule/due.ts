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

/** What the ledger holds of a schedule. */
export interface Past {
  /** The weeks that have a run, skipped ones included. */
  readonly weeks: ReadonlySet<IsoWeek>;
  /** When the first of them was planned, milliseconds since the epoch. */
  readonly since: number;
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
      reason: run ? null : skipReason(inGrace),
    });
  }
  return [...found.values()].reverse();
}

/** The week that a digest of this instant reports on: the last one that is complete in the zone. */
export function reportedWeek(instant: number, zone: string): IsoWeek {
  return previousWeek(weekOf(instant, zone));
}

function skipReason(inGrace: boolean): string {
  return inGrace
    ? 'downtime: a newer week was due when the bot came back'
    : 'downtime: the bot was away for more than three days after the week came due';
}
