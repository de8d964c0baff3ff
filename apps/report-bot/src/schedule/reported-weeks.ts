import { iterateNextTimes } from './cron.ts';
import { type Timetable, toReportedWeek } from './due.ts';
import { type IsoWeek, nextWeek, toLocalDate } from './iso-week.ts';

/** A year with all changes of the clock, and the week that both its ends share. */
const horizonMs = 378 * 86_400_000;

/** More times than a daily schedule has; the rest repeats weeks. */
const maxTimes = 400;

/** The weeks that the times of a year report. */
interface Coverage {
  /** The times by week, in order. */
  readonly times: ReadonlyMap<IsoWeek, readonly number[]>;
  /** Weeks after the first reported one that no time reports. */
  readonly missing: readonly IsoWeek[];
}

function listReportedWeeks({ cron, timezone }: Timetable, now: number): Coverage {
  const times = new Map<IsoWeek, number[]>();
  let [count, end] = [0, now + horizonMs];
  for (const time of iterateNextTimes(cron, timezone, now)) {
    if (time > end) break;
    count += 1;
    if (count > maxTimes) end = time;
    const week = toReportedWeek(time, timezone);
    times.set(week, [...(times.get(week) ?? []), time]);
  }
  const [first] = times.keys();
  const last = toReportedWeek(end, timezone);
  const missing: IsoWeek[] = [];
  for (let week = first ?? last; week < last; week = nextWeek(week)) if (!times.has(week)) missing.push(week);
  return { times, missing };
}

/** A fault of a schedule's times, with the expression that has none. */
export interface RhythmFault {
  /** True if the times do what they say, and a person may want it otherwise. */
  readonly isWarning: boolean;
  readonly message: string;
}

/** Whether the times of a schedule report each week once, as soon as it is over. */
export function findRhythmFaults(schedule: Timetable, now: number): readonly RhythmFault[] {
  const { times, missing } = listReportedWeeks(schedule, now);
  const [first] = [...times.values()].flat();
  if (first === undefined) return [];
  const repeated = [...times].filter(([, all]) => all.length > 1).map(([week]) => week);
  const advice = `For each week once write cron: "${suggestCron(first, schedule.timezone)}".`;
  return [
    ...(repeated.length === 0
      ? []
      : [
          {
            isWarning: false,
            message: `several times report the same week, and only the first of them sends: ${formatWeeks(repeated)}. ${advice}`,
          },
        ]),
    ...(missing.length === 0
      ? []
      : [
          {
            isWarning: false,
            message: `no time reports ${formatWeeks(missing)}; no recipient gets them. ${advice}`,
          },
        ]),
    ...(repeated.length + missing.length === 0 && isSunday(first, schedule.timezone)
      ? [
          {
            isWarning: true,
            message: `a Sunday belongs to a week that is not over, so each mail reports the week that ended seven days before. ${advice}`,
          },
        ]
      : []),
  ];
}

const formatWeeks = (weeks: readonly IsoWeek[]): string => {
  const shown = weeks.slice(0, 3).join(', ');
  return weeks.length > 3 ? `${shown} and ${weeks.length - 3} more weeks of a year` : shown;
};

const isSunday = (time: number, zone: string): boolean => new Date(toLocalDate(time, zone)).getUTCDay() === 0;

/** Mondays, at the hour and minute of a time. */
function suggestCron(time: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: 'numeric', minute: 'numeric' });
  const [hour, minute] = format.format(time).split(':').map(Number);
  return `${minute} ${hour} * * 1`;
}
