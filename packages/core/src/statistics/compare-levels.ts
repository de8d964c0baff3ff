import {
  type Change,
  type ChangeMethod,
  type Direction,
  daysToCompare,
  hasEnoughDays,
  type Level,
  type Verdict,
} from './change.ts';
import type { Interval } from './confidence-interval.ts';
import {
  differencesToJudge,
  estimateNoise,
  pValueOfDifference,
  significance,
  usualVariation,
} from './p-values.ts';

/** The context of two weeks. */
export interface ComparisonContext {
  /** False if nothing was kept before the reported week, which makes it a first report. */
  readonly seenBefore: boolean;
  /** One sentence if the weeks measure different things; else null. */
  readonly methodChange: string | null;
}

/** The verdict that forbids a comparison, or the two values. */
export type Comparable =
  | { readonly refused: Change }
  | { readonly refused: null; readonly from: number; readonly to: number };

/** Whether two weeks of any measure can be compared. */
export function checkComparable(before: Level, after: Level, context: ComparisonContext): Comparable {
  const reject = (verdict: Verdict, reason: string): Comparable => ({
    refused: {
      verdict,
      direction: null,
      before,
      after,
      difference: null,
      interval: null,
      method: null,
      chance: null,
      reason,
    },
  });
  if (after.value === null) return reject('none', 'There is no value for this week.');
  if (before.value === null && !context.seenBefore) {
    return reject('first', 'This is the first report. Changes start next week.');
  }
  if (context.methodChange !== null) return reject('method-changed', context.methodChange);
  if (before.value === null)
    return reject('incomplete', 'The week before has no values, so the weeks are not compared.');
  const short = [
    { week: 'This week', level: after },
    { week: 'The week before', level: before },
  ].filter(({ level }) => !hasEnoughDays(level));
  if (short.length === 0) return { refused: null, from: before.value, to: after.value };
  const counts = short.map(
    ({ week, level }, at) => `${at === 0 ? week : lowerFirst(week)} has ${level.days} of ${level.of} days`,
  );
  return reject('incomplete', `${counts.join(' and ')}; weeks are compared from ${daysToCompare} days on.`);
}

function lowerFirst(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}

/** Tolerance for binary fractions: 0.31 - 0.30 is slightly below 0.01. */
const tolerance = 1e-9;

/** Two levels with their difference. */
interface TestedDifference {
  readonly before: Level;
  readonly after: Level;
  readonly difference: number;
  readonly interval: Interval;
  readonly method: ChangeMethod;
}

/**
 * Judges a difference: `clear` if it is significant and at least `minimumEffect`, `steady` if its interval lies
 * within the minimum effect, `unchanged` if it is 0, else `unclear`. Its p-value is at least that of the weeks without
 * their most unusual days: among many figures too, one day decides nothing.
 * @param chanceOf the p-value of a difference
 */
export function testDifference(
  tested: TestedDifference,
  chanceOf: (difference: number) => number,
  minimumEffect: number,
): Change {
  const { before, after, difference, interval, method } = tested;
  const typical = (after.typical ?? after.value ?? 0) - (before.typical ?? before.value ?? 0);
  const ofAllDays = chanceOf(difference);
  const chance = Math.max(ofAllDays, typical * difference > 0 ? chanceOf(typical) : 1);
  const judge = (verdict: Verdict, reason: string, direction: Direction | null = null): Change => ({
    ...tested,
    chance,
    verdict,
    direction,
    reason,
  });
  if (Math.abs(difference) < tolerance) return judge('unchanged', 'Both weeks have the same level.');
  const limit = minimumEffect * (1 - tolerance);
  if (Math.max(Math.abs(interval.low), Math.abs(interval.high)) < limit)
    return judge('steady', 'The change is smaller than the smallest one worth reporting.');
  if (ofAllDays >= significance) return judge('unclear', reasons.unclear[method]);
  if (Math.abs(difference) < limit)
    return judge('unclear', 'The change may be smaller than the smallest one worth reporting.');
  if (chance >= significance)
    return judge('unclear', 'One day decides the difference: without it, it is within the usual variation.');
  return judge('clear', reasons.clear[method], difference > 0 ? 'up' : 'down');
}

const reasons = {
  clear: {
    newcombe: 'The change is larger than sampling alone explains.',
    history: 'The change is larger than the usual variation from week to week.',
  },
  unclear: {
    newcombe: 'Sampling alone can explain the difference.',
    history: 'The difference is within the usual variation from week to week.',
  },
} as const;

export interface LevelScale {
  /** Smallest displayed step of the figure. */
  readonly unit: number;
  /** For weeks farther apart: the standard deviation of their difference, relative to a weekly one. */
  readonly spread?: number | null;
}

/**
 * Compares two levels by the history of their own differences: a score, a count, or a share without counts. `too-early` with
 * fewer than six past differences; `clear` from one unit on; `steady` also if no difference reaches a unit. The difference is in the level's
 * unit, never in percent.
 * @param history past weekly differences, excluding this one
 */
export function compareLevels(
  before: Level,
  after: Level,
  history: readonly number[],
  { unit, spread = null }: LevelScale,
  context: ComparisonContext,
): Change {
  const weeks = checkComparable(before, after, context);
  if (weeks.refused !== null) return weeks.refused;
  const difference = weeks.to - weeks.from;
  const weekly = estimateNoise(history, unit);
  // A trend is noise between neighbouring weeks, and news over a longer time.
  const noise =
    weekly === null || spread === null ? weekly : { ...weekly, mean: 0, error: weekly.error * spread };
  if (noise === null) {
    const reason = `${history.length} of ${differencesToJudge} earlier weekly changes are known, too few to tell the usual variation.`;
    const unknown = { interval: null, method: null, chance: null };
    return { verdict: 'too-early', direction: null, before, after, difference, ...unknown, reason };
  }
  const half = usualVariation(noise);
  const interval = { low: difference - half, high: difference + half };
  const change = testDifference(
    { before, after, difference, interval, method: 'history' },
    (one) => pValueOfDifference(noise, one),
    unit,
  );
  const isSmall = (one: number): boolean => Math.abs(one) < unit * (1 - tolerance);
  if (change.verdict !== 'unclear' || !isSmall(difference) || !history.every(isSmall)) return change;
  const reason = 'This change and all earlier ones are smaller than the smallest one worth reporting.';
  return { ...change, verdict: 'steady', reason };
}
