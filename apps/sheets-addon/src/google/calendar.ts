import type { CalendarDate } from '@answershare/core';

const hour = 3_600_000;

/**
 * Converts dates to and from cells. Sheets shows an instant in the spreadsheet's zone: a date is that day's first
 * instant there. Reads the zone once.
 */
export function spreadsheetCalendar(): {
  dateCell(date: CalendarDate): Date;
  dateOfCell(cell: Date): CalendarDate;
  today(): CalendarDate;
} {
  let zone: string | null = null;
  const shown = (instant: Date, format: string): string => {
    zone ??= SpreadsheetApp.getActiveSpreadsheet().getSpreadsheetTimeZone();
    return Utilities.formatDate(instant, zone, format);
  };
  const offsetMs = (instant: Date): number => {
    const [sign = '+', hours = '0', minutes = '0'] =
      /^([+-])(\d\d)(\d\d)$/.exec(shown(instant, 'Z'))?.slice(1) ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours) * hour + Number(minutes) * (hour / 60));
  };
  const dateOfCell = (cell: Date): CalendarDate => shown(cell, 'yyyy-MM-dd');
  return {
    dateOfCell,
    today: () => dateOfCell(new Date()),
    dateCell(date) {
      const wall = Date.parse(`${date}T00:00:00Z`);
      const guess = new Date(wall - offsetMs(new Date(wall)));
      const start = new Date(wall - offsetMs(guess));
      // The day starts an hour later if clocks spring forward at midnight.
      return dateOfCell(start) === date ? start : new Date(start.getTime() + hour);
    },
  };
}
