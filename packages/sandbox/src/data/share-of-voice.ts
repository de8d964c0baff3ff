import { hasData } from './citations.ts';
import { type DaySpan, listDays, overlap } from './days.ts';
import { createDraw, drawPoisson } from './random.ts';
import { listCompetitors, type Site, trendDirection } from './site.ts';
import { computeSlowWalk, isLaunchOn, seasonalTrend } from './trends.ts';

/**
 * Converts counts to tenths of a percent that sum to 1000, by the largest remainder. The first of equal remainders
 * wins. All are null if the counts are zero.
 */
export function roundToTenths(counts: readonly number[]): (number | null)[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return counts.map(() => null);
  const parts = counts.map((count, index) => {
    const scaled = count * 1000;
    return { index, tenths: Math.floor(scaled / total), remainder: scaled % total };
  });
  const missing = 1000 - parts.reduce((sum, part) => sum + part.tenths, 0);
  const byRemainder = [...parts].sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  const roundedUp = new Set(byRemainder.slice(0, missing));
  return parts.map((part) => part.tenths + (roundedUp.has(part) ? 1 : 0));
}

export interface BrandVoice {
  readonly name: string;
  readonly domain: string;
  readonly mentions: number;
  /** Percent with one decimal; null if no brand has a mention. */
  readonly shareOfVoice: number | null;
}

export interface ShareOfVoice {
  readonly own: BrandVoice;
  /** Without the own brand (undecided item 4), by mentions in descending order. */
  readonly competitors: readonly BrandVoice[];
  readonly totalMentions: number;
}

/** A launch multiplies the mentions of a rising website by this factor. */
const LAUNCH_FACTOR = 1.8;

function countMentions(
  seed: number,
  site: Site,
  brand: string,
  level: number,
  trend: number,
  span: DaySpan,
): number {
  const launches = site.trend === 'rising' && brand === site.domain;
  return listDays(span).reduce((sum, day) => {
    if (!hasData(site, day)) return sum;
    const drift = 0.05 * computeSlowWalk([seed, site.domain, 'mentions', brand], day, 42);
    const launch = launches && isLaunchOn(day) ? LAUNCH_FACTOR : 1;
    const mean = level * launch * Math.exp(drift + trend * seasonalTrend(day));
    return sum + drawPoisson(mean, createDraw(seed, site.domain, day, 'mentions', brand));
  }, 0);
}

/** The mentions and shares of a span. Shares are computed from whole counts and sum to 100.0. */
export function computeShareOfVoice(seed: number, site: Site, span: DaySpan): ShareOfVoice {
  const ownCount = countMentions(
    seed,
    site,
    site.domain,
    site.mentions,
    1.0 * trendDirection(site.trend),
    span,
  );
  const listed = site.trend === 'empty' ? [] : listCompetitors(site, span.last);
  const counted = listed
    .map(({ competitor, since }) => {
      const trackedSpan = overlap(span, { first: since ?? span.first, last: span.last });
      return {
        ...competitor,
        mentions: countMentions(seed, site, competitor.domain, competitor.mentions, 0, trackedSpan),
      };
    })
    .sort((a, b) => b.mentions - a.mentions || a.name.localeCompare(b.name, 'en'));
  const counts = [ownCount, ...counted.map((competitor) => competitor.mentions)];
  const [ownTenths, ...competitorTenths] = roundToTenths(counts).map((tenths) =>
    tenths === null ? null : tenths / 10,
  );
  return {
    own: { name: site.name, domain: site.domain, mentions: ownCount, shareOfVoice: ownTenths ?? null },
    competitors: counted.map(({ name, domain, mentions: count }, i) => ({
      name,
      domain,
      mentions: count,
      shareOfVoice: competitorTenths[i] ?? null,
    })),
    totalMentions: counts.reduce((sum, count) => sum + count, 0),
  };
}
