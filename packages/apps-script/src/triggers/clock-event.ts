import { wallTime } from '../spreadsheet/serial-date.ts';

/** The event object of a time-driven trigger (guides/triggers/events), its parts in the trigger's zone. */
export function clockEvent(
  triggerUid: string,
  instant: number,
  timeZone: string,
): { [field: string]: unknown } {
  const local = new Date(wallTime(instant, timeZone));
  const weekDay = local.getUTCDay() === 0 ? 7 : local.getUTCDay();
  return {
    authMode: 'FULL',
    'day-of-month': local.getUTCDate(),
    'day-of-week': weekDay,
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
    month: local.getUTCMonth() + 1,
    second: local.getUTCSeconds(),
    timezone: timeZone,
    triggerUid,
    'week-of-year': isoWeek(local),
    year: local.getUTCFullYear(),
  };
}

function isoWeek(local: Date): number {
  const thursday = new Date(local);
  thursday.setUTCDate(local.getUTCDate() + 4 - (local.getUTCDay() || 7));
  const yearStart = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  return Math.ceil(((thursday.getTime() - yearStart) / 86_400_000 + 1) / 7);
}
