import { weeksWithoutOverlap } from '@answershare/core/statistics';
import { buildDigest, type DigestInput } from './digest.ts';
import { isCompared } from './metric.ts';
import type { SiteSeries } from './site-digest.ts';
import { measures } from './site-metrics.ts';

/** Mails about shuffled weeks, in which nothing changed, and those with an arrow. */
export interface Placebo {
  readonly mails: number;
  readonly own: number;
  readonly competitors: number;
  /** Own figures that were judged, and their arrows. */
  readonly figures: number;
  readonly arrows: number;
}

/** Fewer weeks show too little of what is usual. */
const leastWeeks = 9;

/** Websites that a placebo needs at most. */
export const websitesOfPlacebo = 20;

/** Draws that are the same in every run (mulberry32, Ettinger 2017). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Indexes from a random one on, around, in blocks of another order. */
function shuffleBlocks(indexes: readonly number[], length: number, random: () => number): number[] {
  const from = Math.floor(random() * indexes.length);
  const turned = [...indexes.slice(from), ...indexes.slice(0, from)];
  const blocks = Array.from({ length: Math.ceil(turned.length / length) }, (_, at) => ({
    place: random(),
    block: turned.slice(at * length, (at + 1) * length),
  }));
  return blocks.sort((one, other) => one.place - other.place).flatMap(({ block }) => block);
}

const hasLevels = ({ shares, authority, citations }: SiteSeries, at: number): boolean =>
  [shares.weeks, authority, citations.weeks].some((weeks) => weeks[at]?.level.value != null);

const listKnownWeeks = (series: SiteSeries): number[] =>
  series.authority.map((_, at) => at).filter((at) => hasLevels(series, at));

/** The weeks of a website in another order. Weeks that share days stay together. */
function shuffleWeeks(series: SiteSeries, random: () => number): SiteSeries {
  const { shares, authority, citations, plain } = series;
  const known = listKnownWeeks(series);
  const order = shuffleBlocks(known, weeksWithoutOverlap(shares.window.days, shares.length), random);
  const from = new Map(known.map((at, index) => [at, order[index] ?? at]));
  const reorder = <W extends { readonly week: string }>(weeks: readonly W[]): readonly W[] =>
    weeks.map((week, at) => ({ ...week, ...weeks[from.get(at) ?? at], week: week.week }));
  return {
    ...series,
    shares: { ...shares, weeks: reorder(shares.weeks) },
    authority: reorder(authority),
    citations: { ...citations, weeks: reorder(citations.weeks) },
    plain: new Map([...plain].map(([name, weeks]) => [name, reorder(weeks)])),
  };
}

/**
 * Judges shuffled weeks of a digest's websites, at most twenty of them: an arrow in such a mail is false. Null with too few
 * weeks.
 */
export function measurePlacebo(input: DigestInput, mails: number, seed = 1): Placebo | null {
  const random = createRandom(seed);
  const last = (input.sites[0]?.authority.length ?? 0) - 1;
  const sites = input.sites
    .filter((series) => listKnownWeeks(series).length >= leastWeeks && hasLevels(series, last))
    .slice(0, websitesOfPlacebo);
  if (sites.length === 0) return null;
  let [own, competitors, figures, arrows] = [0, 0, 0, 0];
  for (let mail = 0; mail < mails; mail += 1) {
    const shuffled = { ...input, sites: sites.map((series) => shuffleWeeks(series, random)) };
    const digests = buildDigest(shuffled).sites;
    const judged = digests.flatMap((site) => measures.map((name) => site[name])).filter(isCompared);
    const found = judged.filter(({ direction }) => direction !== null).length;
    const rows = digests.flatMap(({ share }) => share.rows.filter((row) => !row.own));
    own += found > 0 ? 1 : 0;
    competitors += rows.some(({ metric }) => metric.direction !== null) ? 1 : 0;
    figures += judged.length;
    arrows += found;
  }
  return { mails, own, competitors, figures, arrows };
}
