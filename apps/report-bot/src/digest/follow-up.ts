import type { JudgedFigure } from '@answershare/core';
import { roundTo } from '@answershare/core/statistics';
import { findFall, selectAction } from './action.ts';
import type { WebsiteChange } from './changes.ts';
import { createFact, type DigestMetric, type Fact } from './metric.ts';
import type { SiteDigest } from './site-digest.ts';

/** What became of a clear fall that the digest before gave something to do about. */
export type FollowUp = { readonly site: string } & (
  | { readonly kind: 'rank'; readonly competitor: string; readonly rank: Fact; readonly of: Fact }
  | {
      readonly kind: 'level';
      readonly measure: JudgedFigure;
      /** The engine or the part of the score that fell; null for the whole. */
      readonly part: string | null;
      readonly before: Fact;
      readonly level: Fact;
      readonly delta: Fact;
    }
);

const mostFollowUps = 3;

/** The falls of the digest before, with the figures of this one. A figure that cannot be compared is left out. */
export function listFollowUps(
  { changes }: { readonly changes: readonly WebsiteChange[] },
  sites: readonly SiteDigest[],
): readonly FollowUp[] {
  return changes
    .flatMap((change) => {
      const now = sites.find(({ id }) => id === change.site.id);
      return now === undefined ? [] : (followFall(change, now) ?? []);
    })
    .slice(0, mostFollowUps);
}

const incomparable: readonly DigestMetric['verdict'][] = ['incomplete', 'method-changed', 'none'];

function followFall(change: WebsiteChange, now: SiteDigest): FollowUp | null {
  const fall = findFall(change);
  if (fall === undefined) return null;
  const site = now.name;
  if (fall.kind === 'rank') {
    const { rank } = now.share;
    if (rank === null || now.share.verdict === 'method-changed') return null;
    return { site, kind: 'rank', competitor: fall.competitor, rank: rank.now, of: rank.of };
  }
  const { measure } = fall;
  const { level, window, verdict } = now[measure];
  if (level === null || incomparable.includes(verdict)) return null;
  const create = (before: Fact, current: Fact, part: string | null): FollowUp => ({
    site,
    kind: 'level',
    measure,
    part,
    before: { ...before, id: `${current.id}/followed` },
    level: current,
    delta: subtract(current, before),
  });
  const action = selectAction(change.site, change);
  if (action.kind === 'engine' || action.kind === 'component') {
    const parts = action.kind === 'engine' ? 'engines' : 'components';
    const [past, current] = [change.site, now].map((of) =>
      of[parts].find(({ label }) => label === action.name),
    );
    return past !== undefined && current !== undefined && past.window?.value === current.window?.value
      ? create(past.level, current.level, action.name)
      : null;
  }
  return fall.window?.value === window?.value ? create(fall.level, level, null) : null;
}

/** The difference of two levels as they are printed. */
function subtract(level: Fact, before: Fact): Fact {
  const scale = level.unit === 'share' ? 100 : 1;
  const { digits } = level;
  const print = ({ value }: Fact): number => roundTo(scale * value, digits);
  const unit = level.unit === 'share' ? 'points' : level.unit;
  return {
    ...createFact(`${level.id}/since-followed`, scale * (level.value - before.value), unit, digits),
    printed: roundTo(print(level) - print(before), digits),
  };
}
