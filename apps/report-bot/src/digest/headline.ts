import type { JudgedFigure } from '@answershare/core';
import type { Direction } from '@answershare/core/statistics';
import { createFact, type DigestMetric, type Fact, isCompared } from './metric.ts';
import type { SiteDigest } from './site-digest.ts';
import { measures } from './site-metrics.ts';

/** A statement for a headline; the mail only formats it. */
export type Clause =
  | { readonly kind: 'no-data'; readonly sites: readonly string[]; readonly count: Fact; readonly of: Fact }
  | {
      readonly kind: 'rank';
      readonly site: string;
      readonly outcome: 'overtook' | 'overtaken';
      readonly competitor: string;
      readonly rank: Fact;
      readonly of: Fact;
    }
  | {
      readonly kind: 'clear';
      readonly site: string;
      readonly measure: JudgedFigure;
      readonly direction: Direction;
      readonly level: Fact;
      readonly window: DigestMetric['window'];
      readonly delta: Fact;
      readonly apart: Fact;
    }
  | {
      readonly kind: 'level';
      readonly site: string;
      readonly measure: JudgedFigure;
      readonly level: Fact;
      readonly window: DigestMetric['window'];
      readonly verdict: DigestMetric['verdict'];
      readonly slow: DigestMetric['slow'];
    }
  | {
      readonly kind: 'place';
      readonly site: string;
      readonly rank: Fact;
      readonly of: Fact;
      readonly tied: boolean;
    }
  | {
      readonly kind: 'summary';
      /** Websites with a clear change. */
      readonly clear: Fact;
      readonly of: Fact;
      /** Why no website could be compared; null if one was. */
      readonly verdict: DigestMetric['verdict'] | null;
    };

type RankClause = Extract<Clause, { kind: 'rank' }>;
type ClearClause = Extract<Clause, { kind: 'clear' }>;

/** A clause that reports a clear change. */
export type ChangeClause = RankClause | ClearClause;

/** Up for a rise or a better rank. */
export const directionOf = (clause: ChangeClause): Direction =>
  clause.kind === 'clear' ? clause.direction : clause.outcome === 'overtook' ? 'up' : 'down';

/**
 * Lists headline statements, the most important first: missing data, rank changes, clear changes by size, a
 * summary, levels.
 */
export function listClauses(sites: readonly SiteDigest[]): readonly Clause[] {
  const places = sites.flatMap(listRankChanges);
  const clear = measures.flatMap((measure) =>
    sites.flatMap((site) => listClearChanges(site, measure)).sort(compareSize),
  );
  const reported = sites.filter(({ state }) => state === 'reported');
  const levels = reported.flatMap(listLevels);
  return [...listMissingData(sites), ...places, ...clear, ...summarizeSites(sites), ...levels];
}

function listMissingData(sites: readonly SiteDigest[]): Clause[] {
  const without = sites.filter(({ state }) => state === 'no-data').map(({ name }) => name);
  if (without.length === 0) return [];
  const count = createFact('sites/no-data', without.length, 'sites');
  return [{ kind: 'no-data', sites: without, count, of: createFact('sites/all', sites.length, 'sites') }];
}

/** One statement for all websites, if there are several. */
function summarizeSites(sites: readonly SiteDigest[]): Clause[] {
  const reported = sites.filter(({ state }) => state === 'reported');
  if (sites.length < 2 || reported.length === 0) return [];
  const some = (verdict: DigestMetric['verdict']) =>
    reported.filter((site) => measures.some((measure) => site[measure].verdict === verdict)).length;
  const isJudged = reported.some((site) => measures.some((measure) => isCompared(site[measure])));
  const reasons = (['first', 'incomplete', 'too-early', 'method-changed', 'none'] as const).toSorted(
    (one, other) => some(other) - some(one),
  );
  return [
    {
      kind: 'summary',
      clear: createFact('sites/clear', some('clear'), 'sites'),
      of: createFact('sites/all', sites.length, 'sites'),
      verdict: isJudged ? null : (reasons[0] ?? 'none'),
    },
  ];
}

export function listRankChanges({ name, share }: SiteDigest): RankClause[] {
  const { rank, overtakenBy, overtook } = share;
  if (rank === null) return [];
  const toRankClause =
    (outcome: RankClause['outcome']) =>
    (competitor: string): RankClause => ({
      kind: 'rank',
      site: name,
      outcome,
      competitor,
      rank: rank.now,
      of: rank.of,
    });
  return [...overtakenBy.map(toRankClause('overtaken')), ...overtook.map(toRankClause('overtook'))];
}

export function listClearChanges(site: SiteDigest, measure: JudgedFigure): ClearClause[] {
  const { direction, level, window, delta, apart } = site[measure];
  if (direction === null || level === null || delta === null) return [];
  return [{ kind: 'clear', site: site.name, measure, direction, level, window, delta, apart }];
}

function compareSize(a: ClearClause, b: ClearClause): number {
  return Math.abs(b.delta.value) - Math.abs(a.delta.value);
}

function listLevels(site: SiteDigest): Clause[] {
  const { rank } = site.share;
  const levels = bySlowChange(site).flatMap((measure) => {
    const { level, window, verdict, slow } = site[measure];
    if (level === null || verdict === 'clear') return [];
    return [{ kind: 'level', site: site.name, measure, level, window, verdict, slow } as const];
  });
  // A week with too few days says little, so anything else comes first.
  const incomplete = levels.filter(({ verdict }) => verdict === 'incomplete');
  return [
    ...levels.filter(({ verdict }) => verdict !== 'incomplete'),
    ...(rank === null
      ? []
      : [{ kind: 'place', site: site.name, rank: rank.now, of: rank.of, tied: rank.tied } as const]),
    ...incomplete,
  ];
}

/** The measures that changed slowly first. */
const bySlowChange = (site: SiteDigest): readonly JudgedFigure[] =>
  measures.toSorted((one, other) => Number(site[one].slow === null) - Number(site[other].slow === null));
