import { hasData } from './citations.ts';
import { type DayNumber, monday } from './days.ts';
import { createDraw } from './random.ts';
import { hasNewMethod, type Site, trendDirection } from './site.ts';
import { computeSlowWalk, seasonalTrend } from './trends.ts';

/** The components of the score. Whole percents keep the sum exact; names and weights are ours. */
export const COMPONENTS = [
  { name: 'Entity clarity', weight: 25 },
  { name: 'Structured data', weight: 20 },
  { name: 'Citations', weight: 25 },
  { name: 'Backlinks', weight: 20 },
  { name: 'Freshness', weight: 10 },
] as const;

/** The weights after the incident `newMethod`. */
const NEW_WEIGHTS: Readonly<Record<(typeof COMPONENTS)[number]['name'], number>> = {
  'Entity clarity': 10,
  'Structured data': 10,
  Citations: 45,
  Backlinks: 30,
  Freshness: 5,
};

interface AuthorityComponent {
  readonly name: string;
  /** 0 to 100, whole. */
  readonly score: number;
  /** 0 to 1; all weights sum to 1. */
  readonly weight: number;
}

export interface Authority {
  /** 0 to 100: the rounded weighted sum of the components. Null without data. */
  readonly score: number | null;
  readonly components: readonly AuthorityComponent[];
  /** The Monday of the last update. */
  readonly updated: DayNumber | null;
}

/** The score on a day. It changes on Mondays only. */
export function computeAuthority(seed: number, site: Site, day: DayNumber): Authority {
  const updated = monday(day);
  if (!hasData(site, updated)) return { score: null, components: [], updated: null };
  const changed = hasNewMethod(site, updated);
  const scored = COMPONENTS.map(({ name, weight }) => {
    const bias = 24 * (createDraw(seed, site.domain, 'authority', name)() - 0.5);
    const walk = 5 * computeSlowWalk([seed, site.domain, 'authority', name], updated, 35);
    const trend = 9 * trendDirection(site.trend) * seasonalTrend(updated);
    return {
      name,
      weight: changed ? NEW_WEIGHTS[name] : weight,
      score: Math.min(100, Math.max(0, Math.round(site.authority + bias + walk + trend))),
    };
  });
  const sum = scored.reduce((total, part) => total + part.score * part.weight, 0);
  return {
    score: Math.round(sum / 100),
    components: scored.map((part) => ({ name: part.name, score: part.score, weight: part.weight / 100 })),
    updated,
  };
}
