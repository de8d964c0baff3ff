import { daysBetween } from '../calendar/calendar.ts';
import { daysInWeek, hasEnoughDays } from './change.ts';
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
  days: number = daysInWeek,
): WeeklyDispersion {
  const relative = varianceOfDifference(window, apart, days);
  let [sum, differences, freedom] = [0, 0, 0];
  for (const weeks of brands) {
    const ratios = weeks.flatMap((after, at) => listRatios(weeks[at - apart], after, relative));
    const blocks = ratios.length / apart;
    // A brand that falls each week shows a trend and no noise.
    const hasTrend = blocks >= blocksOfTrend;
    const trend = hasTrend ? ratios.reduce((total, ratio) => total + ratio, 0) / ratios.length : 0;
    const squares = ratios.reduce((total, ratio) => total + Math.min((ratio - trend) ** 2, maxRatio), 0);
    sum += hasTrend ? (squares * ratios.length) / (ratios.length - 1) : squares;
    differences += ratios.length;
    freedom = Math.max(freedom, hasTrend ? blocks - 1 : blocks);
  }
  return { sum, differences, freedom: Math.max(1, brands.length - 1) * freedom };
}

/** Fewest independent differences that show a trend. */
const blocksOfTrend = 4;

/** The difference of two weeks in standard deviations of independent mentions; none if they are not comparable. */
function listRatios(before: ShareWeek | undefined, after: ShareWeek, relative: number): number[] {
  const [from, to] = [before?.level.value ?? null, after.level.value];
  if (before === undefined || from === null || to === null) return [];
  if (before.observations === null || after.observations === null) return [];
  if (!hasEnoughDays(before.level) || !hasEnoughDays(after.level)) return [];
  const share = (from + to) / 2;
  const variance = (relative * share * (1 - share) * 2) / (before.observations + after.observations);
  return variance > 0 ? [(to - from) / Math.sqrt(variance)] : [];
}

/**
 * The dispersion that several websites show, widened because it is estimated (Student's t in place of the normal
 * quantile); null if too few weeks are known.
 */
export function poolDispersion(websites: readonly WeeklyDispersion[], minFreedom = 1): number | null {
  const total = (of: keyof WeeklyDispersion): number => websites.reduce((sum, one) => sum + one[of], 0);
  const freedom = Math.floor(total('freedom'));
  if (freedom < minFreedom) return null;
  return (total('sum') / total('differences')) * (studentLimit(Math.min(freedom, maxFreedom)) / z) ** 2;
}

/** From here on Student's t is the normal distribution within a per cent. */
const maxFreedom = 200;

/**
 * The dispersion over a whole window from that over a week: what persists from day to day (an autoregressive answer) adds
 * up. Both relative to the dispersion of single days.
 * @param week over seven days, at least 1
 */
export function extrapolateDispersion(week: number, window: number, days: number = daysInWeek): number {
  let [low, high] = [0, maxPersistence];
  while (high - low > 1e-4) {
    const middle = (low + high) / 2;
    if (inflate(middle, days) < week) low = middle;
    else high = middle;
  }
  return Math.max(week, inflate(low, Math.max(window, days)));
}

const maxPersistence = 0.98;

/** The variance of a sum of days with this correlation of neighbours, relative to independent days. */
const inflate = (correlation: number, days: number): number =>
  (1 + correlation) / (1 - correlation) -
  (2 * correlation * (1 - correlation ** days)) / (days * (1 - correlation) ** 2);
