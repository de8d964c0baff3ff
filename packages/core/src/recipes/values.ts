import type { Analytics, AnalyticsDay } from '../analytics/analytics.ts';
import type { Authority } from '../authority/authority.ts';
import type { CitationItem, Citations } from '../citations/citations.ts';
import type { Competitor, Competitors } from '../competitors/competitors.ts';
import type { Endpoint } from '../dialects/dialect.ts';
import { engineOf } from '../reading/engines.ts';
import type { Website } from '../websites/website.ts';
import { DriftError, type Figures, quote, type Row, type Value } from './figures.ts';
import type { Recipe } from './recipe.ts';

/** The value of each endpoint. */
export interface ResourceValues {
  readonly websites: readonly Website[];
  readonly analytics: Analytics;
  readonly citations: Citations;
  readonly competitors: Competitors;
  readonly authority: Authority;
}

const textOf = (value: Value | undefined): string | null => (typeof value === 'string' ? value : null);
const numberOf = (value: Value | undefined): number | null => (typeof value === 'number' ? value : null);

/** True where a body holds one page and more rows exist. */
export function hasMorePages({ whole, lists }: Figures): boolean {
  const rows = Object.values(lists).reduce((most, list) => Math.max(most, list.length), 0);
  return (
    whole.morePages === true || textOf(whole.nextPage) !== null || (numberOf(whole.rowsInAll) ?? 0) > rows
  );
}

const websites = ({ lists }: Figures): readonly Website[] =>
  (lists.websites ?? []).map((row) => ({
    id: textOf(row.id) ?? '',
    name: textOf(row.name),
    domain: textOf(row.domain),
  }));

const trafficFields = new Set(['date', 'visitors', 'pageviews', 'citations']);

function dayOf(row: Row): AnalyticsDay {
  const metrics: Record<string, number | null> = {};
  for (const name of Object.keys(row)) if (!trafficFields.has(name)) metrics[name] = numberOf(row[name]);
  return {
    date: textOf(row.date) ?? '',
    visitors: numberOf(row.visitors),
    pageviews: numberOf(row.pageviews),
    citations: numberOf(row.citations),
    metrics,
  };
}

function analytics({ whole, lists }: Figures): Analytics {
  const days = (lists.days ?? []).map(dayOf).sort((a, b) => (a.date < b.date ? -1 : 1));
  const stated = ['visitors', 'pageviews', 'citations'].some((name) => name in whole);
  const { date: _, ...figures } = dayOf({ ...whole, date: '' });
  const period = { ...figures, metrics: {}, from: textOf(whole.from), to: textOf(whole.to) };
  return { days, period: stated ? period : null };
}

function itemOf(row: Row): CitationItem {
  const engine = textOf(row.engine);
  return {
    engine: engine === null ? null : engineOf(engine).engine,
    url: textOf(row.url),
    domain: textOf(row.domain),
    date: textOf(row.date),
    title: textOf(row.title),
    count: numberOf(row.count),
  };
}

function citations(figures: Figures, recipe: Recipe): Citations {
  const { whole, lists } = figures;
  const items = (lists.items ?? []).map(itemOf);
  const byEngine = (lists.byEngine ?? []).flatMap((row) => {
    const count = numberOf(row.count);
    return count === null ? [] : [{ ...engineOf(textOf(row.engine) ?? ''), count }];
  });
  const more = hasMorePages(figures);
  const counted = recipe.total === 'rows' && !more ? items.length : null;
  const sum = recipe.total === 'engines' ? sumOf(lists.byEngine, more) : null;
  const total = numberOf(whole.total) ?? counted ?? sum;
  const isPage = total === null && recipe.total === 'rows' && more && items.length > 0;
  return isPage ? { total, atLeast: items.length, byEngine, items } : { total, byEngine, items };
}

/** The sum over engines where each has a count and no page follows. */
function sumOf(rows: readonly Row[] | undefined, more: boolean): number | null {
  if (rows === undefined || rows.length === 0 || more) return null;
  return rows.reduce<number | null>((sum, row) => {
    const count = numberOf(row.count);
    return sum === null || count === null ? null : sum + count;
  }, 0);
}

function competitors({ whole, lists }: Figures, recipe: Recipe): Competitors {
  const rows = lists.competitors ?? [];
  const isOwn = (row: Row): boolean => row.own === true;
  const own = rows.filter(isOwn);
  if (own.length > 1)
    throw new DriftError({
      pointer: recipe.lists?.competitors?.[0]?.at ?? '',
      problem: 'repeated',
      expected: 'one row of the own brand',
      found: `${own.length} rows`,
    });
  const rivals = rows
    .filter((row) => !isOwn(row))
    .map(
      (row): Competitor => ({
        name: textOf(row.name) ?? '',
        domain: textOf(row.domain),
        share: numberOf(row.share),
        mentions: numberOf(row.mentions),
      }),
    );
  return {
    shareOfVoice: numberOf('shareOfVoice' in whole ? whole.shareOfVoice : own[0]?.share),
    mentions: numberOf('mentions' in whole ? whole.mentions : own[0]?.mentions),
    totalMentions: numberOf(whole.totalMentions),
    competitors: rivals,
  };
}

function authority({ whole, lists }: Figures, recipe: Recipe): Authority {
  const score = numberOf(whole.score);
  const scale = numberOf(whole.scale) ?? recipe.constants?.scale ?? null;
  if (score !== null && (score < 0 || (scale !== null && score > scale)))
    throw new DriftError({
      pointer: (recipe.whole?.score ?? '').replace(/ \S+$/, ''),
      problem: 'value',
      expected: scale === null ? 'a score from 0' : `a score from 0 to ${scale}`,
      found: quote(score),
    });
  const components = (lists.components ?? []).map((row) => ({
    name: textOf(row.name) ?? '',
    score: numberOf(row.score),
    weight: numberOf(row.weight),
  }));
  return { score, scale, components };
}

const builders: { readonly [K in Endpoint]: (figures: Figures, recipe: Recipe) => ResourceValues[K] } = {
  websites,
  analytics,
  citations,
  competitors,
  authority,
};

/** Makes the value of an endpoint from what its recipe read. @throws DriftError where a law of the resource does not hold */
export function buildValue<K extends Endpoint>(kind: K, figures: Figures, recipe: Recipe): ResourceValues[K] {
  return builders[kind](figures, recipe);
}
