import { significance } from './chance.ts';
import type { Change } from './verdict.ts';

/**
 * The greatest chance with which a change may still be called clear among many that are compared at once, so that on
 * average at most one in twenty of those called clear is none (Benjamini and Hochberg 1995). 0 where none may.
 * @param chances of all that were compared, clear or not
 */
export function falseDiscoveryRate(chances: readonly number[]): number {
  const sorted = [...chances].sort((a, b) => a - b);
  return sorted.reduce(
    (limit, chance, at) => (chance <= (significance * (at + 1)) / sorted.length ? chance : limit),
    0,
  );
}

/** A change as it may be told beside many others: no longer clear where its chance is above their {@link falseDiscoveryRate}. */
export function benjaminiHochberg(change: Change, limit: number): Change {
  if (change.verdict !== 'clear' || change.chance === null || change.chance <= limit) return change;
  const reason =
    'Among as many figures as are compared here, chance alone makes some changes as large as this one.';
  return { ...change, verdict: 'steady', direction: null, reason };
}
