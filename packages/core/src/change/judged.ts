import type { Interval } from './interval.ts';
import type { Level } from './level.ts';
import { chanceIn, differencesToJudge, type Noise, noiseOf } from './noise.ts';
import type { Change, ChangeMethod } from './verdict.ts';

/** Guard against binary fractions: 0.31 - 0.30 is a little less than 0.01. */
const tolerance = 1e-9;

/** Two comparable levels and what their difference was found to be. */
interface Judged {
  readonly before: Level;
  readonly after: Level;
  readonly difference: number;
  readonly interval: Interval | null;
  readonly method: ChangeMethod;
  readonly chance: number | null;
  /** True where the noise does not explain the difference. */
  readonly outside: boolean;
  readonly minimumEffect: number;
}

/** `clear` with a direction only outside the noise and from the minimum effect on; else `steady`. */
export function judged(found: Judged): Change {
  const { before, after, difference, interval, method, chance, outside, minimumEffect } = found;
  const large = Math.abs(difference) >= minimumEffect * (1 - tolerance) && difference !== 0;
  if (outside && large) {
    const direction = difference > 0 ? 'up' : 'down';
    return {
      verdict: 'clear',
      direction,
      before,
      after,
      difference,
      interval,
      method,
      chance,
      reason: reasons.clear[method],
    };
  }
  const reason = outside
    ? 'The change is smaller than the smallest one worth reporting.'
    : reasons.steady[method];
  return { verdict: 'steady', direction: null, before, after, difference, interval, method, chance, reason };
}

const reasons = {
  clear: {
    newcombe: 'The change is larger than sampling alone explains.',
    history: 'The change is larger than the usual variation from week to week.',
    readings: 'All readings of this week lie on one side of those of the week before.',
  },
  steady: {
    newcombe: 'Sampling alone can explain the difference.',
    history: 'The difference is within the usual variation from week to week.',
    readings: 'The readings of the two weeks overlap or differ too little.',
  },
} as const;

/** Judges by the spread of past weekly differences; `too-early` with fewer than six of them. */
export function judgedByHistory(
  before: Level,
  after: Level,
  difference: number,
  history: readonly number[],
  minimumEffect: number,
): Change {
  const noise = noiseOf(history);
  if (noise === null) {
    const reason = `${history.length} of ${differencesToJudge} earlier weekly changes are known, too few to tell the usual variation.`;
    return {
      verdict: 'too-early',
      direction: null,
      before,
      after,
      difference,
      interval: null,
      method: null,
      chance: null,
      reason,
    };
  }
  return judgedByNoise(before, after, difference, noise, minimumEffect);
}

/** Judges by a noise that is known. */
export function judgedByNoise(
  before: Level,
  after: Level,
  difference: number,
  noise: Noise,
  minimumEffect: number,
): Change {
  const { band, spread } = noise;
  const outside = difference < band.low || difference > band.high;
  const interval = { low: difference - 2 * spread, high: difference + 2 * spread };
  const chance = chanceIn(noise, difference);
  return judged({ before, after, difference, interval, method: 'history', chance, outside, minimumEffect });
}
