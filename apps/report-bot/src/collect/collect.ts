import {
  type ApiError,
  asyncClient,
  type CalendarDate,
  type ClientEvent,
  type DialectProfile,
  type Endpoint,
  isApiError,
  type RecipeBook,
  type Recognition,
  type Result,
  toForm,
} from '@answershare/core';
import type { StoredFault } from '../digest/site-days.ts';
import { toMonday } from '../schedule/iso-week.ts';
import type { BotSettings } from '../settings/settings.ts';
import { applyRetention } from '../store/retention.ts';
import {
  listAnsweredSince,
  readQuestionStates,
  saveSnapshot,
  teamKey,
  toFigureColumns,
} from '../store/snapshots.ts';
import type { Store } from '../store/store.ts';
import type { SnapshotEndpoint } from '../store/tables.ts';
import { UserError } from '../system/errors.ts';
import type { Shutdown } from '../system/shutdown.ts';
import { createBotHost, recogniseInTime, toClientOptions } from './host.ts';
import {
  computeNextAttempt,
  formatRemaining,
  formatWebsiteName,
  listQuestions,
  orderQuestions,
  pauseCollecting,
  readPauseEnd,
  type SnapshotQuestion,
  selectScheduledWebsites,
  selectUnanswered,
  weeklyEndpoint,
} from './questions.ts';
import { type RereadResult, rereadBodies } from './reread.ts';
import {
  mergeRecipes,
  readLearnt,
  saveLearnt,
  selectLearntProfile,
  selectLearntRecipes,
} from './service-profile.ts';
import { type ListedWebsites, listWebsites } from './websites.ts';

const toStoredFault = ({ kind, status, serviceMessage }: ApiError): StoredFault => ({
  kind,
  status,
  serviceMessage,
});

/** The result of one collection. */
export interface CollectResult {
  /** The UTC day under which the answers are stored. */
  readonly day: CalendarDate;
  readonly websites: number;
  readonly answers: number;
  /** Answers that an earlier run of the day stored. */
  readonly kept: number;
  /** Requests sent, including retries. */
  readonly requests: number;
  readonly failures: readonly CollectFailure[];
  /** Changed body shapes that were read nevertheless. */
  readonly changes: readonly ShapeChange[];
  /** One sentence per scheduled website that the service does not list. */
  readonly gone: readonly string[];
  /** Why the collection stopped early; null if it is complete. */
  readonly stopped: string | null;
}

interface CollectFailure {
  /** For messages: domain, name or id. */
  readonly website: string;
  readonly endpoint: SnapshotEndpoint;
  readonly reason: string;
}

/** A change in the shape of an endpoint's bodies. */
interface ShapeChange {
  readonly endpoint: SnapshotEndpoint;
  readonly reason: string;
}

interface CollectOptions {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The UTC day under which answers are stored. */
  readonly day: CalendarDate;
  /** Waits until the next attempt of a failed question is due. False for a user's command. */
  readonly patient: boolean;
  readonly shutdown: Shutdown;
  /** Receives one line per wait for a burst limit. */
  readonly report?: ((line: string) => void) | undefined;
  /** Called before the first question and after each one. */
  readonly progress?: (done: number, total: number) => void;
}

/** Faults that stop the collection: of the key, and of a limit that waiting did not lift. */
const stoppingFaults = new Set(['auth.missing', 'auth.invalid', 'daily', 'budget', 'burst']);

/** Faults of service or network: one may pass, several in a row stop the collection. */
const outageFaults = new Set(['server', 'transport', 'timeout', 'bad_body']);
const maxOutages = 3;

/** Longer than the minute that a burst limit may impose (specification §7), plus the request itself. */
const deadlineMs = 90_000;

/**
 * Asks each endpoint about each scheduled website, failed questions last. Returns null if another process
 * collects, or if `patient` leaves nothing to ask. Failures are stored; {@link maxOutages} outages in a row about
 * several websites stop it. Rejects with the ApiError of the website list unless `patient`.
 */
export function collectSnapshots(
  store: Store,
  settings: BotSettings,
  options: CollectOptions,
): Promise<CollectResult | null> {
  return store.runExclusively('collect', (assertLocked) =>
    collectWithLock(store, settings, options, assertLocked),
  );
}

async function collectWithLock(
  store: Store,
  settings: BotSettings,
  options: CollectOptions,
  assertLocked: () => void,
): Promise<CollectResult | null> {
  const { now, day, patient, shutdown } = options;
  const begun = Date.now();
  if (patient && (await readPauseEnd(store.db, now)) !== null) return null;
  const { url } = settings.service;
  const before = await readLearnt(store.db, url);
  const { profile } = before;
  let learnt = JSON.stringify(before);
  const keepAll = async (learntProfile: DialectProfile | null, recipes: RecipeBook): Promise<void> => {
    const latest = { profile: learntProfile, recipes: selectLearntRecipes(recipes) };
    if (JSON.stringify(latest) === learnt) return;
    learnt = JSON.stringify(latest);
    await saveLearnt(store.db, url, latest);
  };
  const learn = (endpoint: Endpoint, bodies: readonly unknown[]): Promise<Recognition> =>
    recogniseInTime(endpoint, bodies, shutdown.late);
  const again = (recipes: RecipeBook): Promise<RereadResult> =>
    rereadBodies(store, day, recipes, learn, shutdown.ended);
  const known = await again(mergeRecipes(settings.service.recipes, before.recipes));
  if (known.read.length > 0) await keepAll(profile, known.recipes);
  const counts = { requests: 0, answers: known.read.length };
  const drifts = new Map<string, string>();
  const changes: ShapeChange[] = [];
  const client = asyncClient(
    {
      ...toClientOptions(settings.service),
      recipes: known.recipes,
      deadlineMs,
      ...(profile === null ? {} : { profile }),
    },
    createBotHost({
      now: () => now + Date.now() - begun,
      emit: createEventHandler(options, counts, drifts),
      ...shutdown,
    }),
  );
  /** Why the first recipe of an endpoint changed; null if it did not. */
  const changeSince = (recipes: RecipeBook, endpoint: SnapshotEndpoint): string | null => {
    const [first] = recipes[endpoint] ?? [];
    if (first === undefined || client.recipes()[endpoint]?.[0]?.recipe === first.recipe) return null;
    const reason = drifts.get(endpoint) ?? 'its shape has changed';
    changes.push({ endpoint, reason });
    return reason;
  };
  const row = { day, taken_at: new Date(now) };
  const save = async (
    website: string,
    endpoint: SnapshotEndpoint,
    answer: Result<unknown>,
    recipes: RecipeBook,
  ): Promise<void> => {
    const form = String(toForm(answer.meta.dialect) ?? 'unknown');
    const read = {
      raw: answer.text,
      ...toFigureColumns(endpoint, answer.value),
      form,
    };
    const changed = changeSince(recipes, endpoint);
    await saveSnapshot(store.db, { website_id: website, endpoint, ...row, ...read, failure: null, changed });
    counts.answers += 1;
    await keepAll(selectLearntProfile(client.profile(), profile), client.recipes());
  };
  const fail = async (website: string, endpoint: SnapshotEndpoint, thrown: Error): Promise<void> => {
    const raw = isApiError(thrown) && thrown.kind === 'shape' && thrown.status === 200 ? thrown.raw : '';
    const nothing = { raw: raw || null, parsed: null, form: null };
    const failed = {
      failure: thrown.message,
      fault: isApiError(thrown) ? JSON.stringify(toStoredFault(thrown)) : null,
      next_attempt_at: computeNextAttempt(thrown, now),
    };
    await saveSnapshot(store.db, { website_id: website, endpoint, ...row, ...nothing, ...failed });
  };
  const ask = (website: string, endpoint: SnapshotQuestion['endpoint']): Promise<Result<unknown>> =>
    endpoint === weeklyEndpoint ? client.analytics(website, { last: 90 }) : client[endpoint](website);
  const asked = await readQuestionStates(store.db, day);
  const isStop = (thrown: unknown): boolean => thrown instanceof UserError && shutdown.ended.aborted;
  let list: ListedWebsites | null;
  try {
    list = await listWebsites(store.db, options, asked, {
      ask: () => client.websites(),
      save: (answer) => save(teamKey, 'websites', answer, known.recipes),
      fail: (thrown) => fail(teamKey, 'websites', thrown),
    });
  } catch (thrown) {
    if (!isStop(thrown)) throw thrown;
    const stopped = 'It was stopped before the list of websites was read.';
    return { day, websites: 0, kept: 0, ...counts, failures: [], changes, gone: [], stopped };
  }
  if (list === null) return null;
  const { websites, gone } = selectScheduledWebsites(settings, list.websites);
  const answered = await listAnsweredSince(store.db, weeklyEndpoint, toMonday(day), day);
  const questions = listQuestions(websites, answered);
  const left = new Set(selectUnanswered(questions, asked));
  const earlier = questions.length - left.size + (list.fresh || list.failure !== null ? 0 : 1);
  const kept = Math.max(0, earlier - known.read.length);
  const open = orderQuestions([...left], asked, patient ? now : null);
  if (open.length === 0 && patient && !list.fresh && list.failure === null) return null;

  let failures: CollectFailure[] = [];
  let stopped: string | null = null;
  let outages: SnapshotQuestion[] = [];
  /** Records a failure. True if the collection must stop. */
  const failed = async (website: string, endpoint: SnapshotEndpoint, thrown: Error): Promise<boolean> => {
    failures.push({ website, endpoint, reason: thrown.message });
    const out = outages.length >= maxOutages && new Set(outages.map((one) => one.website.id)).size > 1;
    if (!out && !(isApiError(thrown) && stoppingFaults.has(thrown.kind))) return false;
    const prefix = out ? `The service failed ${outages.length} times in a row. ` : '';
    stopped = `${prefix}${thrown.message} ${formatRemaining(left)}`;
    await pauseCollecting(store.db, now, computeNextAttempt(thrown, now));
    return true;
  };
  const listFailed = list.failure !== null && (await failed('all', 'websites', list.failure));
  options.progress?.(0, open.length);
  for (const [at, question] of (listFailed ? [] : open).entries()) {
    const { website, endpoint } = question;
    assertLocked();
    if (shutdown.ended.aborted) break;
    const recipes = client.recipes();
    try {
      await save(website.id, endpoint, await ask(website.id, endpoint), recipes);
      left.delete(question);
      outages = [];
    } catch (thrown) {
      if (isStop(thrown)) break;
      if (thrown instanceof UserError || store.isOutage(thrown)) throw thrown;
      await fail(website.id, endpoint, thrown as Error);
      outages = isApiError(thrown) && outageFaults.has(thrown.kind) ? [...outages, question] : [];
      if (await failed(formatWebsiteName(website), endpoint, thrown as Error)) break;
    }
    options.progress?.(at + 1, open.length);
  }
  const last = failures.length === 0 || shutdown.ended.aborted ? null : await again(client.recipes());
  if (last !== null && last.read.length > 0) {
    await keepAll(selectLearntProfile(client.profile(), profile), last.recipes);
    counts.answers += last.read.length;
    const isRead = (endpoint: string, id: string): boolean =>
      last.read.some((one) => one.endpoint === endpoint && one.websiteId === id);
    for (const question of left) if (isRead(question.endpoint, question.website.id)) left.delete(question);
    const names = new Map(websites.map((website) => [formatWebsiteName(website), website.id]));
    failures = failures.filter(({ website, endpoint }) => !isRead(endpoint, names.get(website) ?? ''));
  }
  if (shutdown.ended.aborted && left.size > 0) stopped = `It was stopped. ${formatRemaining(left)}`;
  if (!shutdown.ended.aborted) await applyRetention(store, now);
  return { day, websites: websites.length, kept, ...counts, failures, changes, gone, stopped };
}

function createEventHandler(
  { report }: CollectOptions,
  counts: { requests: number },
  drifts: Map<string, string>,
): (event: ClientEvent) => void {
  return (event) => {
    if (event.type === 'drift') drifts.set(event.endpoint, event.what);
    if (event.type === 'request') counts.requests += 1;
    if (event.type === 'wait')
      report?.(`Waiting ${Math.ceil(event.waitMs / 1000)} s, so that the limit of a minute is not met.`);
    if (event.type === 'retry' && event.reason === 'burst')
      report?.(
        `The limit of a minute is met. Waiting ${Math.ceil(event.waitMs / 1000)} s, as the service asks.`,
      );
  };
}
