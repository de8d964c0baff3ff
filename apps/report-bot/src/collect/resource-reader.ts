import {
  type AnalyticsWindow,
  type AsyncClient,
  type AsyncHost,
  addAliases,
  addDays,
  type CalendarDate,
  type Citations,
  type Competitors,
  type CurrentEndpoint,
  type Endpoint,
  isApiError,
  mergeBrands,
  mergeEngines,
  type NameList,
  parseBody,
  type RateState,
  type Result,
  type ResultMeta,
  toCalendarDate,
  toNameKey,
  type Website,
} from '@answershare/core';
import { memoryCache } from '@answershare/core/node';
import { type RankCandidate, rankByShare } from '@answershare/core/statistics';
import { type Service, splitLedgerId } from '../settings/services.ts';
import { readAnswer } from '../store/snapshots.ts';
import type { Database } from '../store/tables.ts';
import { readLatestWebsites } from '../store/website-lists.ts';
import { createBotHost, toClientOptions } from './host.ts';
import { readInTime } from './reread.ts';
import { openServiceClient } from './service-client.ts';
import { mergeRecipes, readLearnt } from './service-profile.ts';
import { requireWebsite } from './website-directory.ts';
import { maxListAgeMs } from './websites.ts';

/** A resource with its origin. */
export interface ResourceAnswer {
  readonly value: unknown;
  /** `ledger`: a snapshot of today. `fresh` and `joined`: an answer of this process. */
  readonly source: ResultMeta['source'] | 'ledger';
  /** When the service answered, milliseconds since the epoch; null for a list of the last seven days. */
  readonly answeredAt: number | null;
  /** Requests that it cost. */
  readonly requests: number;
  /** Assumptions and limits of the reading. */
  readonly notes: readonly string[];
}

type WebsiteEndpoint = Exclude<Endpoint, 'websites'>;
type WebsiteList = ResourceAnswer & { readonly value: readonly Website[] };

/** Reads resources from the ledger of today, else from the service, once each. */
export interface ResourceReader {
  websites(): Promise<WebsiteList>;
  /** The website of an id, domain, URL or name. @throws ApiError for none or several */
  findWebsite(reference: string): Promise<Website>;
  read(endpoint: WebsiteEndpoint, website: Website, window: AnalyticsWindow): Promise<ResourceAnswer>;
  /** Of each service. */
  quota(): readonly ServiceQuota[];
}

/** Requests of a reader to a service, and the limits that the last answer stated; null before one. */
interface ServiceQuota {
  readonly service: string;
  readonly requests: number;
  readonly stated: { readonly rate: RateState; readonly at: number } | null;
}

export interface ReaderOptions {
  readonly services: readonly Service[];
  /** The names that the team keeps. */
  readonly names: NameList;
  readonly now: () => number;
  /** The UTC day of snapshots. */
  readonly today: () => CalendarDate;
  /** Opens the ledger for some work; null without a ledger or while another process holds it. */
  readonly withLedger: <T>(work: (db: Database) => Promise<T>) => Promise<T | null>;
  /** Aborts waits and requests. */
  readonly ended: AbortSignal;
  /** Called for each request. */
  readonly onRequest: (endpoint: string) => void;
  /** A cache and lock of several processes. Default: the memory of this one. */
  readonly shared?: Pick<AsyncHost, 'cache' | 'lock'>;
  /** How long an answer of the service is used. Default: that of the client. */
  readonly freshSeconds?: number;
  /** In place of a fault, the last answer of so many days in the ledger. Default: none. */
  readonly lastGoodDays?: number;
}

/** One service of a reader. */
interface ServiceReader {
  readonly service: Service;
  ask<T>(
    question: (client: AsyncClient) => Promise<Result<T>>,
  ): Promise<ResourceAnswer & { readonly value: T }>;
  quota(): ServiceQuota;
}

function createServiceReader(service: Service, options: ReaderOptions): ServiceReader {
  const { now, ended } = options;
  const cache = memoryCache({ now });
  let requests = 0;
  let stated: ServiceQuota['stated'] = null;
  let open: { readonly knowledge: string; readonly client: AsyncClient } | null = null;

  /** A recipe that was learnt or confirmed meanwhile opens another client. */
  async function openClient(): Promise<AsyncClient> {
    const learnt = await options.withLedger((db) => readLearnt(db, service));
    const knowledge = JSON.stringify(learnt?.recipes ?? {});
    if (open?.knowledge === knowledge) return open.client;
    const host = createBotHost({
      ended,
      atOnce: true,
      emit: (event) => {
        if (event.type !== 'request') return;
        requests += 1;
        options.onRequest(event.endpoint);
      },
    });
    const known = {
      ...toClientOptions(service),
      recipes: mergeRecipes(service.recipes, learnt?.recipes ?? {}),
      ...(learnt?.profile == null ? {} : { profile: learnt.profile }),
      ...(options.freshSeconds === undefined ? {} : { freshSeconds: options.freshSeconds }),
    };
    const shared = options.shared ?? { cache };
    open = { knowledge, client: openServiceClient(service, known, { ...host, now, ...shared }) };
    return open.client;
  }

  return {
    service,
    ask: async (question) => {
      const { value, meta } = await question(await openClient());
      if (meta.source === 'network') stated = { rate: meta.rate, at: meta.fetchedAt };
      return {
        value,
        source: meta.source,
        answeredAt: meta.fetchedAt,
        requests: meta.spent,
        notes: [
          ...(meta.fault === null ? [] : [meta.fault.message]),
          ...meta.trace.assumes,
          ...meta.trace.notes,
        ],
      };
    },
    quota: () => ({ service: service.name, requests, stated }),
  };
}

/** Writes nothing to the ledger. */
export function createResourceReader(options: ReaderOptions): ResourceReader {
  const { names, withLedger, now, today, ended } = options;
  const readers = new Map(options.services.map((one) => [one.name, createServiceReader(one, options)]));
  const services = [...readers.keys()];

  /** The service of a website. Its list has no website of another one. */
  const findReader = (websiteId: string): ServiceReader => {
    const { service } = splitLedgerId(websiteId, services);
    const found = readers.get(service);
    if (found === undefined) throw new RangeError(`No service has the website ${websiteId}.`);
    return found;
  };

  /** The last answer since a UTC day. */
  async function readLedger(
    endpoint: CurrentEndpoint,
    website: string,
    since = today(),
  ): Promise<ResourceAnswer | null> {
    const { service } = findReader(website);
    const found = await withLedger(async (db) => ({
      answer: await readAnswer(db, website, endpoint, { from: since, to: today() }),
      learnt: await readLearnt(db, service),
    }));
    if (found?.answer == null) return null;
    const { text, figures, takenAt } = found.answer;
    const kept = { source: 'ledger', answeredAt: takenAt, requests: 0 } as const;
    if (endpoint !== 'citations') return { ...kept, value: figures, notes: [] };
    const parsed = text === null ? null : parseBody(text);
    const known = mergeRecipes(service.recipes, found.learnt.recipes).citations ?? [];
    const [reading] = parsed?.ok ? await readInTime(endpoint, [parsed.body], known, ended) : [];
    if (reading?.ok === true) return { ...kept, value: reading.value as Citations, notes: [] };
    return {
      ...kept,
      value: figures,
      notes: ['The ledger has the counts of these citations, not each citation.'],
    };
  }

  /** The list of a service: of the last seven days, else asked. */
  async function readList({ service, ask }: ServiceReader): Promise<WebsiteList> {
    const at = now();
    const listed = await withLedger((db) =>
      readLatestWebsites(db, at, { since: at - maxListAgeMs, services: [service.name] }),
    );
    return listed === null
      ? ask((client) => client.websites())
      : { value: listed, source: 'ledger', answeredAt: null, requests: 0, notes: [] };
  }

  /** The lists of all services. A service that fails is named, unless none answers. */
  const websites: ResourceReader['websites'] = async () => {
    const settled = await Promise.allSettled([...readers.values()].map(readList));
    const lists = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const faults = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    const [first] = lists;
    if (first === undefined || faults.some((fault) => !isApiError(fault))) throw faults[0];
    return {
      ...first,
      value: addAliases(
        lists.flatMap(({ value }) => value),
        names.websites,
      ),
      requests: lists.reduce((sum, { requests }) => sum + requests, 0),
      notes: [
        ...lists.flatMap(({ notes }) => notes),
        ...faults.filter(isApiError).map(({ message }) => message),
      ],
    };
  };

  /** In place of a fault, the last answer that the ledger has. */
  async function askOrRecall(endpoint: CurrentEndpoint, website: string): Promise<ResourceAnswer> {
    try {
      return await findReader(website).ask<unknown>((client) => client[endpoint](website));
    } catch (thrown) {
      if (!isApiError(thrown) || options.lastGoodDays === undefined) throw thrown;
      const last = await readLedger(endpoint, website, addDays(today(), -options.lastGoodDays));
      if (last === null) throw thrown;
      return { ...last, source: 'stale', requests: thrown.spent, notes: [thrown.message, ...last.notes] };
    }
  }

  /** An answer under the kept names, with the rank that mail and sheet show. */
  function nameAnswer(endpoint: WebsiteEndpoint, website: Website, answer: ResourceAnswer): ResourceAnswer {
    const day = toCalendarDate(answer.answeredAt ?? now());
    if (endpoint === 'citations')
      return { ...answer, value: mergeEngines(answer.value as Citations, names, day) };
    if (endpoint !== 'competitors') return answer;
    const value = mergeBrands(answer.value as Competitors, website, names, day);
    const own = { name: '', share: value.shareOfVoice };
    const ranked = rankByShare<RankCandidate>([own, ...value.competitors]);
    const rank = ranked.find(({ contender }) => contender === own)?.rank ?? null;
    const of = ranked.filter((one) => one.rank !== null).length;
    const notes = listRepeatedDomains(value).map(
      (domain) =>
        `Several rows have the domain ${domain} and may overlap. Write them under "names", if they are one brand.`,
    );
    return { ...answer, value: { ...value, rank: { now: rank, of } }, notes: [...answer.notes, ...notes] };
  }

  return {
    websites,
    findWebsite: async (reference) => requireWebsite((await websites()).value, reference, services),
    read: async (endpoint, website, window) => {
      if (endpoint === 'analytics')
        return findReader(website.id).ask((client) => client.analytics(website.id, window));
      const kept = await readLedger(endpoint, website.id);
      return nameAnswer(endpoint, website, kept ?? (await askOrRecall(endpoint, website.id)));
    },
    quota: () => [...readers.values()].map((one) => one.quota()),
  };
}

/** Domains of several competitors. */
function listRepeatedDomains({ competitors }: Competitors): readonly string[] {
  const domains = competitors.flatMap(({ domain }) => (domain === null ? [] : [toNameKey(domain)]));
  return [...new Set(domains.filter((one, at) => domains.indexOf(one) !== at))];
}
