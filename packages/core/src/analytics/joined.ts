import type { AnalyticsDay } from './analytics.ts';

/** Adds what a further table has for the dates of the first; a date that only one of them has is kept. */
export function joined(days: readonly AnalyticsDay[], more: readonly AnalyticsDay[]): AnalyticsDay[] {
  const byDate: Record<string, AnalyticsDay> = {};
  for (const day of days.concat(more)) {
    const before = byDate[day.date] ?? day;
    byDate[day.date] = {
      date: day.date,
      visitors: before.visitors ?? day.visitors,
      pageviews: before.pageviews ?? day.pageviews,
      citations: before.citations ?? day.citations,
      metrics: { ...day.metrics, ...before.metrics },
    };
  }
  return Object.keys(byDate)
    .sort()
    .map((date) => byDate[date] as AnalyticsDay);
}
