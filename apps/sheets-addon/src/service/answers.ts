import {
  type Analytics,
  type AnalyticsWindow,
  type Citations,
  type CutBodyAnswer,
  type Endpoint,
  findWebsite,
  isApiError,
  type Result,
  type SettledCall,
  type SyncClient,
  type Website,
} from '@answershare/core';
import type { Answer, Ask, Body, Figures } from '../asks/ask.ts';
import { answeredDays } from '../cells/answered-window.ts';
import { faultOf } from '../cells/fault-text.ts';
import { answerUntil, faultUntil } from './life.ts';

/** Who answers: the list of websites, and questions about one in the words that they need to be known of. */
export interface Sources {
  /** @throws ApiError, Refusal */
  websites(): Result<readonly Website[]>;
  /** @throws Refusal where nothing is connected */
  client(): SyncClient;
  now(): number;
}

type About = Exclude<Endpoint, 'websites'>;

/** Every website's answer to one question, in the websites' order. */
function askAll(
  client: SyncClient,
  { endpoint, window, wanted }: Batch['ask'],
  ids: readonly string[],
): readonly SettledCall<Result<unknown>>[] {
  if (wanted === 'body') return client.bodiesOf(endpoint, ids, window);
  if (endpoint === 'analytics') return client.analyticsOf(ids, window ?? { last: 30 });
  if (endpoint === 'citations') return client.citationsOf(ids);
  return endpoint === 'competitors' ? client.competitorsOf(ids) : client.authorityOf(ids);
}

/** The part of an answer that a cell can show. @throws Refusal for another window's days */
function figuresOf(endpoint: Endpoint, result: Result<unknown>): Figures[Endpoint] {
  if (endpoint === 'analytics') {
    const analytics = result as Result<Analytics>;
    return { days: answeredDays(analytics), period: analytics.value.period };
  }
  if (endpoint === 'citations') {
    const { items: _, ...figures } = result.value as Citations;
    return figures;
  }
  return result.value as Figures[Endpoint];
}

/** A body as it came, or cut to a window. */
function bodyOf(endpoint: Endpoint, { text, value }: Result<unknown>): Body {
  const ofWindow = endpoint === 'analytics' ? (value as CutBodyAnswer | null) : null;
  if (ofWindow === null) return { text, cut: null };
  const { body, ...cut } = ofWindow;
  return { text: JSON.stringify(body), cut };
}

function withheld(thrown: unknown, now: number, everywhere = false): Answer {
  return { ok: false, ...faultOf(thrown, 'cell'), everywhere, until: faultUntil(thrown, now) };
}

function given(ask: Ask, website: Website | null, result: Result<unknown>, now: number): Answer {
  const { fetchedAt, fault } = result.meta;
  try {
    return {
      ok: true,
      website,
      value: ask.wanted === 'body' ? bodyOf(ask.endpoint, result) : figuresOf(ask.endpoint, result),
      fetchedAt,
      stale: fault === null ? null : faultOf(fault, 'cell'),
      until: fault === null ? answerUntil(ask.endpoint, fetchedAt) : faultUntil(fault, now),
    };
  } catch (thrown) {
    return withheld(thrown, now);
  }
}

/** The list of websites as it came, where its body is asked for and no recipe reads it; else null. */
function unreadList({ endpoint, wanted }: Ask, thrown: unknown, now: number): Answer | null {
  if (endpoint !== 'websites' || wanted !== 'body' || !isApiError(thrown) || thrown.kind !== 'shape')
    return null;
  const value: Body = { text: thrown.raw, cut: null };
  return { ok: true, website: null, value, fetchedAt: now, stale: null, until: now };
}

/** Questions that one call of the client answers, and the websites that they are about. */
interface Batch {
  readonly ask: Ask & { readonly endpoint: About };
  readonly ids: string[];
}

const dates = (window: AnalyticsWindow | null): string => JSON.stringify(window);

/** The answers in the asks' order. Websites are looked up in one list; each distinct question is asked once, those of one kind together. */
export function answersTo(asks: readonly Ask[], sources: Sources): readonly Answer[] {
  const now = sources.now();
  let list: Result<readonly Website[]>;
  try {
    list = sources.websites();
  } catch (thrown) {
    return asks.map((ask) => unreadList(ask, thrown, now) ?? withheld(thrown, now, true));
  }
  const batches: Batch[] = [];
  const places = asks.map((ask): (() => Answer) => {
    if (ask.endpoint === 'websites') return () => given(ask, null, list, now);
    let website: Website;
    try {
      website = findWebsite(list.value, ask.reference);
    } catch (thrown) {
      return () => withheld(thrown, now);
    }
    const own = { ...ask, endpoint: ask.endpoint };
    let batch = batches.find(
      ({ ask: { endpoint, window, wanted } }) =>
        endpoint === ask.endpoint && wanted === ask.wanted && dates(window) === dates(ask.window),
    );
    if (batch === undefined) {
      batch = { ask: own, ids: [] };
      batches.push(batch);
    }
    const { ids } = batch;
    if (ids.indexOf(website.id) < 0) ids.push(website.id);
    const at = batches.indexOf(batch);
    return () => {
      const one = settled[at]?.[ids.indexOf(website.id)];
      if (one === undefined) throw new Error('A question was left without an answer.');
      return one.ok ? given(ask, website, one.value, sources.now()) : withheld(one.error, sources.now());
    };
  });
  const settled = batches.map(({ ask, ids }) => askAll(sources.client(), ask, ids));
  return places.map((answer) => answer());
}
