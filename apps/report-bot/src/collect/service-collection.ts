import type {
  AsyncClient,
  CalendarDate,
  ClientEvent,
  Endpoint,
  RecipeBook,
  Result,
  Website,
} from '@answershare/core';
import { toMonday } from '../schedule/iso-week.ts';
import type { Service } from '../settings/services.ts';
import { listAnsweredSince, readQuestionStates } from '../store/snapshots.ts';
import type { Store } from '../store/store.ts';
import { toListKey } from '../store/website-lists.ts';
import { UserError } from '../system/errors.ts';
import type { Shutdown } from '../system/shutdown.ts';
import { createBotHost, recogniseInTime, toClientOptions } from './host.ts';
import { type CollectFailure, QuestionRun } from './question-run.ts';
import {
  formatRemaining,
  listQuestions,
  orderQuestions,
  readPauseEnd,
  type SnapshotQuestion,
  selectUnanswered,
  weeklyEndpoint,
} from './questions.ts';
import { type RereadResult, rereadBodies } from './reread.ts';
import { openServiceClient } from './service-client.ts';
import { type LearntService, mergeRecipes, readLearnt } from './service-profile.ts';
import { ServiceClock, type ShapeChange, SnapshotWriter } from './snapshot-writer.ts';
import { type ListedWebsites, listWebsites } from './websites.ts';

export interface CollectOptions {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The UTC day under which answers are stored. */
  readonly day: CalendarDate;
  /** Waits until the next attempt of a failed question is due. False for a user's command. */
  readonly patient: boolean;
  /** Stores nothing while the service's clock disagrees. False for a time that a person states. */
  readonly checksClock?: boolean;
  /** The name of the only service to ask. Default: all. */
  readonly service?: string;
  readonly shutdown: Shutdown;
  /** Receives one line per wait for a burst limit. */
  readonly report?: ((line: string) => void) | undefined;
  /** Called before the first question of a service and after each one. */
  readonly progress?: (done: number, total: number) => void;
}

/** What a collection got from one service. */
export interface ServiceResult {
  readonly websites: number;
  readonly answers: number;
  /** Answers that an earlier run of the day stored. */
  readonly kept: number;
  /** Requests sent, including retries. */
  readonly requests: number;
  readonly failures: readonly CollectFailure[];
  /** Changed body shapes that were read nevertheless. */
  readonly changes: readonly ShapeChange[];
  /** Why the collection stopped early; null if it is complete. */
  readonly stopped: string | null;
}

/** The collection of one service after its list was read. */
export interface ServiceCollection {
  readonly service: Service;
  /** Null if it was stopped before. */
  readonly list: ListedWebsites | null;
  /** Asks each endpoint about these websites; null if `patient` leaves nothing to ask. */
  collect(websites: readonly Website[], assertLocked: () => void): Promise<ServiceResult | null>;
}

/** Longer than the minute that a burst limit may impose (specification §7), plus the request itself. */
const deadlineMs = 90_000;

/**
 * Reads the list of a service. Null if the service is paused, or `patient` leaves nothing to ask. Rejects with the fault of the list
 * unless `patient`.
 */
export async function openServiceCollection(
  store: Store,
  service: Service,
  options: CollectOptions,
): Promise<ServiceCollection | null> {
  const { now, day, patient, shutdown } = options;
  if (patient && (await readPauseEnd(store.db, service.name, now)) !== null) return null;
  const before = await readLearnt(store.db, service);
  const clock = new ServiceClock(store, service.name, options);
  const writer = new SnapshotWriter({
    store,
    service,
    now,
    day,
    before,
    assertClock: () => clock.assertAgreement(),
  });
  const learn = (endpoint: Endpoint, bodies: readonly unknown[]) =>
    recogniseInTime(endpoint, bodies, shutdown.late);
  const reread = (recipes: RecipeBook): Promise<RereadResult> =>
    rereadBodies(store, { service, day, learn, ended: shutdown.ended }, recipes);
  const known = await reread(mergeRecipes(service.recipes, before.recipes));
  if (known.read.length > 0) await writer.saveLearnt(null, known.recipes);
  const counts = { requests: 0 };
  const client = createClient(
    service,
    options,
    { ...before, recipes: known.recipes },
    createEventHandler(options, counts, writer.drifts),
    clock,
  );
  const asked = await readQuestionStates(store.db, day);
  const key = toListKey(service.name);
  const list = await listWebsites(store.db, options, asked, {
    service: service.name,
    ask: () => client.websites(),
    save: (answer) => writer.saveAnswer(key, 'websites', answer, client, known.recipes),
    fail: (thrown) => writer.saveFailure(key, 'websites', thrown),
  }).catch((thrown: unknown) => {
    if (isStop(shutdown, thrown)) return 'stopped' as const;
    throw thrown;
  });
  if (list === null) return null;
  if (list === 'stopped')
    return {
      service,
      list: null,
      collect: async () => ({
        websites: 0,
        answers: known.read.length,
        kept: 0,
        ...counts,
        failures: [],
        changes: [],
        stopped: 'It was stopped before the list of websites was read.',
      }),
    };

  const collect: ServiceCollection['collect'] = async (websites, assertLocked) => {
    const answered = await listAnsweredSince(store.db, weeklyEndpoint, toMonday(day), day);
    const questions = listQuestions(websites, answered);
    const unanswered = selectUnanswered(questions, asked);
    const open = orderQuestions(unanswered, asked, patient ? now : null);
    if (open.length === 0 && patient && !list.fresh && list.failure === null) return null;

    const run = new QuestionRun(store, service.name, now, unanswered);
    const isListFailed = list.failure !== null && (await run.recordFailure(null, list.failure));
    await askQuestions(isListFailed ? [] : open, open.length, {
      store,
      client,
      writer,
      run,
      options,
      assertLocked,
    });
    const isStopped = shutdown.ended.aborted;
    const last = run.failures.length === 0 || isStopped ? null : await reread(client.recipes());
    if (last !== null && last.read.length > 0) {
      await writer.saveLearnt(client.profile(), last.recipes);
      run.recordRead(last.read);
    }
    const isCut = shutdown.ended.aborted && run.left.size > 0;
    const earlier = questions.length - unanswered.length + (list.fresh || list.failure !== null ? 0 : 1);
    return {
      websites: websites.length,
      answers: known.read.length + writer.answers + (last?.read.length ?? 0),
      kept: Math.max(0, earlier - known.read.length),
      ...counts,
      failures: run.failures,
      changes: writer.changes,
      stopped: isCut ? `It was stopped. ${formatRemaining(run.left)}` : run.stopped,
    };
  };
  return { service, list, collect };
}

const isStop = ({ ended }: Shutdown, thrown: unknown): boolean =>
  thrown instanceof UserError && ended.aborted;

interface Collection {
  readonly store: Store;
  readonly client: AsyncClient;
  readonly writer: SnapshotWriter;
  readonly run: QuestionRun;
  readonly options: CollectOptions;
  readonly assertLocked: () => void;
}

/** Asks one question after the other, until one must stop the collection. */
async function askQuestions(
  questions: readonly SnapshotQuestion[],
  total: number,
  { store, client, writer, run, options: { shutdown, progress }, assertLocked }: Collection,
): Promise<void> {
  progress?.(0, total);
  for (const [at, question] of questions.entries()) {
    const { website, endpoint } = question;
    assertLocked();
    if (shutdown.ended.aborted) return;
    const recipes = client.recipes();
    try {
      await writer.saveAnswer(website.id, endpoint, await ask(client, question), client, recipes);
      run.recordAnswer(question);
    } catch (thrown) {
      if (isStop(shutdown, thrown)) return;
      if (thrown instanceof UserError || store.isOutage(thrown)) throw thrown;
      await writer.saveFailure(website.id, endpoint, thrown as Error);
      if (await run.recordFailure(question, thrown as Error)) return;
    }
    progress?.(at + 1, total);
  }
}

function ask(client: AsyncClient, { website: { id }, endpoint }: SnapshotQuestion): Promise<Result<unknown>> {
  return endpoint === weeklyEndpoint ? client.analytics(id, { last: 90 }) : client[endpoint](id);
}

function createClient(
  service: Service,
  options: CollectOptions,
  { profile, recipes }: LearntService,
  emit: (event: ClientEvent) => void,
  clock: ServiceClock,
): AsyncClient {
  return openServiceClient(
    service,
    { ...toClientOptions(service), recipes, deadlineMs, ...(profile === null ? {} : { profile }) },
    createBotHost({
      now: clock.now,
      answered: clock.read,
      emit,
      ...options.shutdown,
    }),
  );
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
