import {
  addAliases,
  type Endpoint,
  type Recipe,
  type RecipeBook,
  type Result,
  type SyncClient,
  specifiedLimits,
  syncClient,
  type Website,
} from '@answershare/core';
import { type CacheHeader, headerSeconds, headerSlot } from '../cache/header.ts';
import { removeKey, toReadySlot, toReadyTexts } from '../cache/ready-answers.ts';
import { cacheSeconds, computeAnswerSeconds, listSeconds } from '../cache/staleness.ts';
import { createTwoTierHost } from '../cache/two-tier-cache.ts';
import { isTransientCode } from '../cells/fault-text.ts';
import {
  type Connection,
  decodeProfile,
  findAllowedWebsite,
  getConnection,
  hasChanged,
  profileSlot,
  readConnection,
  selectAllowed,
  toReadyEpoch,
} from '../connection/connection.ts';
import { meterSeconds, meterSlot, readMeter, updateMeter } from '../connection/meter.ts';
import { listRecipesInUse } from '../connection/recipes.ts';
import type { QuotaMeter } from '../ports/action-context.ts';
import type { CellQuery, QueryAnswer } from '../ports/query.ts';
import { answerQueries, type ServiceSources } from '../query/answers.ts';
import { readConnectionText, readServiceAddress } from './connection-properties.ts';
import { sendRequests } from './http.ts';
import { formatInstant, openTiers } from './platform.ts';
import { failedQueries } from './stored-answers.ts';

/** Recipes of `service.json`; empty without one. */
declare const BUILT_RECIPES: Readonly<Partial<Record<Endpoint, Recipe>>>;

export const readRecipesInUse = ({ recipes }: Pick<Connection, 'recipes'>): RecipeBook =>
  listRecipesInUse(recipes, BUILT_RECIPES);

const requestMs = 12_000;
/** The list of websites comes first and must leave time for the question itself. */
const listShare = 0.5;
const minMs = 2_000;

/** Limits of one use of the service. */
export interface OpenTerms {
  /** When the call must end, milliseconds since the epoch. */
  readonly until: number;
  /** Older answers are requested again, milliseconds since the epoch. Default: the connection's. */
  readonly freshFrom?: number;
  /** True to send nothing. Default: the connection's. */
  readonly paused?: boolean;
  /** Replace the connection's recipes. */
  readonly recipes?: RecipeBook;
  /** True for all websites of the key. Default: those that the file shows. */
  readonly everyWebsite?: boolean;
  /** True for a key that is not connected yet. */
  readonly isTrial?: boolean;
}

/** The service as one execution uses it. */
export interface OpenedService {
  readonly connection: Connection;
  /** Sources of single answers, for callers that need more than an answer. */
  readonly sources: ServiceSources;
  /** Answers in the queries' order, cached for cells with the same query. A failing query does not throw. */
  query(queries: readonly CellQuery[]): readonly QueryAnswer[];
  /** Flushes gathered writes and releases the lock. Must be called at the end in every case. */
  close(): void;
}

/** Opens the document's connection. @throws CellError without one, or if the address is not its own */
export function openService(terms: OpenTerms): OpenedService {
  return openConnection(getConnection(readConnectionText(), readServiceAddress), terms);
}

/** Opens a connection. Learnt facts are stored if the document has this connection at closing time. */
export function openConnection(connection: Connection, terms: OpenTerms): OpenedService {
  const now = (): number => Date.now();
  const { key, baseUrl, epoch, names } = connection;
  const paused = terms.paused ?? connection.paused;
  const freshFrom = terms.freshFrom ?? connection.freshFrom;
  const allowed = terms.everyWebsite === true ? null : connection.allowed;
  const usage = updateMeter(connection.profile.limits ?? specifiedLimits);
  const host = createTwoTierHost(
    {
      send(requests) {
        const outcomes = sendRequests(requests);
        usage.recordSent(outcomes, now());
        return outcomes;
      },
      sleep: (ms) => Utilities.sleep(ms),
      ...openTiers(connection, now, () => terms.until - now(), terms.isTrial),
    },
    now,
    () => Math.random(),
  );
  const { limits } = connection.profile;
  const cached = decodeProfile(host.cache.get([profileSlot])[0] ?? null);
  const known = cached && limits ? { ...cached, limits } : (cached ?? connection.profile);
  const recipes = { ...readRecipesInUse(connection), ...terms.recipes };
  let listClient: SyncClient | null = null;
  let answerClient: SyncClient | null = null;
  let list: Result<readonly Website[]> | null = null;
  let shown: Result<readonly Website[]> | null = null;
  let isUsed = false;

  function createClient(deadlineMs: number, timeoutMs: number, freshSeconds: number): SyncClient {
    const { until } = terms;
    const limits = { until, deadlineMs: Math.max(minMs, deadlineMs), timeoutMs, retries: 1 };
    const options = { baseUrl, key, profile: known, recipes, paused, freshFrom, freshSeconds };
    return syncClient({ ...options, ...limits }, host);
  }

  const sources: ServiceSources = {
    now,
    formatInstant,
    websites() {
      isUsed = true;
      listClient ??= createClient((terms.until - now()) * listShare, requestMs, listSeconds);
      list ??= listClient.websites();
      shown ??= { ...list, value: addAliases(selectAllowed(list.value, allowed), names.websites) };
      return shown;
    },
    website: (reference) => findAllowedWebsite(sources.websites().value, list?.value ?? [], reference),
    isLimited: allowed !== null,
    names,
    client() {
      isUsed = true;
      if (answerClient === null) {
        const leftMs = terms.until - now();
        // The second half is for the others of a batch that one slow request has failed.
        answerClient = createClient(leftMs, Math.min(requestMs, leftMs / 2), computeAnswerSeconds(now()));
      }
      return answerClient;
    },
  };

  function putTexts(texts: Readonly<Record<string, string>>, ttlSeconds: number): void {
    host.cache.put(Object.keys(texts).map((key) => ({ key, text: texts[key] ?? '', ttlSeconds })));
  }

  /** Caches the learnt profile for the next execution. */
  function storeLearnt(current: Connection): void {
    const profile = answerClient?.profile();
    if (profile && hasChanged(profile, known))
      putTexts({ [profileSlot]: JSON.stringify(profile) }, cacheSeconds);
    const update = usage.takeUpdate();
    if (update !== null) {
      const slot = meterSlot(connection);
      // The cache may have lost it; the count of a day must not begin again.
      const stored = host.cache.get([slot])[0] ?? host.cache.get([slot], true)[0] ?? null;
      const meter = update(readMeter(stored, now()));
      putTexts({ [slot]: JSON.stringify(meter) }, meterSeconds);
    }
    const until = now() + headerSeconds * 1000;
    const header: CacheHeader = {
      epoch: toReadyEpoch(current),
      freshFrom: current.freshFrom,
      paused: current.paused,
      until,
    };
    putTexts({ [headerSlot]: JSON.stringify(header) }, cacheSeconds);
  }

  /** Flushes and releases the lock, unless the file was reconnected in the meantime. */
  function finish(): void {
    if (!isUsed) return;
    isUsed = false;
    const current = readConnection(readConnectionText(), () => baseUrl);
    if (current === null || current.epoch !== epoch) {
      host.discard();
      return;
    }
    storeLearnt(current);
    host.flush();
  }

  return {
    connection,
    sources,
    query(queries) {
      const answers = answerQueries(queries, sources).map((answer) => removeKey(answer, key));
      host.unlock();
      usage.recordAnswers(queries, answers, now());
      const ready = { epoch: toReadyEpoch({ epoch, allowed, names }), paused, now: now() };
      putTexts(toReadyTexts(queries, answers, ready), cacheSeconds);
      finish();
      storeFailed(queries, answers);
      return answers;
    },
    close: finish,
  };
}

/** A formula around a failing call shows no sign of it: the file itself knows which queries failed. */
function storeFailed(queries: readonly CellQuery[], answers: readonly QueryAnswer[]): void {
  const failed = queries.filter((_, at) => {
    const answer = answers[at];
    return answer?.ok === false && isTransientCode(answer.code);
  });
  try {
    failedQueries.set(failed.map(toReadySlot), true);
  } catch (thrown) {
    console.warn(`Failed queries could not be stored: ${String(thrown)}`);
  }
}

export function readStoredMeter(connection: Connection, now: number): QuotaMeter {
  const slot = meterSlot(connection);
  const { cache, store } = openTiers(connection, () => now);
  return readMeter(cache.getAll([slot])[slot] ?? store.getAll([slot])[slot] ?? null, now);
}

/** Queries what is not cached until an instant. @throws CellError if the file has no connection */
export function queryService(queries: readonly CellQuery[], until: number): readonly QueryAnswer[] {
  const service = openService({ until });
  try {
    return service.query(queries);
  } finally {
    service.close();
  }
}
