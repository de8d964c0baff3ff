import { addDays, type CalendarDate, type DateSpan } from '../calendar/calendar.ts';
import {
  addUnits,
  type CalendarUnit,
  daysOfUnit,
  isValidDate,
  monthsOfUnit,
  startOfUnit,
} from '../calendar/units.ts';
import { toText } from '../json/json.ts';
import { type PeriodContext, parseDateText } from './date-text.ts';
import { maxPeriodDays, type PeriodFault } from './period-fault.ts';

/** Inclusive dates. They depend on today's date where the period is written, never on the hour. */
export interface Period extends DateSpan {
  /** `relative` periods move with today; `dates` stay. */
  readonly kind: 'relative' | 'dates';
  /** n for n days up to today, written as a count; null for every other period. */
  readonly last: number | null;
}

export type ParsedPeriod =
  | { readonly ok: true; readonly period: Period }
  | { readonly ok: false; readonly fault: PeriodFault };

const isFault = (read: object | string | null): read is PeriodFault =>
  typeof read === 'object' && read !== null && 'kind' in read && !('last' in read);

const relative = (from: CalendarDate, to: CalendarDate, last: number | null = null): Period => ({
  from,
  to,
  kind: 'relative',
  last,
});

/** `7d`, `4 weeks` and `30` count today; `last 7 days` and `last 3 months` are whole units before today's. */
function parseCount(text: string, today: CalendarDate): Period | PeriodFault | null {
  const [, whole, digits = '', name = 'd'] =
    /^(last |previous )?(\d{1,12}) ?(d|w|m|q|y|days?|weeks?|months?|quarters?|years?)?$/.exec(text) || [];
  if (digits === '') return null;
  const [unit, count] = [name.charAt(0) as CalendarUnit, Number(digits)];
  if (text === digits && count >= 1900 && count <= 2100) return { kind: 'year', written: text };
  // Unix seconds, or a date without its format.
  if (text === digits && count > maxPeriodDays) return null;
  if (count < 1 || count * daysOfUnit[unit] > maxPeriodDays) return { kind: 'length', written: text };
  if (whole !== undefined) {
    const end = startOfUnit(today, unit, 'mon');
    return relative(addUnits(end, unit, -count), addDays(end, -1));
  }
  const days = monthsOfUnit[unit] > 0 ? null : count * daysOfUnit[unit];
  return relative(addDays(addUnits(today, unit, -count), 1), today, days);
}

/** `this week`, `MTD`, `last month`, `last week sun`. A week begins on Monday unless `sun` follows. */
function parseUnitWords(text: string, today: CalendarDate): Period | null {
  const [, toDate] = /^([wmqy])td$/.exec(text.replace(/^(\w)\w* to date$/, '$1td')) || [];
  const [, which = 'this', word = toDate, weekday = 'mon'] =
    /^(this|last|previous) (week|month|quarter|year)(?: (mon|sun)(?:day)?(?: (?:sun|sat|today)(?:day)?)?)?$/.exec(
      text,
    ) || [];
  if (word === undefined || (weekday !== 'mon' && word !== 'week')) return null;
  const unit = word.charAt(0) as CalendarUnit;
  const start = startOfUnit(today, unit, weekday as 'mon' | 'sun');
  return which === 'this' ? relative(start, today) : relative(addUnits(start, unit, -1), addDays(start, -1));
}

function parseDayWord(text: string, today: CalendarDate): Period | null {
  if (text === 'today') return relative(today, today);
  const yesterday = addDays(today, -1);
  return text === 'yesterday' ? relative(yesterday, yesterday) : null;
}

/** A day, month or quarter by its numbers. The current month and quarter end today. */
function parseDates(text: string, context: PeriodContext): Period | PeriodFault | null {
  const { today } = context;
  const [, year, month] = /^(\d{4})-(\d\d?)$/.exec(text) || [];
  const [, quarter, ofYear] = /^(q[1-4]) (\d{4})$/.exec(text.replace(/^(\d{4})[- ]?(q\d)$/, '$2 $1')) || [];
  if (year === undefined && quarter === undefined) {
    const date = parseDateText(text, context);
    return typeof date === 'string' ? { from: date, to: date, kind: 'dates', last: null } : date;
  }
  const first = quarter === undefined ? Number(month) : Number(quarter.charAt(1)) * 3 - 2;
  const from = `${year ?? ofYear}-${String(first).padStart(2, '0')}-01`;
  if (!isValidDate(from)) return { kind: 'calendar', written: text };
  const to = addDays(addUnits(from, quarter === undefined ? 'm' : 'q', 1), -1);
  return from <= today && to > today ? relative(from, today) : { from, to, kind: 'dates', last: null };
}

const parseEnd = (text: string, context: PeriodContext): Period | PeriodFault | null =>
  parseDayWord(text, context.today) ?? parseUnitWords(text, context.today) ?? parseDates(text, context);

/** The days that both Forms give: 90 with today (specification §4, `period`). */
const openDays = 90;

function joinEnds(
  [left, right]: readonly [string, string],
  isOpen: boolean,
  context: PeriodContext,
): Period | PeriodFault {
  const { today } = context;
  const from =
    isOpen && left === '' ? relative(addDays(today, 1 - openDays), today) : parseEnd(left, context);
  const to = isOpen && right === '' ? relative(today, today) : parseEnd(right, context);
  if (from === null || isFault(from)) return from ?? { kind: 'date', written: left };
  if (to === null || isFault(to)) return to ?? { kind: 'date', written: right };
  if (from.from > to.to) {
    if (isOpen && left === '') return { kind: 'openStart', to: to.to, oldest: from.from };
    if (isOpen && right === '') return { kind: 'future', written: left, from: from.from, today };
    return { kind: 'order', from: from.from, to: to.to };
  }
  const kind = from.kind === 'relative' || to.kind === 'relative' ? 'relative' : 'dates';
  return { from: from.from, to: to.to, kind, last: null };
}

/** Splits at each separator in turn. `-` and `:` also occur within a date, so there both sides have to be dates. */
function parseRange(text: string, context: PeriodContext): Period | PeriodFault | null {
  if (text.replace(/[.…]/g, '') === '') return null;
  const separators = /\.{2,}|…|\b(?:to|until)\b|[-–—:]/g;
  let fault: PeriodFault | null = null;
  for (let match = separators.exec(text); match !== null; match = separators.exec(text)) {
    const [separator] = match;
    const ends = [text.slice(0, match.index).trim(), text.slice(separators.lastIndex).trim()] as const;
    const read = joinEnds(ends, /^[.…]/.test(separator), context);
    if (!isFault(read) || /[.…a-z]/.test(separator)) return read;
    if (read.kind !== 'date' && read.kind !== 'number') fault = fault ?? read;
  }
  return fault;
}

/** Lower case; `_`, repeated, no-break and zero-width spaces become one space. */
const normalize = (value: unknown): string =>
  toText(value)
    .replace(/\u200b|\u200c|\u200d|\u2060/g, '')
    .replace(/[\s_]+/g, ' ')
    .trim()
    .toLowerCase();

/** Longer texts are no period; parsing takes time quadratic in the length. */
const maxTextLength = 100;

function parseText(text: string, context: PeriodContext): Period | PeriodFault | null {
  const { today } = context;
  if (text.length > maxTextLength) return null;
  const read = parseCount(text, today) ?? parseEnd(text, context);
  if (read === null) return parseRange(text, context);
  return isFault(read) || read.from <= today
    ? read
    : { kind: 'future', written: text, from: read.from, today };
}

/**
 * Parses a period as people write it: one text or number, or two values with a date each.
 * @param values of one or two cells; a date cell as its date `YYYY-MM-DD`
 */
export function parsePeriod(values: readonly unknown[], context: PeriodContext): ParsedPeriod {
  const [first = '', second = ''] = values.map(normalize);
  const count = values.length;
  const read: Period | PeriodFault =
    count > 2
      ? { kind: 'cells', count }
      : ((count === 2 ? joinEnds([first, second], false, context) : parseText(first, context)) ?? {
          kind: 'unknown',
          written: toText(values[0]).trim(),
        });
  if (!isFault(read)) return { ok: true, period: read };
  const isMissing = count === 2 && (first === '' || second === '');
  return isMissing
    ? { ok: false, fault: read }
    : translate(read, count === 2 ? `${first}..${second}` : first, context);
}

/** Reads other words for a text that is no period of this grammar. */
function translate(fault: PeriodFault, text: string, context: PeriodContext): ParsedPeriod {
  const isForeign = fault.kind === 'unknown' || fault.kind === 'date' || fault.kind === 'number';
  const words =
    isForeign && text.length <= maxTextLength ? context.translate?.(text, context, parseDateText) : null;
  const read = typeof words === 'string' ? parseText(words, context) : (words ?? null);
  return read === null || isFault(read) ? { ok: false, fault: read ?? fault } : { ok: true, period: read };
}
