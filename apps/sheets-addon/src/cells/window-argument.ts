import { type AnalyticsWindow, addDays, type CalendarDate, toCalendarDate } from '@answershare/core';
import { CellError, isBlank, listCells, toRange } from '../ports/cell.ts';
import type { Since } from '../ports/file-facts.ts';
import type { FunctionContext } from '../ports/function-context.ts';

/** Counted back from today; today is one of the 90 days (specification §4, `period`). */
const maxPeriodDays = 90;

/**
 * The last n days up to today in the spreadsheet's zone, as dates. The service's days are assumed in UTC. A day that
 * has not begun there is left out. So is the oldest of 90 while the sheet's date is a day behind.
 * @param today in the spreadsheet's zone
 * @param serviceToday in UTC
 * @throws CellError if the only requested day has not begun at the service
 */
function toServiceWindow(
  window: AnalyticsWindow,
  today: CalendarDate,
  serviceToday: CalendarDate,
): AnalyticsWindow {
  if (!('last' in window) || today === serviceToday) return window;
  const from = addDays(today, 1 - window.last);
  if (window.last === 1 && from > serviceToday) {
    throw new CellError(
      'bad_window',
      `${today} has not begun at the service, whose days are those of UTC: 1d has no figures yet. Write 2d for the day before.`,
    );
  }
  const oldest = addDays(serviceToday, 1 - maxPeriodDays);
  return {
    from: window.last <= maxPeriodDays && from < oldest ? oldest : from,
    to: today > serviceToday ? serviceToday : today,
  };
}

/** In seconds 1973 to 5138, in milliseconds 1970 to 1973: the service has no earlier dates. */
const minSeconds = 1e8;
const minMilliseconds = 1e11;

const date = /^\d{4}-\d{2}-\d{2}$/;
const clock = /^(\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:\d{2})?$/i;

function isDate(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text;
}

function fromUnixSeconds(
  seconds: number,
  dateOfCell: (cell: Date) => CalendarDate,
  hint: string,
): CalendarDate {
  if (seconds >= minMilliseconds) {
    throw new CellError(
      'bad_window',
      `${seconds} is in milliseconds, and unix time counts seconds: divide it by 1000. ${hint}`,
    );
  }
  if (seconds < minSeconds) {
    throw new CellError('bad_window', `${seconds} is no date: give the cell a date format. ${hint}`);
  }
  return dateOfCell(new Date(seconds * 1000));
}

/**
 * Parses one end of a window: a date cell, `2026-11-01`, an ISO 8601 instant, or unix seconds.
 * @param dateOfCell the date of an instant in the spreadsheet's zone
 * @throws CellError
 */
function computeWindowEnd(
  value: unknown,
  dateOfCell: (cell: Date) => CalendarDate,
  hint: string,
): CalendarDate {
  if (value instanceof Date) return dateOfCell(value);
  const text = String(value ?? '').trim();
  if (text !== '' && typeof value !== 'boolean' && /^\d+(\.\d+)?$/.test(text)) {
    return fromUnixSeconds(Number(text), dateOfCell, hint);
  }
  if (date.test(text) && isDate(text)) return text;
  const instant = clock.exec(text);
  if (instant && isDate(instant[1] ?? '')) {
    return instant[2] === undefined
      ? (instant[1] ?? '')
      : dateOfCell(new Date(text.replace(' ', 'T').toUpperCase()));
  }
  const shown = text === '' ? 'A blank' : `"${text}"`;
  throw new CellError('bad_window', `${shown} is no date. ${hint}`);
}

/** The default window of the service's web application. */
const defaultWindow: AnalyticsWindow = { last: 30 };

const hint = 'Write 7d, 30d, 90d, or two dates such as 2026-11-01..2026-11-07.';

type DateOfCell = (cell: Date) => CalendarDate;

function toDateWindow(from: unknown, to: unknown, dateOfCell: DateOfCell): AnalyticsWindow {
  return { from: computeWindowEnd(from, dateOfCell, hint), to: computeWindowEnd(to, dateOfCell, hint) };
}

/**
 * Parses `7d`, two ends such as `2026-11-01..2026-11-07`, or a range of two cells. An end is a date, an ISO 8601
 * instant or unix seconds; an instant becomes its date in the spreadsheet's zone.
 * @throws CellError
 */
export function parseWindow(argument: unknown, dateOfCell: DateOfCell): AnalyticsWindow {
  const cells = listCells(argument);
  if (cells.length === 2) return toDateWindow(cells[0], cells[1], dateOfCell);
  const [cell] = cells;
  if (cells.length === 1 && isBlank(cell)) return defaultWindow;
  const text = cells.length === 1 && typeof cell === 'string' ? cell.trim() : '';
  const days = /^(\d{1,4})\s*d$/i.exec(text);
  if (days) return { last: Number(days[1]) };
  const ends = /^(\S.*?)\s*(?:\.\.|\bto\b)\s*(.*\S)$/i.exec(text);
  if (ends) return toDateWindow(ends[1], ends[2], dateOfCell);
  const shown =
    cells.length > 2
      ? 'A range of more than two cells'
      : cell instanceof Date
        ? 'One date'
        : `"${String(cell)}"`;
  throw new CellError('bad_window', `${shown} is no window. ${hint}`);
}

/** Reads a window argument; relative windows end today in the spreadsheet's zone. @throws CellError */
export function readWindowArgument(argument: unknown, cellContext: FunctionContext): AnalyticsWindow {
  const window = parseWindow(argument, cellContext.dateOfCell);
  return 'last' in window ? toServiceWindow(window, cellContext.today(), toCalendarDate(Date.now())) : window;
}

/** Reads `7d`, a date cell or `2026-11-01`; a blank is a week. @throws CellError */
export function readSinceArgument(
  argument: unknown,
  { dateOfCell }: Pick<FunctionContext, 'dateOfCell'>,
): Since {
  const range = toRange(argument);
  const cell: unknown = range === null ? argument : range[0]?.[0];
  if (range === null || (range.length === 1 && range[0]?.length === 1)) {
    if (isBlank(cell)) return { days: 7 };
    if (cell instanceof Date) return { date: dateOfCell(cell) };
    const text = String(cell).trim();
    const days = /^(\d{1,4})\s*d$/i.exec(text);
    if (days && Number(days[1]) > 0) return { days: Number(days[1]) };
    if (/^\d{4}-\d{2}-\d{2}$/.test(text) && Number.isFinite(Date.parse(text))) return { date: text };
  }
  const shown = range === null ? `"${String(cell)}"` : 'A range';
  throw new CellError(
    'bad_window',
    `${shown} is no start. Write days such as 7d, or a date such as 2026-11-01.`,
  );
}
