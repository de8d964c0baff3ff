import type { CalendarDate } from '../calendar/calendar.ts';

/** What a caller asks of the analytics endpoint: the last n days, today included, or two inclusive dates. */
export type AnalyticsWindow =
  | { readonly last: number }
  | { readonly from: CalendarDate; readonly to: CalendarDate };

/** How an asked window was served. */
export type WindowFit = 'native' | 'emulated' | 'sliced';
