import type { Authority } from '../data/authority.ts';
import type { EngineName } from '../data/citations.ts';
import type { DaySpan } from '../data/days.ts';
import { fnv1a } from '../data/random.ts';
import { type BrandVoice, computeShareOfVoice, roundToTenths } from '../data/share-of-voice.ts';
import type { Site } from '../data/site.ts';
import type { Json } from '../query/json.ts';
import type { Quirks, QuirkTable } from '../quirks/quirks.ts';

/** Converts a score from 0–100 to the scale of the API. */
const AUTHORITY_SCALES: QuirkTable<'authorityScale', (figure: number) => number> = {
  '1': (figure) => figure / 100,
  '100': (figure) => figure,
  '1000': (figure) => figure * 10,
};

const MAXIMUM_FIELDS: QuirkTable<'authorityMaximum', (top: number) => Readonly<Record<string, Json>>> = {
  sent: (top) => ({ maxScore: top }),
  absent: () => ({}),
};

/** A published sample of another service has components that sum to 71.8 and a score of 73. */
const COMPONENT_SUMS: QuirkTable<'authoritySum', (score: number) => number> = {
  'adds-up': (score) => score,
  'does-not': (score) => Math.min(100, score + 3),
};

/** Score, maximum and components of an authority body. */
export function scaleAuthority(quirks: Quirks, { score, components }: Authority): Record<string, Json> {
  const scale = AUTHORITY_SCALES[quirks.authorityScale];
  return {
    score: score === null ? null : scale(COMPONENT_SUMS[quirks.authoritySum](score)),
    ...MAXIMUM_FIELDS[quirks.authorityMaximum](scale(100)),
    components: components.map(({ name, score: part, weight }) => ({ name, score: scale(part), weight })),
  };
}

type ShareFormat = (tenths: number) => number | string;

const formatPercent: ShareFormat = (tenths) => tenths / 10;
const formatFraction: ShareFormat = (tenths) => tenths / 1000;
const formatPercentText: ShareFormat = (tenths) => `${(tenths / 10).toFixed(1)}%`;

/** Formats a share, given in tenths of a percent (undecided item 3). */
const SHARE_UNITS: QuirkTable<'shares', Readonly<Record<'own' | 'competitor', ShareFormat>>> = {
  percent: { own: formatPercent, competitor: formatPercent },
  fraction: { own: formatFraction, competitor: formatFraction },
  text: { own: formatPercentText, competitor: formatPercentText },
  mixed: { own: formatPercent, competitor: formatFraction },
};

type Brand = Pick<BrandVoice, 'name' | 'domain' | 'mentions'>;

interface CountedShares {
  readonly tenths: readonly (number | null)[];
  readonly total: number;
}

/**
 * Shares from counts. One answer can name two brands: in a published sample of another service, brands with 1,091 and
 * 1,079 mentions have a total of 1,924.
 */
const SHARE_SUMS: QuirkTable<'shareSum', (counts: readonly number[]) => CountedShares> = {
  whole: (counts) => ({ tenths: roundToTenths(counts), total: sum(counts) }),
  'more-than-whole'(counts) {
    const total = Math.max(Math.round(sum(counts) * (1924 / 2170)), ...counts);
    return {
      total,
      tenths: counts.map((count) => (total === 0 ? null : Math.round((count * 1000) / total))),
    };
  },
};

/**
 * Extra fields of the own brand's row and of a competitor's; null if the list omits the own brand (undecided item 4).
 */
const OWN_BRAND_FLAGS: QuirkTable<
  'ownBrand',
  Readonly<Record<'own' | 'competitor', Readonly<Record<string, Json>>>> | null
> = {
  absent: null,
  flagged: { own: { isOwn: true }, competitor: { isOwn: false } },
  unflagged: { own: {}, competitor: {} },
};

/** The figures of a competitors body. Competitors are sorted by mentions, descending. */
export function describeShares(
  quirks: Quirks,
  seed: number,
  sites: readonly Site[],
  span: DaySpan,
): Record<string, Json> {
  const { own, competitors } = mergeBrands(seed, sites, span);
  const { tenths, total } = SHARE_SUMS[quirks.shareSum]([own, ...competitors].map((brand) => brand.mentions));
  const share = (who: 'own' | 'competitor', at: number): Json => {
    const measured = tenths[at] ?? null;
    return measured === null ? null : SHARE_UNITS[quirks.shares][who](measured);
  };
  const row = (who: 'own' | 'competitor', { name, domain, mentions }: Brand, at: number) => ({
    name,
    domain,
    shareOfVoice: share(who, at),
    mentions,
  });
  const extra = OWN_BRAND_FLAGS[quirks.ownBrand];
  const listed = competitors.map((competitor, i) => ({
    ...row('competitor', competitor, i + 1),
    ...extra?.competitor,
  }));
  if (extra !== null && competitors.length > 0) {
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

/** The brands of all websites; competitors with the same domain are merged. */
function mergeBrands(
  seed: number,
  sites: readonly Site[],
  span: DaySpan,
): { own: Brand; competitors: readonly Brand[] } {
  const voices = sites.map((site) => computeShareOfVoice(seed, site, span));
  const [first] = voices;
  if (first !== undefined && voices.length === 1) return first;
  const byDomain = new Map<string, Brand>();
  for (const competitor of voices.flatMap((voice) => voice.competitors)) {
    const known = byDomain.get(competitor.domain)?.mentions ?? 0;
    byDomain.set(competitor.domain, { ...competitor, mentions: known + competitor.mentions });
  }
  const own = { name: 'All websites', domain: '', mentions: sum(voices.map((voice) => voice.own.mentions)) };
  return { own, competitors: [...byDomain.values()].sort((a, b) => b.mentions - a.mentions) };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

type SpellingStyle = 'slug' | 'vendor';

/** Engine names in published samples of other services. */
const ENGINE_SPELLINGS: Readonly<
  Record<EngineName, Readonly<Record<SpellingStyle, string>> & { more: readonly string[] }>
> = {
  ChatGPT: { slug: 'chatgpt', vendor: 'openai', more: ['ChatGPT Search', 'chat_gpt', 'gpt-4o', 'openai-0'] },
  'Google AI Overviews': { slug: 'google_ai_overview', vendor: 'googleAIO', more: ['aio', 'AI Overviews'] },
  Perplexity: { slug: 'perplexity', vendor: 'perplexity-0', more: ['Perplexity AI'] },
  Gemini: { slug: 'gemini', vendor: 'Google Gemini', more: ['GEMINI'] },
  Copilot: { slug: 'copilot', vendor: 'Bing Chat', more: ['Microsoft Copilot'] },
  Claude: { slug: 'claude', vendor: 'anthropic', more: ['claude.ai'] },
  Grok: { slug: 'grok', vendor: 'xai', more: ['grok-4', 'GROK'] },
  DeepSeek: { slug: 'deepseek', vendor: 'deepseek-chat', more: ['Deep Seek'] },
  'Meta AI': { slug: 'meta_ai', vendor: 'meta', more: ['llama', 'MetaAI'] },
};

/** Formats an engine name. `row` identifies the row, so that `mixed` is stable. */
export const ENGINE_NAMES: QuirkTable<'engineNames', (engine: EngineName, row: string) => string> = {
  display: (engine) => engine,
  slug: (engine) => ENGINE_SPELLINGS[engine].slug,
  vendor: (engine) => ENGINE_SPELLINGS[engine].vendor,
  mixed(engine, row) {
    const { slug, vendor, more } = ENGINE_SPELLINGS[engine];
    const all = [engine, slug, vendor, ...more];
    return all[fnv1a(row) % all.length] ?? engine;
  },
};
