import { type AnalyticsWindow, type CalendarDate, dateOf } from '@answershare/core';
import type { Desk } from '../desk.ts';
import { isBlank, rangeOf } from './cell.ts';
import { localWindow } from './local-window.ts';
import { Refusal } from './refusal.ts';

/** The window that the service's web application opens with. */
const usual: AnalyticsWindow = { last: 30 };

const ways = 'Write 7d, 30d, 90d, or two dates such as 2026-11-01..2026-11-07.';

type DateOfCell = (cell: Date) => CalendarDate;

function endOf(cell: unknown, dateOfCell: DateOfCell): CalendarDate {
  if (cell instanceof Date) return dateOfCell(cell);
  const text = typeof cell === 'string' ? cell.trim() : '';
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return text;
  throw new Refusal('bad_window', `A window of two cells needs a date in each of them. ${ways}`);
}

/** Reads `7d`, `2026-11-01..2026-11-07`, or a range of two date cells. @throws Refusal */
export function readWindow(argument: unknown, dateOfCell: DateOfCell): AnalyticsWindow {
  const range = rangeOf(argument);
  const cells =
    range === null ? [argument] : range.reduce<unknown[]>((all, row) => all.concat(row.slice()), []);
  if (cells.length === 2) {
    return { from: endOf(cells[0], dateOfCell), to: endOf(cells[1], dateOfCell) };
  }
  const [cell] = cells;
  if (cells.length === 1 && isBlank(cell)) return usual;
  const text = cells.length === 1 && typeof cell === 'string' ? cell.trim() : '';
  const days = /^(\d{1,4})\s*d$/i.exec(text);
  if (days) return { last: Number(days[1]) };
  const dates = /^(\d{4}-\d{2}-\d{2})\s*\.\.\s*(\d{4}-\d{2}-\d{2})$/.exec(text);
  if (dates) return { from: dates[1] ?? '', to: dates[2] ?? '' };
  const given = cells.length > 2 ? 'A range of more than two cells' : `"${String(cell)}"`;
  throw new Refusal('bad_window', `${given} is no window. ${ways}`);
}

/** The window that an argument means, relative ones up to today in the spreadsheet's zone. @throws Refusal */
export function windowArgument(argument: unknown, desk: Desk): AnalyticsWindow {
  const window = readWindow(argument, desk.dateOfCell);
  return 'last' in window ? localWindow(window, desk.today(), dateOf(Date.now())) : window;
}
