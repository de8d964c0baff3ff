import type { CalendarDate } from '@answershare/core';

/** The date that a cell of the history holds, as a date or as text `YYYY-MM-DD`; null for anything else. */
export function historyDate(cell: unknown, dateOfCell: (cell: Date) => CalendarDate): CalendarDate | null {
  if (cell instanceof Date) return dateOfCell(cell);
  const text = String(cell ?? '').trim();
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : null;
}
