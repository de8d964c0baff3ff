import type { Direction } from '@answershare/core/statistics';
import type { PageChange } from './cited-pages.ts';
import { type ChangeClause, directionOf, listClearChanges, listRankChanges } from './headline.ts';
import { createFact, type DigestMetric, type Fact, isCompared } from './metric.ts';
import type { PartChange } from './parts.ts';
import type { SiteDigest } from './site-digest.ts';
import { measures } from './site-metrics.ts';

/** A website with a clear change or a clear change of rank. */
export interface WebsiteChange {
  readonly site: SiteDigest;
  /** Rank changes, then clear changes: share, authority, citations. Never empty. */
  readonly clauses: readonly ChangeClause[];
  /** Of the first clause. */
  readonly direction: Direction;
}

/** Numbers of websites. */
export interface DigestCounts {
  readonly all: Fact;
  readonly changed: Fact;
  readonly up: Fact;
  readonly down: Fact;
  /** Compared without a clear change. */
  readonly quiet: Fact;
  readonly noData: Fact;
  /** Reported, but with nothing to compare. */
  readonly uncompared: Fact;
}

/** Changed websites: falls first, and of each direction the largest change relative to its usual variation. */
export function listChanges(sites: readonly SiteDigest[]): readonly WebsiteChange[] {
  return sites
    .flatMap((site) => {
      const clauses = [
        ...listRankChanges(site),
        ...measures.flatMap((measure) => listClearChanges(site, measure)),
      ];
      const [first] = clauses;
      if (first === undefined) return [];
      return [{ site, clauses, direction: directionOf(first), strength: rate(site) }];
    })
    .sort((a, b) => rankDirection(a) - rankDirection(b) || b.strength - a.strength)
    .map(({ site, clauses, direction }) => ({ site, clauses, direction }));
}

/** A fall needs work. */
const rankDirection = ({ direction }: Pick<WebsiteChange, 'direction'>): number => Number(direction === 'up');

/** The largest clear change in half-widths of its plausible range. */
function rate(site: SiteDigest): number {
  return Math.max(0, ...measures.map((measure) => rateMetric(site[measure])));
}

function rateMetric({ direction, delta, interval }: DigestMetric): number {
  if (direction === null || delta === null || interval === null) return 0;
  return (2 * Math.abs(delta.value)) / Math.max(interval.high.value - interval.low.value, Number.EPSILON);
}

/** @param path the first part of the facts' ids */
export function countChanges(sites: readonly SiteDigest[], path = 'sites'): DigestCounts {
  const changes = listChanges(sites);
  const changed = new Set(changes.map(({ site }) => site));
  const rest = sites.filter((site) => !changed.has(site) && site.state === 'reported');
  const quiet = rest.filter((site) => measures.some((measure) => isCompared(site[measure])));
  const count = (name: string, of: number) => createFact(`${path}/${name}`, of, 'sites');
  return {
    all: count('all', sites.length),
    changed: count('changed', changes.length),
    up: count('up', changes.filter(({ direction }) => direction === 'up').length),
    down: count('down', changes.filter(({ direction }) => direction === 'down').length),
    quiet: count('quiet', quiet.length),
    noData: count('no-data', sites.filter(({ state }) => state === 'no-data').length),
    uncompared: count('uncompared', rest.length - quiet.length),
  };
}

/** What moved with a change, by raw differences: a competitor, an engine, a component of the score, or a new page. */
export type ChangeContext =
  | { readonly kind: 'page'; readonly page: PageChange }
  | { readonly kind: 'competitor'; readonly name: string; readonly delta: Fact; readonly apart: Fact }
  | {
      readonly kind: 'engine' | 'component';
      readonly name: string;
      readonly window: Fact | null;
      readonly delta: Fact;
    };

/**
 * Finds the largest counterpart of a change. Of a share: the competitor that moved most in the other direction. Else and
 * of citations: of a rise the new page cited on the most days, else the engine that moved most in the same direction. Of
 * authority: such a component.
 */
export function findContext({ site, clauses, direction }: WebsiteChange): ChangeContext | null {
  const [first] = clauses;
  const sign = direction === 'up' ? 1 : -1;
  const source = (): ChangeContext | null => {
    const [page] = direction === 'up' ? (site.pages?.added ?? []) : [];
    return page === undefined ? findPart('engine', site.engines, sign) : { kind: 'page', page };
  };
  if (first?.kind === 'clear' && first.measure === 'citations') return source();
  if (first?.kind === 'clear' && first.measure === 'authority')
    return findPart('component', site.components, sign);
  const competitors = site.share.rows.flatMap(({ name, own, metric: { delta, apart } }) =>
    own || delta === null || delta.value * sign >= 0
      ? []
      : [{ kind: 'competitor' as const, name, delta, apart }],
  );
  return selectLargest(competitors) ?? source();
}

/** The part with the largest raw difference of this sign. */
export function findPart<K extends 'engine' | 'component'>(
  kind: K,
  parts: readonly PartChange[],
  sign: number,
) {
  return selectLargest(
    parts.flatMap(({ label: name, window, delta }) =>
      delta === null || delta.value * sign <= 0 ? [] : [{ kind, name, window, delta }],
    ),
  );
}

/** Null if none is as large as one displayed unit. */
export function selectLargest<C extends { readonly delta: Fact }>(all: readonly C[]): C | null {
  const size = ({ delta }: C) => Math.abs(delta.value);
  const [first] = [...all].sort((a, b) => size(b) - size(a));
  return first === undefined || size(first) < 0.5 * 10 ** -first.delta.digits ? null : first;
}
