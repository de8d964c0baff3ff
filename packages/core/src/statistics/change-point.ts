import { daysInWeek } from './change.ts';

/** A lasting step of a series. */
export interface ChangePoint {
  /** Index of the first week after the step. */
  readonly at: number;
  /** What the last week shows of the step, in the unit of the levels. */
  readonly size: number;
}

/** Fewest weeks before a step, and fewest from it on. */
const minWeeks = 2;

/**
 * The share 0..1 of a week's readings that lies after a step.
 * @param weeks between the step and the week; negative before it
 * @param window days that a reading covers
 */
function fractionAfter(weeks: number, window: number): number {
  let sum = 0;
  for (let day = 1; day <= daysInWeek; day += 1)
    sum += Math.min(1, Math.max(0, (daysInWeek * weeks + day) / window));
  return sum / daysInWeek;
}

interface Fit {
  readonly slope: number;
  /** The sum of squared residuals. */
  readonly error: number;
}

/** Least squares of `y` on `x` and a constant. */
function fitLine(points: readonly { readonly x: number; readonly y: number }[]): Fit {
  const mean = (of: (point: { readonly x: number; readonly y: number }) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [middle, level] = [mean(({ x }) => x), mean(({ y }) => y)];
  const spread = mean(({ x }) => (x - middle) ** 2);
  const slope = spread === 0 ? 0 : mean(({ x, y }) => (x - middle) * (y - level)) / spread;
  const error = points.reduce((sum, { x, y }) => sum + (y - level - slope * (x - middle)) ** 2, 0);
  return { slope, error };
}

/**
 * The most likely step of a series that has changed: the least squares of a constant level with one step (the likelihood
 * of a change in mean, Hinkley 1970), where a rolling window turns a step into a slope. Null if a steady trend fits as
 * well, or if the step is younger than two weeks. It estimates a date and tests nothing.
 * @param levels by week, oldest first; null for a week that cannot be compared
 * @param window days that a level's readings cover
 */
export function findChangePoint(levels: readonly (number | null)[], window: number): ChangePoint | null {
  const known = levels.flatMap((y, week) => (y === null ? [] : [{ week, y }]));
  const last = levels.length - 1;
  const trend = fitLine(known.map(({ week, y }) => ({ x: week, y })));
  let best: (ChangePoint & Fit & { readonly after: number }) | null = null;
  for (let at = minWeeks; at <= last; at += 1) {
    const after = known.filter(({ week }) => week >= at).length;
    if (after === 0 || known.length - after < minWeeks) continue;
    const fit = fitLine(known.map(({ week, y }) => ({ x: fractionAfter(week - at, window), y })));
    if (best === null || fit.error < best.error)
      best = { at, after, size: fit.slope * fractionAfter(last - at, window), ...fit };
  }
  return best === null || best.after < minWeeks || best.error >= trend.error
    ? null
    : { at: best.at, size: best.size };
}
