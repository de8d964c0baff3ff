import {
  addDays,
  type CalendarDate,
  type DateSpan,
  type ParsedPeriod,
  type Period,
  parsePeriod,
  toCalendarDate,
} from '@answershare/core';
import { CellError, isBlank, listCells } from '../ports/cell.ts';
import type { HistoryQuery, Since } from '../ports/file-facts.ts';
import type { FunctionContext } from '../ports/function-context.ts';
import type { ServicePeriod } from '../ports/query.ts';

/** Counted back from today; today is one of the 90 days (specification §4, `period`). */
const maxPeriodDays = 90;

/** What a period is read with: the calendar of the spreadsheet's zone, and its locale. */
export type PeriodCalendar = Pick<FunctionContext, 'dateOfCell' | 'today' | 'locale' | 'words'>;

/** The default window of the service's web application. */
const defaultPeriod = '30d';

/**
 * Parses a period of one cell or two.
 * @param hasWords true to read words of six languages too, for which Service.js is loaded
 */
function parseArgument(argument: unknown, calendar: PeriodCalendar, hasWords: boolean): ParsedPeriod {
  const { dateOfCell, today, locale } = calendar;
  const cells = listCells(argument).map((cell) => (cell instanceof Date ? dateOfCell(cell) : cell));
  const context = { today: today(), locale, toDate: (epochMs: number) => dateOfCell(new Date(epochMs)) };
  return parsePeriod(
    cells,
    hasWords ? { ...context, translate: (...of) => calendar.words().translatePeriod(...of) } : context,
  );
}

function readPeriod(argument: unknown, calendar: PeriodCalendar): Period {
  const parsed = parseArgument(argument, calendar, true);
  if (!parsed.ok) throw new CellError('bad_window', calendar.words().formatPeriodFault(parsed.fault));
  return parsed.period;
}

const isBlankArgument = (argument: unknown): boolean => {
  const [only, ...more] = listCells(argument);
  return more.length === 0 && isBlank(only);
};

/** True for a period that is not blank; one in words alone only with `hasWords`. */
export const isPeriod = (argument: unknown, calendar: PeriodCalendar, hasWords = false): boolean =>
  !listCells(argument).every(isBlank) && parseArgument(argument, calendar, hasWords).ok;

/**
 * The days of a period at the service. A relative period follows the date of the spreadsheet, so it has the same days
 * from midnight to midnight. The oldest of 90 days is left out while the spreadsheet's date is a day behind.
 */
function toServicePeriod(period: Period, today: CalendarDate, serviceToday: CalendarDate): ServicePeriod {
  const isAhead = today > serviceToday && period.to === today;
  const oldest = addDays(serviceToday, 1 - maxPeriodDays);
  const isBeforeOldest = period.kind === 'relative' && period.from === addDays(oldest, -1);
  const dates = {
    from: isBeforeOldest && today < serviceToday ? oldest : period.from,
    to: isAhead ? serviceToday : period.to,
  };
  const isBehind = today < serviceToday && dates.to === today;
  const finished = isBehind ? { from: dates.from, to: addDays(today, -1) } : dates;
  const lastWhole = addDays(today < serviceToday ? today : serviceToday, -1);
  return { period, today, serviceToday, dates, finished, lastWhole };
}

/** Reads a period; a blank is the last 30 days. @throws CellError */
export function readServicePeriod(argument: unknown, calendar: PeriodCalendar): ServicePeriod {
  const period = readPeriod(isBlankArgument(argument) ? defaultPeriod : argument, calendar);
  return toServicePeriod(period, calendar.today(), toCalendarDate(Date.now()));
}

/** The dates to ask the service for. @throws CellError if no day has begun there */
export function toServiceDates({ today, serviceToday, dates }: ServicePeriod): DateSpan {
  if (dates.from > serviceToday && dates.from === today) {
    throw new CellError(
      'bad_window',
      `${today} has not begun at the service: its days begin at 00:00 UTC. Write 2d, yesterday or last 7 days.`,
    );
  }
  return dates;
}

/** The dates of a window argument at the service. @throws CellError */
export function readWindowArgument(argument: unknown, calendar: PeriodCalendar): DateSpan {
  return toServiceDates(readServicePeriod(argument, calendar));
}

/**
 * Joins two dates in two arguments, as GOOGLEFINANCE takes them, into one window. Later arguments move up.
 * @param at the index of the window
 */
export function joinDateArguments(
  args: readonly unknown[],
  at: number,
  calendar: PeriodCalendar,
): readonly unknown[] {
  const ends = args.slice(at, at + 2).map((argument) => listCells(argument));
  const areDates = ends.length === 2 && ends.every((cells) => isDateArgument(cells, calendar));
  return areDates ? [...args.slice(0, at), [ends.flat()], ...args.slice(at + 2)] : args;
}

/** True for one cell with a date, or with a text that only a date can be. */
export function isDateArgument(cells: readonly unknown[], calendar: PeriodCalendar): boolean {
  const [cell] = cells;
  if (cells.length !== 1 || cell instanceof Date) return cells.length === 1;
  if (typeof cell !== 'string' || !/\d/.test(cell)) return false;
  const parsed = parseArgument(cell, calendar, /[^\d\W].*\d|\d.*[^\d\W]/.test(cell));
  return parsed.ok
    ? parsed.period.from === parsed.period.to && parsed.period.last === null
    : /^\s*\d+[-./]\s*\d+[-./]\s*\d+/.test(cell) || ['calendar', 'ambiguous'].includes(parsed.fault.kind);
}

const toSince = ({ from, last }: Period): Since => (last === null ? { date: from } : { days: last });

/** Reads the start of a change: `7d`, a date, or a period up to today. A blank is a week. @throws CellError */
export function readSinceArgument(argument: unknown, calendar: PeriodCalendar): Since {
  if (isBlankArgument(argument)) return { days: 7 };
  const period = readPeriod(argument, calendar);
  if (period.from !== period.to && period.to !== calendar.today()) {
    throw new CellError(
      'bad_window',
      `The period ends on ${period.to}, but a change ends on the newest tracked day. Write the start, such as 7d or ${period.from}.`,
    );
  }
  return toSince(period);
}

/** Reads the days of a history: a period, or a date as its start. A blank is all of it. @throws CellError */
export function readHistoryArgument(
  argument: unknown,
  calendar: PeriodCalendar,
): Pick<HistoryQuery, 'since' | 'until'> {
  if (isBlankArgument(argument)) return { since: null, until: null };
  const period = readPeriod(argument, calendar);
  const isStart = period.kind === 'dates' && period.from === period.to;
  return { since: toSince(period), until: isStart || period.last !== null ? null : period.to };
}
