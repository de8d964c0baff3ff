import { significance } from './chance.ts';
import { type Circumstances, checkComparable } from './comparable.ts';
import type { Interval } from './interval.ts';
import type { Level } from './level.ts';
import { differencesToJudge, estimateNoise, pValueOfDifference, usualVariation } from './noise.ts';
import type { Change, ChangeMethod } from './verdict.ts';

/** Guard against binary fractions: 0.31 - 0.30 is a little less than 0.01. */
const tolerance = 1e-9;

/** Two comparable levels and how likely chance alone gives their difference. */
interface Judged {
  readonly before: Level;
  readonly after: Level;
  readonly difference: number;
  readonly interval: Interval;
  readonly method: ChangeMethod;
  readonly chance: number;
}

/** `clear` with a direction only where chance does not explain the difference and it is large enough; else `steady`. */
export function testDifference(found: Judged, minimumEffect: number): Change {
  const { difference, method, chance } = found;
  if (chance >= significance)
    return { ...found, verdict: 'steady', direction: null, reason: reasons.steady[method] };
  if (Math.abs(difference) < minimumEffect * (1 - tolerance)) {
    const reason = 'The change is smaller than the smallest one worth reporting.';
    return { ...found, verdict: 'steady', direction: null, reason };
  }
  const direction = difference > 0 ? 'up' : 'down';
  return { ...found, verdict: 'clear', direction, reason: reasons.clear[method] };
}

const reasons = {
  clear: {
    newcombe: 'The change is larger than sampling alone explains.',
    history: 'The change is larger than the usual variation from week to week.',
  },
  steady: {
    newcombe: 'Sampling alone can explain the difference.',
    history: 'The difference is within the usual variation from week to week.',
  },
} as const;

/**
 * A level of which nothing is known but its own past: a score, a count, a share without counts. `too-early` with fewer
 * than six past differences, `clear` from one unit on. The difference is in the level's own unit and never in percent.
 * @param history past weekly differences without the one being judged
 * @param unit the smallest step of the figure that people see
 */
export function compareLevels(
  before: Level,
  after: Level,
  history: readonly number[],
  unit: number,
  circumstances: Circumstances,
): Change {
  const weeks = checkComparable(before, after, circumstances);
  if (weeks.refused !== null) return weeks.refused;
  const difference = weeks.to - weeks.from;
  const noise = estimateNoise(history, unit);
  if (noise === null) {
    const reason = `${history.length} of ${differencesToJudge} earlier weekly changes are known, too few to tell the usual variation.`;
    const unknown = { interval: null, method: null, chance: null };
    return { verdict: 'too-early', direction: null, before, after, difference, ...unknown, reason };
  }
  const half = usualVariation(noise);
  const interval = { low: difference - half, high: difference + half };
  const chance = pValueOfDifference(noise, difference);
  return testDifference({ before, after, difference, interval, method: 'history', chance }, unit);
}
