import { type Change, hasEnoughDays, type Level } from './change.ts';
import { minDeviation, significance, studentTail } from './p-values.ts';

/** A known level with the number of its week. */
interface Point {
  readonly week: number;
  readonly level: Level;
  readonly value: number;
}

/** Fewest weeks that show a trend. */
const minWeeks = 9;

/**
 * Judges the change over a quarter of a score, whose weekly moves add up: Student's test of their mean. A score that
 * moves back and forth has moves that cancel out, which makes the test cautious.
 * @param levels weeks, oldest first; the last one is reported
 * @param unit smallest displayed step
 * @returns null with too few weeks
 */
export function judgeDrift(levels: readonly Level[], unit: number): Change | null {
  const points = listPoints(levels);
  if (points === null) return null;
  const moves = points.slice(1).map(({ week, value }, at) => {
    const before = points[at] as Point;
    return (value - before.value) / (week - before.week);
  });
  const mean = average(moves);
  const variance = moves.reduce((sum, move) => sum + (move - mean) ** 2, 0) / (moves.length - 1);
  const error = Math.max(minDeviation * unit, Math.sqrt(variance)) / Math.sqrt(moves.length);
  return toChange(points, studentTail(mean / error, moves.length - 1), unit);
}

/**
 * Judges the change over a quarter of a count: the slope of its logarithm, with an error that is widened for weeks that
 * resemble their neighbours (Student's t, autoregressive residuals).
 * @returns null with too few weeks
 */
export function judgeGrowth(levels: readonly Level[]): Change | null {
  const points = listPoints(levels);
  if (points === null) return null;
  const logs = points.map(({ week, value }) => ({ x: week, y: Math.log(Math.max(value, 0) + 1) }));
  const [x, y] = [average(logs.map((one) => one.x)), average(logs.map((one) => one.y))];
  const spread = logs.reduce((sum, one) => sum + (one.x - x) ** 2, 0);
  const slope = logs.reduce((sum, one) => sum + (one.x - x) * (one.y - y), 0) / spread;
  const residuals = logs.map((one) => one.y - y - slope * (one.x - x));
  const squares = residuals.reduce((sum, one) => sum + one * one, 0);
  const products = residuals.slice(1).reduce((sum, one, at) => sum + one * (residuals[at] ?? 0), 0);
  const observed = squares > 0 ? products / squares : 0;
  // Short series understate it (Marriott and Pope 1954).
  const persistence = Math.min(0.95, Math.max(0, observed + (1 + 3 * observed) / logs.length));
  const independent = (logs.length * (1 - persistence)) / (1 + persistence);
  const level = Math.max(1, average(points.map(({ value }) => value)));
  const deviation = Math.max(minDeviation / level, Math.sqrt(squares / (logs.length - 2)));
  const error = (deviation / Math.sqrt(spread)) * Math.sqrt((1 + persistence) / (1 - persistence));
  return toChange(points, studentTail(slope / error, Math.max(1, Math.round(independent) - 2)), 1);
}

const average = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The weeks that can be compared; null if they are too few or the last one is none of them. */
function listPoints(levels: readonly Level[]): readonly Point[] | null {
  const points = levels.flatMap((level, week): Point[] =>
    level.value === null || !hasEnoughDays(level) ? [] : [{ week, level, value: level.value }],
  );
  return points.length < minWeeks || points[points.length - 1]?.week !== levels.length - 1 ? null : points;
}

function toChange(points: readonly Point[], chance: number, unit: number): Change {
  const [before, after] = [points[0] as Point, points[points.length - 1] as Point];
  const difference = after.value - before.value;
  const isClear = chance < significance && Math.abs(difference) >= unit;
  const known = { before: before.level, after: after.level, difference, interval: null, chance };
  return {
    ...known,
    method: 'history',
    verdict: isClear ? 'clear' : 'unclear',
    direction: isClear ? (difference > 0 ? 'up' : 'down') : null,
    reason: isClear
      ? 'Over the quarter the figure moved further than chance explains.'
      : 'Chance can explain the move over the quarter.',
  };
}
