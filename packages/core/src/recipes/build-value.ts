import { toEngineId } from '../resources/normalize.ts';
import { toPageAddress } from '../resources/page-address.ts';
import {
  type Analytics,
  type AnalyticsDay,
  type AnalyticsPeriod,
  type Authority,
  type AuthorityComponent,
  type CitationItem,
  type Citations,
  type Competitor,
  type Competitors,
  type Endpoint,
  type ResourceValues,
  trafficFields,
  type Website,
} from '../resources/resources.ts';
import { hasMorePages, mayBePage, type RawFigures, toNumber } from './raw-figures.ts';
import type { Recipe } from './recipe.ts';
import { sumKnown } from './witnesses.ts';

/** Rows of a list. Codecs guarantee the types; a field outside the recipe is null. */
const toRows = <T>({ lists }: RawFigures, name: string): readonly T[] =>
  [...(lists[name]?.lines.values() || [])] as unknown as readonly T[];

const dayFields: readonly string[] = ['date', ...trafficFields];

type DayRow = Omit<AnalyticsDay, 'metrics'> & Readonly<Record<string, number | null | string>>;

function buildAnalytics(figures: RawFigures): Analytics {
  const { whole } = figures;
  const rows = toRows<DayRow>(figures, 'days');
  const others = Object.keys(rows[0] || {}).filter((name) => !dayFields.includes(name));
  const days = rows
    .map((row): AnalyticsDay => {
      const { date, visitors, pageviews, citations } = row;
      const metrics: Record<string, number | null> = {};
      for (const name of others) metrics[name] = row[name] as number | null;
      return { date, visitors, pageviews, citations, metrics };
    })
    .sort((a, b) => (a.date < b.date ? -1 : 1));
  const fields = { from: null, to: null, visitors: null, pageviews: null, citations: null };
  const isStated = trafficFields.some((name) => name in whole);
  const { from, to, visitors, pageviews, citations } = { ...fields, ...(whole as Partial<AnalyticsPeriod>) };
  return { days, period: isStated ? { from, to, visitors, pageviews, citations, metrics: {} } : null };
}

function buildCitations(figures: RawFigures, { total: rule, constants }: Recipe): Citations {
  const engines = new Map<string, ReturnType<typeof toEngineId>>();
  const engine = (text: string): ReturnType<typeof toEngineId> => {
    const known = engines.get(text) ?? toEngineId(text);
    engines.set(text, known);
    return known;
  };
  const items = toRows<CitationItem>(figures, 'items').map((item) => ({
    ...item,
    engine: item.engine === null ? null : engine(item.engine).engine,
    page: item.url === null ? null : (toPageAddress(item.url) ?? item.url),
  }));
  const counts = toRows<{ readonly engine: string; readonly count: number | null }>(figures, 'byEngine');
  const byEngine = counts.flatMap((one) =>
    one.count === null ? [] : [{ ...engine(one.engine), count: one.count }],
  );
  const more = hasMorePages(figures);
  const isWhole = figures.measured && !more;
  const isCounted = rule === 'rows' && figures.measured && figures.lists.items?.isMeasured !== false;
  const counted = isCounted && !more ? items.length : null;
  const isSummed = isWhole && rule === 'engines' && counts.length > 0;
  const stated = toNumber(figures.whole.total);
  const isFull = (stated ?? counted) === items.length && (more || mayBePage(items.length, constants));
  const total = isFull
    ? null
    : (stated ?? counted ?? (isSummed ? sumKnown(counts, ({ count }) => count) : null));
  const isOpen = isFull || (isCounted && more);
  const isPage = total === null && isOpen && items.length > 0;
  return isPage ? { total, atLeast: items.length, byEngine, items } : { total, byEngine, items };
}

function buildCompetitors(figures: RawFigures): Competitors {
  const { whole, lists } = figures;
  const own = lists.competitors?.own;
  const ownFigure = (name: string, field: string): number | null =>
    toNumber(name in whole ? whole[name] : own?.[field]);
  return {
    shareOfVoice: ownFigure('shareOfVoice', 'share'),
    mentions: ownFigure('mentions', 'mentions'),
    totalMentions: toNumber(whole.totalMentions),
    competitors: toRows<Competitor>(figures, 'competitors').filter((row) => row !== (own as unknown)),
  };
}

function buildAuthority(figures: RawFigures, { constants }: Recipe): Authority {
  const { score, scale } = figures.whole;
  return {
    score: toNumber(score),
    scale: toNumber(scale) ?? constants?.scale ?? null,
    components: toRows<AuthorityComponent>(figures, 'components'),
  };
}

const builders: { readonly [K in Endpoint]: (figures: RawFigures, recipe: Recipe) => ResourceValues[K] } = {
  websites: (figures) => toRows<Website>(figures, 'websites'),
  analytics: buildAnalytics,
  citations: buildCitations,
  competitors: buildCompetitors,
  authority: buildAuthority,
};

/** Builds the value of an endpoint from raw figures. */
export function buildValue<K extends Endpoint>(
  kind: K,
  figures: RawFigures,
  recipe: Recipe,
): ResourceValues[K] {
  return builders[kind](figures, recipe);
}
