import {
  type Analytics,
  type AnalyticsWindow,
  type Citations,
  type Competitors,
  type CutBodyAnswer,
  type Endpoint,
  findStatedWindow,
  isApiError,
  mergeBrands,
  mergeEngines,
  type NameList,
  parseBody,
  type Result,
  type SettledCall,
  type SyncClient,
  toCalendarDate,
  toEngineId,
  type Website,
} from '@answershare/core';
import { chooseCount, sumCounts } from '@answershare/core/statistics';
import { computeAnswerUntil, computeFaultUntil } from '../cache/staleness.ts';
import { countAnsweredDays } from '../cells/day-totals.ts';
import { type FormatInstant, toCellFault } from '../cells/fault-text.ts';
import { notAllowed } from '../connection/connection.ts';
import type { BodyText, CellQuery, FiguresByEndpoint, QueryAnswer } from '../ports/query.ts';

/** Sources of answers: the list of websites, and a client for one website's endpoints. */
export interface ServiceSources {
  /** Those that the file shows. @throws ApiError, CellError */
  websites(): Result<readonly Website[]>;
  /** The website of a reference. @throws ApiError, CellError */
  website(reference: string): Website;
  /** True if the file shows only some websites of the key. */
  readonly isLimited: boolean;
  readonly names: NameList;
  /** @throws CellError without a connection */
  client(): SyncClient;
  now(): number;
  /** In the file's zone. */
  readonly formatInstant: FormatInstant;
}

type About = Exclude<Endpoint, 'websites'>;

/** Every website's answer to one question, in the websites' order. */
export function fetchAll(
  client: SyncClient,
  { endpoint, window, wanted }: Pick<Batch['query'], 'endpoint' | 'window' | 'wanted'>,
  ids: readonly string[],
): readonly SettledCall<Result<unknown>>[] {
  if (wanted === 'body') return client.bodiesOf(endpoint, ids, window);
  if (endpoint === 'analytics') return client.analyticsOf(ids, window ?? { last: 30 });
  if (endpoint === 'citations') return client.citationsOf(ids);
  return endpoint === 'competitors' ? client.competitorsOf(ids) : client.authorityOf(ids);
}

/** Citations by engine of the rows that make the total; none if a row has no engine. */
function countEngines(feed: Citations): Citations['byEngine'] {
  const { items, total } = feed;
  const count = chooseCount(feed);
  const sums = new Map<string, number>();
  for (const item of items) {
    const own = count(item);
    if (item.engine === null || own === null) return [];
    sums.set(item.engine, (sums.get(item.engine) ?? 0) + own);
  }
  return sumCounts(items, count) === total
    ? Array.from(sums, ([id, sum]) => ({ ...toEngineId(id), count: sum }))
    : [];
}

function fetchCitations(value: Citations, text: string, withItems: boolean): FiguresByEndpoint['citations'] {
  const { items, ...figures } = value;
  const byEngine = figures.byEngine.length > 0 ? figures.byEngine : countEngines(value);
  if (!withItems) return { ...figures, byEngine };
  const body = parseBody(text);
  const windowDays = body.ok ? findStatedWindow(body.body) : null;
  return { ...figures, byEngine, items, ...(windowDays === null ? {} : { windowDays }) };
}

/** The part of an answer that a cell can show. @throws CellError for another window's days */
function fetchFigures(
  { endpoint, wanted }: CellQuery,
  website: Website | null,
  result: Result<unknown>,
  names: NameList,
): FiguresByEndpoint[Endpoint] {
  const day = toCalendarDate(result.meta.fetchedAt);
  if (endpoint === 'analytics') {
    const analytics = result as Result<Analytics>;
    const { isPage, unmeasured } = result.meta.trace;
    const figures = { days: countAnsweredDays(analytics), period: analytics.value.period };
    return { ...figures, ...(isPage ? { isPage } : {}), ...(unmeasured === undefined ? {} : { unmeasured }) };
  }
  if (endpoint === 'citations') {
    const value = mergeEngines(result.value as Citations, names, day);
    return fetchCitations(value, result.text, wanted === 'items');
  }
  if (endpoint === 'competitors' && website !== null)
    return mergeBrands(result.value as Competitors, website, names, day);
  return result.value as FiguresByEndpoint[Endpoint];
}

/** The body, unchanged or cut to a window. @throws CellError for a list with websites that the file does not show */
function fetchBody(endpoint: Endpoint, { text, value }: Result<unknown>, isLimited: boolean): BodyText {
  if (endpoint === 'websites' && isLimited)
    throw notAllowed('the body of websites, which lists all of the key');
  const cutBody = endpoint === 'analytics' ? (value as CutBodyAnswer | null) : null;
  if (cutBody === null) return { text, cut: null };
  const { body, ...cut } = cutBody;
  return { text: JSON.stringify(body), cut };
}

function toErr(thrown: unknown, { now, formatInstant }: ServiceSources, everywhere = false): QueryAnswer {
  const fault = toCellFault(thrown, 'cell', formatInstant);
  return { ok: false, ...fault, everywhere, until: computeFaultUntil(thrown, now()) };
}

function toOk(
  query: CellQuery,
  website: Website | null,
  result: Result<unknown>,
  sources: ServiceSources,
): QueryAnswer {
  const { fetchedAt, fault } = result.meta;
  try {
    return {
      ok: true,
      website,
      value:
        query.wanted === 'body'
          ? fetchBody(query.endpoint, result, sources.isLimited)
          : fetchFigures(query, website, result, sources.names),
      fetchedAt,
      stale: fault === null ? null : toCellFault(fault, 'cell', sources.formatInstant),
      until:
        fault === null
          ? computeAnswerUntil(query.endpoint, fetchedAt)
          : computeFaultUntil(fault, sources.now()),
    };
  } catch (thrown) {
    return toErr(thrown, sources);
  }
}

/** The unread list of websites if its body is requested and no recipe reads it; else null. */
function fetchUnreadList({ endpoint, wanted }: CellQuery, thrown: unknown, now: number): QueryAnswer | null {
  if (endpoint !== 'websites' || wanted !== 'body' || !isApiError(thrown) || thrown.kind !== 'shape')
    return null;
  const value: BodyText = { text: thrown.raw, cut: null };
  return { ok: true, website: null, value, fetchedAt: now, stale: null, until: now };
}

/** Queries that one client call answers, with their websites. */
interface Batch {
  readonly query: CellQuery & { readonly endpoint: About };
  readonly ids: string[];
}

const toWindowKey = (window: AnalyticsWindow | null): string => JSON.stringify(window);

/** Answers in order. Sends each distinct query once, those of one kind together. */
export function answerQueries(
  queries: readonly CellQuery[],
  sources: ServiceSources,
): readonly QueryAnswer[] {
  const now = sources.now();
  let list: Result<readonly Website[]>;
  try {
    list = sources.websites();
  } catch (thrown) {
    const unread = (query: CellQuery) => (sources.isLimited ? null : fetchUnreadList(query, thrown, now));
    return queries.map((query) => unread(query) ?? toErr(thrown, sources, true));
  }
  const batches: Batch[] = [];
  const resolvers = queries.map((query): (() => QueryAnswer) => {
    if (query.endpoint === 'websites') return () => toOk(query, null, list, sources);
    let website: Website;
    try {
      website = sources.website(query.reference);
    } catch (thrown) {
      return () => toErr(thrown, sources);
    }
    const own = { ...query, endpoint: query.endpoint };
    let batch = batches.find(
      ({ query: { endpoint, window, wanted } }) =>
        endpoint === query.endpoint &&
        wanted === query.wanted &&
        toWindowKey(window) === toWindowKey(query.window),
    );
    if (batch === undefined) {
      batch = { query: own, ids: [] };
      batches.push(batch);
    }
    const { ids } = batch;
    if (!ids.includes(website.id)) ids.push(website.id);
    const at = batches.indexOf(batch);
    return () => {
      const result = results[at]?.[ids.indexOf(website.id)];
      if (result === undefined) throw new Error('A question was left without an answer.');
      return result.ok ? toOk(query, website, result.value, sources) : toErr(result.error, sources);
    };
  });
  const results = batches.map(({ query, ids }) => fetchAll(sources.client(), query, ids));
  return resolvers.map((answer) => answer());
}
