import { excludesZero, pairedInterval } from './confidence-interval.ts';
import { estimateNoise, pValueOfDifference, significance } from './p-values.ts';
import { minimumShareEffect } from './share-change.ts';

/** A contender to rank by share. */
export interface RankCandidate {
  readonly name: string;
  /** Fraction 0..1; null is not ranked. */
  readonly share: number | null;
}

export interface RankedShare<T extends RankCandidate = RankCandidate> {
  readonly contender: T;
  /**
   * 1 is the largest share. Equal shares have the same rank, and the next rank is skipped (1, 2, 2, 4). Null without a
   * share.
   */
  readonly rank: number | null;
  /** True if another contender has the same rank. */
  readonly tied: boolean;
}

/** Shares closer than half of the displayed 0.1 point count as equal. */
const minimumShareDifference = 0.0005;

/** Ranks by share, largest first; contenders without a share are last, in the original order. */
export function rankByShare<T extends RankCandidate>(contenders: readonly T[]): RankedShare<T>[] {
  const order = (a: T, b: T) => (b.share ?? -1) - (a.share ?? -1);
  const sorted = [...contenders].sort(order);
  const ranks: (number | null)[] = [];
  let leader = { share: Number.POSITIVE_INFINITY, rank: 0 };
  for (const [at, { share }] of sorted.entries()) {
    if (share !== null && leader.share - share >= minimumShareDifference) leader = { share, rank: at + 1 };
    ranks.push(share === null ? null : leader.rank);
  }
  return sorted.map((contender, at) => {
    const rank = ranks[at] ?? null;
    return { contender, rank, tied: rank !== null && ranks.filter((other) => other === rank).length > 1 };
  });
}

/** The own share and a competitor's, in two weeks. */
export interface SharePair {
  readonly ownBefore: number;
  readonly ownAfter: number;
  readonly rivalBefore: number;
  readonly rivalAfter: number;
  /** Mentions behind this week's shares; null if unknown. */
  readonly observations: number | null;
  /** Past weekly differences of `own - rival`, excluding this one. */
  readonly gapHistory: readonly number[];
}

/** `overtook` and `overtaken` are significant; `level` is a change of order within noise. */
export type PairOutcome = 'overtook' | 'overtaken' | 'level' | 'unchanged';

/** Whether two contenders changed order. */
export function comparePair(of: SharePair): PairOutcome {
  const before = Math.sign(of.ownBefore - of.rivalBefore);
  const after = Math.sign(of.ownAfter - of.rivalAfter);
  if (before === after) return 'unchanged';
  if (before === 0 || after === 0 || !isSignificant(of)) return 'level';
  return after > 0 ? 'overtook' : 'overtaken';
}

function isSignificant(of: SharePair): boolean {
  if (of.observations !== null)
    return excludesZero(pairedInterval(of.ownAfter, of.rivalAfter, of.observations));
  const noise = estimateNoise(of.gapHistory, minimumShareEffect);
  const moved = of.ownAfter - of.rivalAfter - (of.ownBefore - of.rivalBefore);
  return noise !== null && pValueOfDifference(noise, moved) < significance;
}
