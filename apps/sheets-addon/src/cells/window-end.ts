import type { CalendarDate } from '@answershare/core';
import { Refusal } from './refusal.ts';

/** As seconds 1973 to 5138; as milliseconds 1970 to 1973, before any date of the service, so neither is taken for the other. */
const leastSeconds = 1e8;
const leastMilliseconds = 1e11;

const date = /^\d{4}-\d{2}-\d{2}$/;
const clock = /^(\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:\d{2})?$/i;

function isDate(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text;
}

function ofSeconds(seconds: number, dateOfCell: (cell: Date) => CalendarDate, ways: string): CalendarDate {
  if (seconds >= leastMilliseconds) {
    throw new Refusal(
      'bad_window',
      `${seconds} is in milliseconds, and unix time counts seconds: divide it by 1000. ${ways}`,
    );
  }
  if (seconds < leastSeconds) {
    throw new Refusal('bad_window', `${seconds} is no date: give the cell a date format. ${ways}`);
  }
  return dateOfCell(new Date(seconds * 1000));
}

/**
 * One end of a window: a date cell, `2026-11-01`, an ISO 8601 instant, or unix seconds.
 * @param dateOfCell the date of an instant in the spreadsheet's zone
 * @throws Refusal
 */
export function endOf(value: unknown, dateOfCell: (cell: Date) => CalendarDate, ways: string): CalendarDate {
  if (value instanceof Date) return dateOfCell(value);
  const text = String(value ?? '').trim();
  if (text !== '' && typeof value !== 'boolean' && /^\d+(\.\d+)?$/.test(text)) {
    return ofSeconds(Number(text), dateOfCell, ways);
  }
  if (date.test(text) && isDate(text)) return text;
  const instant = clock.exec(text);
  if (instant && isDate(instant[1] ?? '')) {
    return instant[2] === undefined
      ? (instant[1] ?? '')
      : dateOfCell(new Date(text.replace(' ', 'T').toUpperCase()));
  }
  const given = text === '' ? 'A blank' : `"${text}"`;
  throw new Refusal('bad_window', `${given} is no date. ${ways}`);
}
