import { refuse } from '../reading/trace.ts';
import type { AnalyticsDay } from './analytics.ts';
import type { Figure } from './figures.ts';

/** Adds what a further table has for the dates of the first; a date that only one of them has is kept. @throws Refusal where they disagree. */
export function joined(days: readonly AnalyticsDay[], more: readonly AnalyticsDay[]): AnalyticsDay[] {
  const byDate: Record<string, AnalyticsDay> = {};
  for (const day of days.concat(more)) {
    const before = byDate[day.date] ?? day;
    const held = (figure: Figure): number | null => {
      const [one, other] = [before[figure], day[figure]];
      if (one !== null && other !== null && one !== other)
        refuse(`${figure} of ${day.date} are ${one} in one list and ${other} in another: give a mapping`);
      return one ?? other;
    };
    byDate[day.date] = {
      date: day.date,
      visitors: held('visitors'),
      pageviews: held('pageviews'),
      citations: held('citations'),
      metrics: { ...day.metrics, ...before.metrics },
    };
  }
  return Object.keys(byDate)
    .sort()
    .map((date) => byDate[date] as AnalyticsDay);
}
