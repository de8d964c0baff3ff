import type { Span } from '../data/days.ts';
import { type BrandVoice, shareOfVoice } from '../data/share-of-voice.ts';
import { tenthsOfPercent } from '../data/shares.ts';
import type { Site } from '../data/site.ts';
import type { Quirks } from '../quirks/table.ts';
import { SHARE_UNITS } from './share-units.ts';
import type { Json } from './spelling.ts';

/** A brand with its mentions. */
type Brand = Pick<BrandVoice, 'name' | 'domain' | 'mentions'>;

interface Count {
  readonly tenths: readonly (number | null)[];
  readonly total: number;
}

/**
 * Shares from counts. In a published sample of another service two brands of 1,091 and 1,079 mentions stand under a
 * total of 1,924, because one answer can name both.
 */
const SUMS: Readonly<Record<Quirks['shareSum'], (counts: readonly number[]) => Count>> = {
  whole: (counts) => ({ tenths: tenthsOfPercent(counts), total: sum(counts) }),
  'more-than-whole'(counts) {
    const total = Math.max(Math.round(sum(counts) * (1924 / 2170)), ...counts);
    return {
      total,
      tenths: counts.map((count) => (total === 0 ? null : Math.round((count * 1000) / total))),
    };
  },
};

/** What a row of the own brand has besides, and what a rival's has; null: the own brand has no row (undecided item 4). */
const OWN_ROW: Readonly<
  Record<Quirks['ownBrand'], Readonly<Record<'own' | 'rival', Readonly<Record<string, Json>>>> | null>
> = {
  absent: null,
  flagged: { own: { isOwn: true }, rival: { isOwn: false } },
  unflagged: { own: {}, rival: {} },
};

/** The figures of a competitors body: own share and mentions, the total, and the list, most mentioned first. */
export function voiceFigures(
  quirks: Quirks,
  seed: number,
  sites: readonly Site[],
  span: Span,
): Record<string, Json> {
  const { own, rivals } = brands(seed, sites, span);
  const { tenths, total } = SUMS[quirks.shareSum]([own, ...rivals].map((brand) => brand.mentions));
  const share = (who: 'own' | 'rival', at: number): Json => {
    const measured = tenths[at] ?? null;
    return measured === null ? null : SHARE_UNITS[quirks.shares][who](measured);
  };
  const row = (who: 'own' | 'rival', { name, domain, mentions }: Brand, at: number) => ({
    name,
    domain,
    shareOfVoice: share(who, at),
    mentions,
  });
  const extra = OWN_ROW[quirks.ownBrand];
  const listed = rivals.map((rival, i) => ({ ...row('rival', rival, i + 1), ...extra?.rival }));
  if (extra !== null && rivals.length > 0) {
    const at = listed.findIndex(({ mentions }) => mentions < own.mentions);
    listed.splice(at === -1 ? listed.length : at, 0, { ...row('own', own, 0), ...extra.own });
  }
  return {
    shareOfVoice: share('own', 0),
    mentions: own.mentions,
    totalMentions: total,
    competitors: listed,
  };
}

/** The brands of one website, or of several put together: rivals of one domain are one. */
function brands(seed: number, sites: readonly Site[], span: Span): { own: Brand; rivals: readonly Brand[] } {
  const voices = sites.map((site) => shareOfVoice(seed, site, span));
  const [first] = voices;
  if (first !== undefined && voices.length === 1) return first;
  const byDomain = new Map<string, Brand>();
  for (const rival of voices.flatMap((voice) => voice.rivals)) {
    const known = byDomain.get(rival.domain)?.mentions ?? 0;
    byDomain.set(rival.domain, { ...rival, mentions: known + rival.mentions });
  }
  const own = { name: 'All websites', domain: '', mentions: sum(voices.map((voice) => voice.own.mentions)) };
  return { own, rivals: [...byDomain.values()].sort((a, b) => b.mentions - a.mentions) };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
