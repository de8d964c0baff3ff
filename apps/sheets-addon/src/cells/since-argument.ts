import type { Desk } from '../desk.ts';
import type { Since } from '../service/tracked-change.ts';
import { isBlank, rangeOf } from './cell.ts';
import { Refusal } from './refusal.ts';

/** Reads `7d`, a date cell or `2026-11-01`; a blank is a week. @throws Refusal */
export function sinceArgument(argument: unknown, { dateOfCell }: Pick<Desk, 'dateOfCell'>): Since {
  const range = rangeOf(argument);
  const cell: unknown = range === null ? argument : range[0]?.[0];
  if (range === null || (range.length === 1 && range[0]?.length === 1)) {
    if (isBlank(cell)) return { days: 7 };
    if (cell instanceof Date) return { date: dateOfCell(cell) };
    const text = String(cell).trim();
    const days = /^(\d{1,4})\s*d$/i.exec(text);
    if (days && Number(days[1]) > 0) return { days: Number(days[1]) };
    if (/^\d{4}-\d{2}-\d{2}$/.test(text) && Number.isFinite(Date.parse(text))) return { date: text };
  }
  const given = range === null ? `"${String(cell)}"` : 'A range';
  throw new Refusal(
    'bad_window',
    `${given} is no start. Write days such as 7d, or a date such as 2026-11-01.`,
  );
}
