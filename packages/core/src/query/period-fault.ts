import type { CalendarDate } from '../calendar/calendar.ts';

/** Why a text or cells are no period. `written` is the part at fault. */
export type PeriodFault =
  | {
      readonly kind: 'unknown' | 'date' | 'calendar' | 'year' | 'number' | 'milliseconds';
      readonly written: string;
    }
  /** Fewer days than one, or more than a century. */
  | { readonly kind: 'length'; readonly written: string }
  | {
      readonly kind: 'ambiguous';
      readonly written: string;
      readonly locale: string | null;
      readonly meant: readonly CalendarDate[];
    }
  | {
      readonly kind: 'locale';
      readonly written: string;
      readonly locale: string;
      readonly order: string;
      readonly meant: CalendarDate;
    }
  | { readonly kind: 'order'; readonly from: CalendarDate; readonly to: CalendarDate }
  | {
      readonly kind: 'future';
      readonly written: string;
      readonly from: CalendarDate;
      readonly today: CalendarDate;
    }
  | { readonly kind: 'openStart'; readonly to: CalendarDate; readonly oldest: CalendarDate }
  | { readonly kind: 'comparison'; readonly written: string; readonly option: 'previous' | 'year' }
  | { readonly kind: 'unlimited'; readonly written: string; readonly from: CalendarDate }
  /** Dates as numbers of days, as joined cells give them. */
  | { readonly kind: 'serial'; readonly written: string; readonly meant: readonly CalendarDate[] }
  | { readonly kind: 'cells'; readonly count: number };

/** The most days of a period: a century. */
export const maxPeriodDays = 36_525;

const exampleDates = '2026-11-01..2026-11-07.';
const maxShown = 60;

function quote(written: string): string {
  if (written === '') return 'A blank';
  return written.length > maxShown ? `"${written.slice(0, maxShown)}…"` : `"${written}"`;
}

/**
 * One or two sentences: what was written, why it is no period, and what to write.
 * @param subject replaces free text where what was written may be a secret, such as `--window`
 */
export function formatPeriodFault(fault: PeriodFault, subject?: string): string {
  switch (fault.kind) {
    case 'unknown':
      return `${subject ?? quote(fault.written)} is not a period. Write 7d, last month, 2026-10 or ${exampleDates}`;
    case 'date':
      return `${subject ?? quote(fault.written)} is not a date. Write dates such as ${exampleDates}`;
    case 'calendar':
      return `${quote(fault.written)} is in no calendar. Write dates such as ${exampleDates}`;
    case 'year':
      return `${fault.written} can mean a year or a number of days. Write ${fault.written}-01-01..${fault.written}-12-31 for the year, or ${fault.written}d for the days.`;
    case 'number':
      return `${fault.written} is neither a number of days nor a date. Give the cell a date format, or write ${exampleDates}`;
    case 'milliseconds':
      return `${fault.written} is in milliseconds, and unix time counts seconds. Divide it by 1000, or write ${exampleDates}`;
    case 'length':
      return `${quote(fault.written)} is too short or too long: a period has 1 to ${maxPeriodDays} days. Write 7d or 4w.`;
    case 'ambiguous':
      return `${quote(fault.written)} can mean ${fault.meant.join(' or ')}${fault.locale === null ? '' : `, and the locale ${fault.locale} does not decide`}. Write one of these.`;
    case 'locale':
      return `${quote(fault.written)} is not a date in the locale ${fault.locale}, which writes ${fault.order}. Write ${fault.meant}.`;
    case 'order':
      return `The period starts on ${fault.from}, after its end ${fault.to}. Exchange the two dates.`;
    case 'future':
      return `${quote(fault.written)} starts on ${fault.from}, after today (${fault.today}). Write a period that has begun, such as 7d or last month.`;
    case 'openStart':
      return `Without a start the period begins on ${fault.oldest}, after its end ${fault.to}. Write a start, such as ${fault.to.slice(0, 8)}01..${fault.to}.`;
    case 'comparison':
      return `${quote(fault.written)} compares two periods. Write one, such as last month, and the option "compare=${fault.option}".`;
    case 'unlimited':
      return `${quote(fault.written)} has no first day. Write one, such as ${fault.from}..yesterday.`;
    case 'serial':
      return `${fault.written} is ${fault.meant.join(' to ')} as a number, as a date becomes in joined text. Give two cells as two arguments, a cell a date format, or write ${fault.meant.join('..')}.`;
    case 'cells':
      return `A range of ${fault.count} cells is not a period. Give one cell, or two cells with a date each.`;
  }
}
