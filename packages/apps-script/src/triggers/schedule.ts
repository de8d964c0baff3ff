import type { TimeTrigger } from '../host-calls.ts';
import { instantOf, wallTime } from '../spreadsheet/serial-date.ts';

const hour = 3_600_000;
const day = 24 * hour;
const weekDays = 'SUNDAY MONDAY TUESDAY WEDNESDAY THURSDAY FRIDAY SATURDAY'.split(' ');

/** When a time-driven trigger fires: all that was asked for, and what Google would choose by chance, chosen once. */
export interface Schedule {
  asked: TimeTrigger['schedule'];
  timeZone: string;
  createdAt: number;
  /** Milliseconds into the local day; null for hourly triggers. */
  timeOfDay: number | null;
}

/** `random` chooses the minute where only an hour was asked for, and up to 15 minutes around nearMinute. */
export function chooseSchedule(
  asked: TimeTrigger['schedule'],
  timeZone: string,
  createdAt: number,
  random: () => number,
): Schedule {
  if ('everyHours' in asked || 'after' in asked) return { asked, timeZone, createdAt, timeOfDay: null };
  const atHour = Number(asked.atHour ?? Math.floor(random() * 24));
  const minute =
    asked.nearMinute === undefined
      ? Math.floor(random() * 60)
      : Number(asked.nearMinute) - 15 + Math.floor(random() * 31);
  return { asked, timeZone, createdAt, timeOfDay: atHour * hour + minute * 60_000 };
}

/** The first due moment after `after`, in epoch milliseconds; null when there is none any more. */
export function nextDue(schedule: Schedule, after: number): number | null {
  const { asked, createdAt } = schedule;
  if (asked.after !== undefined) {
    const due = createdAt + Number(asked.after);
    return due > after ? due : null;
  }
  if (schedule.timeOfDay === null) {
    const step = Number(asked.everyHours) * hour;
    return createdAt + Math.max(1, Math.floor((after - createdAt) / step) + 1) * step;
  }
  const firstDay = localDay(createdAt, schedule.timeZone);
  for (let date = Math.max(firstDay, localDay(after, schedule.timeZone) - day); ; date += day) {
    const due = instantOf(date + schedule.timeOfDay, schedule.timeZone);
    if (due > after && due > createdAt && falls(asked, date, firstDay)) return due;
  }
}

/** Midnight of the local day, written as if it were UTC. */
function localDay(instant: number, timeZone: string): number {
  const wall = wallTime(instant, timeZone);
  return wall - (((wall % day) + day) % day);
}

function falls(asked: TimeTrigger['schedule'], date: number, firstDay: number): boolean {
  const local = new Date(date);
  if (asked.onMonthDay !== undefined) return local.getUTCDate() === asked.onMonthDay;
  const days = Math.round((date - firstDay) / day);
  if (asked.onWeekDay === undefined && asked.everyWeeks === undefined)
    return days % Number(asked.everyDays) === 0;
  const weekDay = asked.onWeekDay ?? weekDays[new Date(firstDay).getUTCDay()];
  if (weekDays[local.getUTCDay()] !== weekDay) return false;
  return Math.floor(days / 7) % Number(asked.everyWeeks ?? 1) === 0;
}
