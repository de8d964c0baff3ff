import { type AnalyticsWindow, type CalendarDate, toCalendarDate } from '@answershare/core';
import type { Desk } from '../desk.ts';
import { isBlank, rangeOf } from './cell.ts';
import { localWindow } from './local-window.ts';
import { Refusal } from './refusal.ts';
import { endOf } from './window-end.ts';

/** The window that the service's web application opens with. */
const usual: AnalyticsWindow = { last: 30 };

const ways = 'Write 7d, 30d, 90d, or two dates such as 2026-11-01..2026-11-07.';

type DateOfCell = (cell: Date) => CalendarDate;

function between(from: unknown, to: unknown, dateOfCell: DateOfCell): AnalyticsWindow {
  return { from: endOf(from, dateOfCell, ways), to: endOf(to, dateOfCell, ways) };
}

/**
 * Reads `7d`, two ends such as `2026-11-01..2026-11-07`, or a range of two cells with an end each. An end is a date, an
 * instant as ISO 8601 text, or unix seconds; an instant stands for its date in the spreadsheet's zone. @throws Refusal
 */
export function readWindow(argument: unknown, dateOfCell: DateOfCell): AnalyticsWindow {
  const range = rangeOf(argument);
  const cells =
    range === null ? [argument] : range.reduce<unknown[]>((all, row) => all.concat(row.slice()), []);
  if (cells.length === 2) return between(cells[0], cells[1], dateOfCell);
  const [cell] = cells;
  if (cells.length === 1 && isBlank(cell)) return usual;
  const text = cells.length === 1 && typeof cell === 'string' ? cell.trim() : '';
  const days = /^(\d{1,4})\s*d$/i.exec(text);
  if (days) return { last: Number(days[1]) };
  const ends = /^(\S.*?)\s*(?:\.\.|\bto\b)\s*(.*\S)$/i.exec(text);
  if (ends) return between(ends[1], ends[2], dateOfCell);
  const given =
    cells.length > 2
      ? 'A range of more than two cells'
      : cell instanceof Date
        ? 'One date'
        : `"${String(cell)}"`;
  throw new Refusal('bad_window', `${given} is no window. ${ways}`);
}

/** The window that an argument means, relative ones up to today in the spreadsheet's zone. @throws Refusal */
export function windowArgument(argument: unknown, desk: Desk): AnalyticsWindow {
  const window = readWindow(argument, desk.dateOfCell);
  return 'last' in window ? localWindow(window, desk.today(), toCalendarDate(Date.now())) : window;
}
