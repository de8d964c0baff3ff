import { readFileSync } from 'node:fs';

/** A period as a person types it into a file of a locale, and the days or the sentence that are due. */
export interface TypedPeriod {
  /** ISO 8601 in UTC. */
  readonly instant: string;
  readonly locale: string;
  readonly typed: string;
  /**
   * `month-1` is the month before, `month` up to today, `7 days` with today, `3 months before` whole ones, `A..B` dates
   * or these, `? words` a sentence with the words.
   */
  readonly due: string;
}

/** One file of each zone: at one instant there are two dates in them. */
export const zones = ['America/Los_Angeles', 'Etc/UTC', 'Asia/Tokyo', 'Pacific/Auckland'] as const;

export const dayIn = (timeZone: string, epochMs: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(epochMs);

export function listTypedPeriods(): readonly TypedPeriod[] {
  let [instant, locale] = ['', ''];
  return readFileSync(new URL('typed-periods.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [, level, title = ''] = /^(##?) (\S+)$/.exec(line) ?? [];
      if (level === '#') instant = title;
      if (level === '##') locale = title;
      const at = line.indexOf(' | ');
      return level === undefined
        ? [{ instant, locale, typed: line.slice(0, at), due: line.slice(at + 3) }]
        : [];
    });
}

type Days = readonly [from: string, to: string];

const toDate = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

/** The days that are due in a zone, by the calendar of `Date` alone; null for a sentence. */
export function computeDueDays({ due, instant }: TypedPeriod, zone: string): Days | null {
  if (due.startsWith('?')) return null;
  const today = dayIn(zone, Date.parse(instant));
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number);
  const shift = (days: number): string => toDate(year, month - 1, day + days);
  const dayBefore = (date: string): string => {
    const [y = 0, m = 0, d = 0] = date.split('-').map(Number);
    return toDate(y, m - 1, d - 1);
  };
  const startOf = (unit: string, by: number): string => {
    const weekday = new Date(today).getUTCDay();
    if (unit === 'day') return shift(by);
    if (unit === 'week') return shift(7 * by - ((weekday + 6) % 7));
    if (unit === 'sunweek') return shift(7 * by - weekday);
    if (unit === 'month') return toDate(year, month - 1 + by, 1);
    return unit === 'year'
      ? toDate(year + by, 0, 1)
      : toDate(year, month - 1 - ((month - 1) % 3) + 3 * by, 1);
  };
  const readPart = (part: string): Days => {
    if (part.includes('T')) return readPart(dayIn(zone, Date.parse(part)));
    const [, unit, back] = /^(day|week|sunweek|month|quarter|year)(?:-(\d))?$/.exec(part) ?? [];
    const by = Number(back ?? 0);
    if (unit) return [startOf(unit, -by), by === 0 ? today : dayBefore(startOf(unit, 1 - by))];
    const ago = part === 'today' ? 0 : part === 'yesterday' ? -1 : part === '*90' ? -89 : Number(part);
    if (!Number.isNaN(ago)) return [shift(ago), shift(ago)];
    const [ofYear = 0, ofMonth = 0, ...rest] = part.split('-').map(Number);
    const end = toDate(ofYear, ofMonth, 0);
    return rest.length > 0
      ? [part, part]
      : [`${part}-01`, `${part}-01` <= today && end > today ? today : end];
  };
  const [, digits, unit = '', before] = /^(\d+) (day|week|month|year)s?( before)?$/.exec(due) ?? [];
  const count = Number(digits);
  if (digits === undefined) {
    const [from = '', to = from] = due.split('..');
    return [readPart(from)[0], readPart(to)[1]];
  }
  if (before) return [startOf(unit, -count), dayBefore(startOf(unit, 0))];
  if (unit === 'day') return [shift(1 - count), today];
  const months = unit === 'year' ? 12 * count : count;
  const last = Number(toDate(year, month - months, 0).slice(8));
  return [toDate(year, month - 1 - months, Math.min(day, last) + 1), today];
}
