import { type AnalyticsWindow, addDays, type CalendarDate } from '@answershare/core';
import { Refusal } from './refusal.ts';

/** Of the last 90 days, counted back from today, today is one (specification §4, `period`). */
const longestPeriod = 90;

/**
 * The last n days up to today as the spreadsheet's zone has it, in dates. The service's own day is taken for UTC: a day that
 * has not begun there is left out, and so is the oldest of 90 while the sheet's date is the day before.
 * @param today in the spreadsheet's zone
 * @param serviceToday in UTC
 * @throws Refusal where the one day that is asked has not begun at the service
 */
export function localWindow(
  window: AnalyticsWindow,
  today: CalendarDate,
  serviceToday: CalendarDate,
): AnalyticsWindow {
  if (!('last' in window) || today === serviceToday) return window;
  const from = addDays(today, 1 - window.last);
  if (window.last === 1 && from > serviceToday) {
    throw new Refusal(
      'bad_window',
      `${today} has not begun at the service, whose days are those of UTC: 1d has no figures yet. Write 2d for the day before.`,
    );
  }
  const oldest = addDays(serviceToday, 1 - longestPeriod);
  return {
    from: window.last <= longestPeriod && from < oldest ? oldest : from,
    to: today > serviceToday ? serviceToday : today,
  };
}
