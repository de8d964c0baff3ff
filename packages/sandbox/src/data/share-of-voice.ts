import { hasData } from './citations.ts';
import { daysIn, overlap, type Span } from './days.ts';
import { draw, poisson } from './hash.ts';
import { rivalsOn } from './incidents.ts';
import { tenthsOfPercent } from './shares.ts';
import { direction, type Site } from './site.ts';
import { launchIsOn, slowWalk, tide } from './walks.ts';

export interface BrandVoice {
  readonly name: string;
  readonly domain: string;
  readonly mentions: number;
  /** Percent with one decimal; null when nobody was mentioned. */
  readonly shareOfVoice: number | null;
}

export interface ShareOfVoice {
  readonly own: BrandVoice;
  /** Without the own brand (undecided item 4), most mentioned first. */
  readonly rivals: readonly BrandVoice[];
  readonly totalMentions: number;
}

/** How much a launch of a rising website's raises its mentions. */
const LAUNCH_FACTOR = 1.8;

function mentions(seed: number, site: Site, brand: string, level: number, story: number, span: Span): number {
  const launches = site.story === 'rising' && brand === site.domain;
  return daysIn(span).reduce((sum, day) => {
    if (!hasData(site, day)) return sum;
    const drift = 0.05 * slowWalk([seed, site.domain, 'mentions', brand], day, 42);
    const launch = launches && launchIsOn(day) ? LAUNCH_FACTOR : 1;
    const mean = level * launch * Math.exp(drift + story * tide(day));
    return sum + poisson(mean, draw(seed, site.domain, day, 'mentions', brand));
  }, 0);
}

/** Who was mentioned how often in a span: integer counts first, percents from them, 100.0 together. */
export function shareOfVoice(seed: number, site: Site, span: Span): ShareOfVoice {
  const ownCount = mentions(seed, site, site.domain, site.mentions, 1.0 * direction(site.story), span);
  const rivals = site.story === 'empty' ? [] : rivalsOn(site, span.last);
  const counted = rivals
    .map(({ rival, since }) => {
      const watched = overlap(span, { first: since ?? span.first, last: span.last });
      return { ...rival, mentions: mentions(seed, site, rival.domain, rival.mentions, 0, watched) };
    })
    .sort((a, b) => b.mentions - a.mentions || a.name.localeCompare(b.name, 'en'));
  const counts = [ownCount, ...counted.map((rival) => rival.mentions)];
  const [ownTenths, ...rivalTenths] = tenthsOfPercent(counts).map((tenths) =>
    tenths === null ? null : tenths / 10,
  );
  return {
    own: { name: site.name, domain: site.domain, mentions: ownCount, shareOfVoice: ownTenths ?? null },
    rivals: counted.map(({ name, domain, mentions: count }, i) => ({
      name,
      domain,
      mentions: count,
      shareOfVoice: rivalTenths[i] ?? null,
    })),
    totalMentions: counts.reduce((sum, count) => sum + count, 0),
  };
}
