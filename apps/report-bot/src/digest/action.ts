import { findPart, selectLargest, type WebsiteChange } from './changes.ts';
import type { PageChange } from './cited-pages.ts';
import { type ChangeClause, directionOf } from './headline.ts';
import type { Fact } from './metric.ts';
import { listFallenParts } from './parts.ts';
import type { SiteDigest } from './site-digest.ts';
import { measures } from './site-metrics.ts';

/** What a reader can do about a website. */
export type Action =
  | { readonly kind: 'no-data' | 'incomplete' | 'method' | 'wait' | 'quiet' | 'up' | 'score' | 'down' }
  | { readonly kind: 'competitor'; readonly name: string }
  | { readonly kind: 'engine' | 'component'; readonly name: string; readonly window: Fact | null }
  | { readonly kind: 'page'; readonly page: PageChange };

/** The most important clear fall of the website's own figures or rank; undefined without one. */
export const findFall = (change: WebsiteChange | null): ChangeClause | undefined =>
  change?.clauses.find((clause) => directionOf(clause) === 'down');

/**
 * Selects what to do, by judged changes: the first clear fall decides. Of competitors only a clear rise counts, of engines
 * only a part that fell beyond its noise. Pages and components are not judged: they are places to look at after a clear
 * fall, never its cause.
 */
export function selectAction(site: SiteDigest, change: WebsiteChange | null): Action {
  if (site.state === 'no-data') return { kind: 'no-data' };
  if (change === null) return selectWithoutChange(site);
  const fall = findFall(change);
  if (fall === undefined) return { kind: 'up' };
  if (fall.kind === 'rank') return { kind: 'competitor', name: fall.competitor };
  if (fall.measure === 'authority') return findPart('component', site.components, -1) ?? { kind: 'score' };
  const rival = fall.measure === 'share' ? findRisenCompetitor(site) : null;
  if (rival !== null) return rival;
  const [page] = site.pages?.lost ?? [];
  if (page !== undefined) return { kind: 'page', page };
  return findPart('engine', listFallenParts(site.engines), -1) ?? { kind: 'down' };
}

function selectWithoutChange(site: SiteDigest): Action {
  const fallen = measures.find((measure) => site[measure].slow?.direction === 'down');
  if (fallen !== undefined) return { kind: fallen === 'authority' ? 'score' : 'down' };
  const verdicts = measures.map((measure) => site[measure].verdict);
  if (verdicts.every((verdict) => ['first', 'too-early', 'none'].includes(verdict))) return { kind: 'wait' };
  if (verdicts.includes('incomplete')) return { kind: 'incomplete' };
  return { kind: verdicts.includes('method-changed') ? 'method' : 'quiet' };
}

/** The competitor with the largest clear rise. */
function findRisenCompetitor({ share }: SiteDigest) {
  return selectLargest(
    share.rows.flatMap(({ name, own, metric: { direction, delta } }) =>
      own || direction !== 'up' || delta === null ? [] : [{ kind: 'competitor' as const, name, delta }],
    ),
  );
}
