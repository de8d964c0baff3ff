import type { AnalyticsDay } from './analytics.ts';

/** Adds what a further table has for the dates of the first; a date that only one of them has is kept. */
export function joined(days: readonly AnalyticsDay[], more: readonly AnalyticsDay[]): AnalyticsDay[] {
  const dates = days.concat(more).map((day) => day.date);
  const none = { visitors: null, pageviews: null, citations: null, metrics: {} };
  return dates
    .filter((date, at) => dates.indexOf(date) === at)
    .sort()
    .map((date) => {
      const a = days.find((day) => day.date === date) ?? none;
      const b = more.find((day) => day.date === date) ?? none;
      return {
        date,
        visitors: a.visitors ?? b.visitors,
        pageviews: a.pageviews ?? b.pageviews,
        citations: a.citations ?? b.citations,
        metrics: { ...b.metrics, ...a.metrics },
      };
    });
}
