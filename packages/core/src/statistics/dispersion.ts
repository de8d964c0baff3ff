import { daysBetween } from '../calendar/calendar.ts';
import { daysToCompare } from './change.ts';
import { z } from './confidence-interval.ts';
import { studentLimit } from './p-values.ts';
import { varianceOfDifference } from './rolling-window.ts';
import { haveCounts, type ShareDay, type ShareWeek, toShare } from './share-change.ts';

/** Fewest daily changes that show the dispersion. */
const changesToEstimate = 12;

/** A larger squared change of one day, relative to its variance, is an event and no noise. */
const maxRatio = 100;

/**
 * How much more the counts vary than independent mentions would, from the daily changes of several brands; at least 1.
 * An answer that mentions a brand three times makes it 3.
 * @param brands days of each brand, oldest first
 * @param window days that a reading covers
 */
export function estimateDispersion(brands: readonly (readonly ShareDay[])[], window: number): number {
  let [observed, expected, changes] = [0, 0, 0];
  for (const days of brands) {
    for (const [at, day] of days.entries()) {
      const before = days[at - 1];
      if (before === undefined || !haveCounts(before) || !haveCounts(day)) continue;
      const [from, to] = [toShare(before) ?? 0, toShare(day) ?? 0];
      const gap = Math.min(window, daysBetween(before.day, day.day));
      const n = ((before.totalMentions ?? 0) + (day.totalMentions ?? 0)) / 2;
      const share = (from + to) / 2;
      const variance = ((2 * gap) / window) * ((share * (1 - share)) / n);
      observed += Math.min((to - from) ** 2, maxRatio * variance);
      expected += variance;
      changes += 1;
    }
  }
  return changes < changesToEstimate || !(expected > 0) ? 1 : Math.max(1, observed / expected);
}

/** Differences of weekly shares, each squared and relative to its variance among independent mentions. */
export interface WeeklyDispersion {
  readonly sum: number;
  readonly differences: number;
  /** Differences that share no week with another, of brands whose shares do not follow from the others. */
  readonly freedom: number;
}

/**
 * The dispersion of shares over the time that a comparison spans. Answers that persist from day to day make daily changes
 * small and those of weeks large, so daily changes do not show it.
 * @param brands weeks of each brand of one website, oldest first, without the week to judge
 * @param window days that a reading covers
 * @param apart weeks between the compared weeks
 */
export function sumWeeklyDispersion(
  brands: readonly (readonly ShareWeek[])[],
  window: number,
  apart: number,
): WeeklyDispersion {
  const relative = varianceOfDifference(window, apart);
  let [sum, differences, most] = [0, 0, 0];
  for (const weeks of brands) {
    let own = 0;
    for (const [at, after] of weeks.entries()) {
      const before = weeks[at - apart];
      const [from, to] = [before?.level.value ?? null, after.level.value];
      if (before === undefined || from === null || to === null) continue;
      if (before.observations === null || after.observations === null) continue;
      if (Math.min(before.level.days, after.level.days) < daysToCompare) continue;
      const share = (from + to) / 2;
      const variance = (relative * share * (1 - share) * 2) / (before.observations + after.observations);
      if (!(variance > 0)) continue;
      sum += Math.min((to - from) ** 2 / variance, maxRatio);
      own += 1;
    }
    differences += own;
    most = Math.max(most, own);
  }
  return { sum, differences, freedom: (Math.max(1, brands.length - 1) * most) / apart };
}

/**
 * The dispersion that several websites show, widened because it is estimated (Student's t in place of the normal
 * quantile); null if too few weeks are known.
 */
export function poolDispersion(websites: readonly WeeklyDispersion[]): number | null {
  const total = (of: keyof WeeklyDispersion): number => websites.reduce((sum, one) => sum + one[of], 0);
  const freedom = Math.floor(total('freedom'));
  if (freedom < 1) return null;
  return (total('sum') / total('differences')) * (studentLimit(Math.min(freedom, maxFreedom)) / z) ** 2;
}

/** From here on Student's t is the normal distribution within a per cent. */
const maxFreedom = 200;
