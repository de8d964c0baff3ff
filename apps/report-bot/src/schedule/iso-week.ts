/** A calendar date `YYYY-MM-DD`. */
export type Day = string;

/** An ISO 8601 week, `2026-W47`: Monday to Sunday, week 1 holds the year's first Thursday. */
export type IsoWeek = string;

const dayMs = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** The calendar date that a clock in `zone` (IANA name) shows at `epochMs`. Throws RangeError for an unknown zone. */
export function dayIn(epochMs: number, zone: string): Day {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US-u-ca-iso8601-nu-latn', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    formats.set(zone, format);
  }
  const part: Record<string, string> = {};
  for (const { type, value } of format.formatToParts(epochMs)) part[type] = value;
  return `${(part.year ?? '').padStart(4, '0')}-${part.month}-${part.day}`;
}

/** The ISO week of the date that a clock in `zone` shows at `epochMs`. */
export function weekOf(epochMs: number, zone: string): IsoWeek {
  return weekOfDay(dayIn(epochMs, zone));
}

/** The ISO week that holds a calendar date. */
export function weekOfDay(day: Day): IsoWeek {
  const midnight = midnightOf(day);
  const thursday = midnight + (3 - mondayIndex(midnight)) * dayMs;
  const year = new Date(thursday).getUTCFullYear();
  const number = 1 + Math.floor((thursday - Date.UTC(year, 0, 1)) / (7 * dayMs));
  return `${String(year).padStart(4, '0')}-W${String(number).padStart(2, '0')}`;
}

/** The seven dates of a week, Monday first. Throws RangeError for text that names no week. */
export function weekDays(week: IsoWeek): Day[] {
  const monday = mondayOf(week);
  return Array.from({ length: 7 }, (_, index) => dayText(monday + index * dayMs));
}

/** The week before. */
export function previousWeek(week: IsoWeek): IsoWeek {
  return weekOfDay(dayText(mondayOf(week) - dayMs));
}

/** The week after. */
export function nextWeek(week: IsoWeek): IsoWeek {
  return weekOfDay(dayText(mondayOf(week) + 7 * dayMs));
}

/** True for text such as `2026-W53` that names a week its year has. */
export function isWeek(text: string): boolean {
  const found = /^(\d{4})-W(\d{2})$/.exec(text);
  if (found === null) return false;
  const monday = firstMonday(Number(found[1])) + (Number(found[2]) - 1) * 7 * dayMs;
  return weekOfDay(dayText(monday)) === text;
}

function mondayOf(week: IsoWeek): number {
  if (!isWeek(week)) throw new RangeError(`"${week}" is not an ISO week; write it as 2026-W47.`);
  return firstMonday(Number(week.slice(0, 4))) + (Number(week.slice(6)) - 1) * 7 * dayMs;
}

/** ISO 8601: 4 January is always in week 1. */
function firstMonday(year: number): number {
  const fourth = Date.UTC(year, 0, 4);
  return fourth - mondayIndex(fourth) * dayMs;
}

function mondayIndex(midnight: number): number {
  return (new Date(midnight).getUTCDay() + 6) % 7;
}

function midnightOf(day: Day): number {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight)) throw new RangeError(`"${day}" is not a date; write it as 2026-11-16.`);
  return midnight;
}

function dayText(midnight: number): Day {
  return new Date(midnight).toISOString().slice(0, 10);
}
