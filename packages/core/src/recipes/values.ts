import type { Analytics, AnalyticsDay } from '../resources/analytics.ts';
import type { Authority } from '../resources/authority.ts';
import type { CitationItem, Citations } from '../resources/citations.ts';
import type { Competitor, Competitors } from '../resources/competitors.ts';
import type { Endpoint } from '../resources/endpoint.ts';
import { engineOf } from '../resources/engines.ts';
import type { Website } from '../resources/website.ts';
import type { Figures } from './figures.ts';
import type { Recipe } from './recipe.ts';
import type { Table, Value } from './table.ts';

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

const empty: Table = { size: 0, rows: 0, columns: {}, own: null };

/** Makes a value of each row. */
function mapRows<T>(
  { size, columns }: Table,
  make: (at: (name: string) => Value | undefined, row: number) => T,
): T[] {
  const made: T[] = [];
  for (let row = 0; row < size; row++) made.push(make((name) => columns[name]?.[row], row));
  return made;
}

/** True where a body holds one page and more rows exist. */
export function hasMorePages({ whole, lists }: Figures): boolean {
  const rows = (lists.items ?? Object.values(lists)[0])?.rows ?? 0;
  return (
    whole.morePages === true || textOf(whole.nextPage) !== null || (numberOf(whole.rowsInAll) ?? 0) > rows
  );
}

const websites = ({ lists }: Figures): readonly Website[] =>
  mapRows(lists.websites ?? empty, (at) => ({
    id: textOf(at('id')) ?? '',
    name: textOf(at('name')),
    domain: textOf(at('domain')),
  }));

const trafficFields = ['date', 'visitors', 'pageviews', 'citations'];

function analytics({ whole, lists }: Figures): Analytics {
  const table = lists.days ?? empty;
  const others = Object.keys(table.columns).filter((name) => !trafficFields.includes(name));
  const days = mapRows(table, (at): AnalyticsDay => {
    const metrics: Record<string, number | null> = {};
    for (const name of others) metrics[name] = numberOf(at(name));
    return {
      date: textOf(at('date')) ?? '',
      visitors: numberOf(at('visitors')),
      pageviews: numberOf(at('pageviews')),
      citations: numberOf(at('citations')),
      metrics,
    };
  }).sort((a, b) => (a.date < b.date ? -1 : 1));
  const isStated = ['visitors', 'pageviews', 'citations'].some((name) => name in whole);
  const period = {
    visitors: numberOf(whole.visitors),
    pageviews: numberOf(whole.pageviews),
    citations: numberOf(whole.citations),
    metrics: {},
    from: textOf(whole.from),
    to: textOf(whole.to),
  };
  return { days, period: isStated ? period : null };
}

/** The sum over engines where each has a count. */
function sumOf({ size, columns: { count } }: Table): number | null {
  let sum: number | null = size === 0 ? null : 0;
  for (let row = 0; row < size; row++) {
    const one = numberOf(count?.[row]);
    sum = sum === null || one === null ? null : sum + one;
  }
  return sum;
}

function citations(figures: Figures, recipe: Recipe): Citations {
  const { whole, lists, measured } = figures;
  const engines = new Map<string, ReturnType<typeof engineOf>>();
  const engine = (text: string): ReturnType<typeof engineOf> => {
    const known = engines.get(text) ?? engineOf(text);
    engines.set(text, known);
    return known;
  };
  const items = mapRows(lists.items ?? empty, (at): CitationItem => {
    const name = textOf(at('engine'));
    return {
      engine: name === null ? null : engine(name).engine,
      url: textOf(at('url')),
      domain: textOf(at('domain')),
      date: textOf(at('date')),
      title: textOf(at('title')),
      count: numberOf(at('count')),
    };
  });
  const byEngine = mapRows(lists.byEngine ?? empty, (at) => ({
    ...engine(textOf(at('engine')) ?? ''),
    count: numberOf(at('count')),
  })).flatMap(({ count, ...one }) => (count === null ? [] : [{ ...one, count }]));
  const more = hasMorePages(figures);
  const isWhole = measured && !more;
  const counted = isWhole && recipe.total === 'rows' ? items.length : null;
  const sum = isWhole && recipe.total === 'engines' ? sumOf(lists.byEngine ?? empty) : null;
  const stated = numberOf(whole.total);
  const isFull = stated === items.length && stated === recipe.constants?.page;
  const total = isFull ? null : (stated ?? counted ?? sum);
  const isOpen = isFull || (recipe.total === 'rows' && measured && more);
  const isPage = total === null && isOpen && items.length > 0;
  return isPage ? { total, atLeast: items.length, byEngine, items } : { total, byEngine, items };
}

function competitors({ whole, lists }: Figures): Competitors {
  const table = lists.competitors ?? empty;
  const rows = mapRows(
    table,
    (at): Competitor => ({
      name: textOf(at('name')) ?? '',
      domain: textOf(at('domain')),
      share: numberOf(at('share')),
      mentions: numberOf(at('mentions')),
    }),
  );
  const own = rows.find((_, row) => table.own?.[row]);
  return {
    shareOfVoice: numberOf('shareOfVoice' in whole ? whole.shareOfVoice : own?.share),
    mentions: numberOf('mentions' in whole ? whole.mentions : own?.mentions),
    totalMentions: numberOf(whole.totalMentions),
    competitors: own ? rows.filter((row) => row !== own) : rows,
  };
}

function authority({ whole, lists }: Figures, recipe: Recipe): Authority {
  const score = numberOf(whole.score);
  const scale = numberOf(whole.scale) ?? recipe.constants?.scale ?? null;
  const components = mapRows(lists.components ?? empty, (at) => ({
    name: textOf(at('name')) ?? '',
    score: numberOf(at('score')),
    weight: numberOf(at('weight')),
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

/** Makes the value of an endpoint from what its recipe read. */
export function buildValue<K extends Endpoint>(kind: K, figures: Figures, recipe: Recipe): ResourceValues[K] {
  return builders[kind](figures, recipe);
}
