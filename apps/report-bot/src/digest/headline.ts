import type { Direction } from '@answershare/core/statistics';
import { type Fact, fact } from './fact.ts';
import type { Metric } from './metric.ts';
import type { Measured } from './notes.ts';
import type { SiteDigest } from './site-digest.ts';

/** A statement that a headline may make; the letter only finds words for it. */
export type Clause =
  | { readonly kind: 'no-data'; readonly sites: readonly string[]; readonly count: Fact; readonly of: Fact }
  | {
      readonly kind: 'rank';
      readonly site: string;
      readonly outcome: 'overtook' | 'overtaken';
      readonly rival: string;
      readonly rank: Fact;
      readonly of: Fact;
    }
  | {
      readonly kind: 'clear';
      readonly site: string;
      readonly measure: Measured;
      readonly direction: Direction;
      readonly level: Fact;
      readonly delta: Fact;
    }
  | {
      readonly kind: 'level';
      readonly site: string;
      readonly measure: Measured;
      readonly level: Fact;
      readonly verdict: Metric['verdict'];
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
      /** False where no website could be compared at all. */
      readonly judged: boolean;
    };

const measures = ['share', 'authority', 'citations'] as const;

/**
 * Everything a headline may say, the most important first, by fixed order: missing data, places lost and won, clear
 * changes of share of voice, authority and citations (each by size), then one statement on all websites, then levels.
 */
export function clausesOf(sites: readonly SiteDigest[]): readonly Clause[] {
  const places = sites.flatMap(placesOf);
  const clear = measures.flatMap((measure) => sites.flatMap((site) => clearOf(site, measure)).sort(bySize));
  const reported = sites.filter(({ state }) => state === 'reported');
  const levels = reported.flatMap(levelsOf);
  return [...missing(sites), ...places, ...clear, ...summary(sites), ...levels];
}

function missing(sites: readonly SiteDigest[]): Clause[] {
  const without = sites.filter(({ state }) => state === 'no-data').map(({ name }) => name);
  if (without.length === 0) return [];
  const count = fact('sites/no-data', without.length, 'sites');
  return [{ kind: 'no-data', sites: without, count, of: fact('sites/all', sites.length, 'sites') }];
}

/** One statement for all, where there is more than one website. */
function summary(sites: readonly SiteDigest[]): Clause[] {
  const reported = sites.filter(({ state }) => state === 'reported');
  if (sites.length < 2 || reported.length === 0) return [];
  const some = (verdict: Metric['verdict']) =>
    reported.filter((site) => measures.some((measure) => site[measure].verdict === verdict)).length;
  return [
    {
      kind: 'summary',
      clear: fact('sites/clear', some('clear'), 'sites'),
      of: fact('sites/all', sites.length, 'sites'),
      judged: some('clear') + some('steady') > 0,
    },
  ];
}

function placesOf({ name, share }: SiteDigest): Clause[] {
  const { rank, overtakenBy, overtook } = share;
  if (rank === null) return [];
  const say = (outcome: 'overtook' | 'overtaken') => (rival: string) =>
    ({ kind: 'rank', site: name, outcome, rival, rank: rank.now, of: rank.of }) as const;
  return [...overtakenBy.map(say('overtaken')), ...overtook.map(say('overtook'))];
}

type Clear = Extract<Clause, { kind: 'clear' }>;

function clearOf(site: SiteDigest, measure: Measured): Clear[] {
  const { direction, level, delta } = site[measure];
  if (direction === null || level === null || delta === null) return [];
  return [{ kind: 'clear', site: site.name, measure, direction, level, delta }];
}

function bySize(a: Clear, b: Clear): number {
  return Math.abs(b.delta.value) - Math.abs(a.delta.value);
}

function levelsOf(site: SiteDigest): Clause[] {
  const { rank } = site.share;
  return [
    ...measures.flatMap((measure) => {
      const { level, verdict } = site[measure];
      if (level === null || verdict === 'clear') return [];
      return [{ kind: 'level', site: site.name, measure, level, verdict } as const];
    }),
    ...(rank === null
      ? []
      : [{ kind: 'place', site: site.name, rank: rank.now, of: rank.of, tied: rank.tied } as const]),
  ];
}
