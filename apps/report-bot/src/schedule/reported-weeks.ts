import { type Cadence, cadences } from '@answershare/core';
import { iterateNextTimes } from './cron.ts';
import { type Timetable, toReportedWeek } from './due.ts';
import { type IsoWeek, nextWeek, toLocalDate } from './iso-week.ts';

/** A year with all changes of the clock, and the week that both its ends share; three of longer periods. */
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

function listReportedWeeks(schedule: Timetable, now: number): Coverage {
  const { cron, timezone, period } = schedule;
  const times = new Map<IsoWeek, number[]>();
  let [count, end] = [0, now + (period?.unit === 'm' ? 3 : 1) * horizonMs];
  for (const time of iterateNextTimes(cron, timezone, now)) {
    if (time > end) break;
    count += 1;
    if (count > maxTimes) end = time;
    const week = toReportedWeek(schedule, time);
    times.set(week, [...(times.get(week) ?? []), time]);
  }
  const [first] = times.keys();
  const last = toReportedWeek(schedule, end);
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
  const { period = cadences.week } = schedule;
  // A cron expression cannot count other days than those of a week: the first time after a period reports it.
  const isCountable = period.unit === 'm' || period.count === 7;
  const repeated = [...times].filter(([, all]) => all.length > 1 && isCountable).map(([week]) => week);
  const advice = `For each ${nameOf(schedule)} once write cron: "${suggestCron(first, schedule.timezone, period)}".`;
  return [
    ...(repeated.length === 0
      ? []
      : [
          {
            isWarning: false,
            message: `several times report the same ${nameOf(schedule)}, and only the first of them sends: ${formatWeeks(repeated, schedule)}. ${advice}`,
          },
        ]),
    ...(missing.length === 0
      ? []
      : [
          {
            isWarning: false,
            message: `no time reports ${formatWeeks(missing, schedule)}; no recipient gets them. ${advice}`,
          },
        ]),
    ...(repeated.length + missing.length === 0 && isWeekly(schedule) && isSunday(first, schedule.timezone)
      ? [
          {
            isWarning: true,
            message: `a Sunday belongs to a week that is not over, so each mail reports the week that ended seven days before. ${advice}`,
          },
        ]
      : []),
  ];
}

const isWeekly = ({ period }: Timetable): boolean => period === undefined || period === cadences.week;

const nameOf = (schedule: Timetable): string => (isWeekly(schedule) ? 'week' : 'period');

const formatWeeks = (weeks: readonly IsoWeek[], schedule: Timetable): string => {
  const shown = weeks.slice(0, 3).join(', ');
  const more = `${weeks.length - 3} more ${isWeekly(schedule) ? 'weeks of a year' : 'periods'}`;
  return weeks.length > 3 ? `${shown} and ${more}` : shown;
};

const isSunday = (time: number, zone: string): boolean => new Date(toLocalDate(time, zone)).getUTCDay() === 0;

/** The first day after each period, at the hour and minute of a time. */
function suggestCron(time: number, timeZone: string, { count, unit, from }: Cadence): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: 'numeric', minute: 'numeric' });
  const [hour, minute] = format.format(time).split(':').map(Number);
  const [month, day] = [Number(from.slice(5, 7)), Number(from.slice(8))];
  const months = Array.from({ length: 12 }, (_, at) => at + 1).filter((at) => (at - month) % count === 0);
  if (unit === 'm')
    return `${minute} ${hour} ${day} ${count === 1 || 12 % count > 0 ? '*' : months.join(',')} *`;
  return `${minute} ${hour} * * ${count === 7 ? new Date(from).getUTCDay() : 1}`;
}
