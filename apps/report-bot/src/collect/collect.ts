import {
  type AsyncClient,
  asyncClient,
  type CalendarDate,
  type ClientEvent,
  type RecipeBook,
  type Result,
} from '@answershare/core';
import { toMonday } from '../schedule/iso-week.ts';
import type { BotSettings } from '../settings/settings.ts';
import { compareClocks } from '../store/clock-evidence.ts';
import { applyRetention } from '../store/retention.ts';
import { listAnsweredSince, readQuestionStates, teamKey } from '../store/snapshots.ts';
import type { Store } from '../store/store.ts';
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
  selectScheduledWebsites,
  selectUnanswered,
  weeklyEndpoint,
} from './questions.ts';
import { type RereadResult, rereadBodies } from './reread.ts';
import { type LearntService, mergeRecipes, readLearnt } from './service-profile.ts';
import { ServiceClock, type ShapeChange, SnapshotWriter } from './snapshot-writer.ts';
import { createDirectory, formatRename, listRenames } from './website-directory.ts';
import { type ListedWebsites, listWebsites } from './websites.ts';

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
  /** One sentence per scheduled website that the settings name as the service did before. */
  readonly renamed: readonly string[];
  /** Why the collection stopped early; null if it is complete. */
  readonly stopped: string | null;
}

interface CollectOptions {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The UTC day under which answers are stored. */
  readonly day: CalendarDate;
  /** Waits until the next attempt of a failed question is due. False for a user's command. */
  readonly patient: boolean;
  /** Stores nothing while the service's clock disagrees. False for a time that a person states. */
  readonly checksClock?: boolean;
  readonly shutdown: Shutdown;
  /** Receives one line per wait for a burst limit. */
  readonly report?: ((line: string) => void) | undefined;
  /** Called before the first question and after each one. */
  readonly progress?: (done: number, total: number) => void;
}

/** Longer than the minute that a burst limit may impose (specification §7), plus the request itself. */
const deadlineMs = 90_000;

/**
 * Asks each endpoint about each scheduled website, failed questions last. Returns null if another process
 * collects, or if `patient` leaves nothing to ask. Failures are stored; several outages in a row about
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
  if (patient && (await readPauseEnd(store.db, now)) !== null) return null;
  const service = settings.service.url;
  const before = await readLearnt(store.db, service);
  const clock = new ServiceClock(store, options);
  const assertClock = (): Promise<void> => clock.assertAgreement();
  const writer = new SnapshotWriter({ store, service, now, day, before, assertClock });
  const reread = (recipes: RecipeBook): Promise<RereadResult> =>
    rereadBodies(
      store,
      day,
      recipes,
      (endpoint, bodies) => recogniseInTime(endpoint, bodies, shutdown.late),
      shutdown.ended,
    );
  const known = await reread(mergeRecipes(settings.service.recipes, before.recipes));
  if (known.read.length > 0) await writer.saveLearnt(null, known.recipes);
  const counts = { requests: 0 };
  const client = createClient(
    settings,
    options,
    { ...before, recipes: known.recipes },
    createEventHandler(options, counts, writer.drifts),
    clock,
  );
  const asked = await readQuestionStates(store.db, day);
  let list: ListedWebsites | null;
  try {
    list = await listWebsites(store.db, options, asked, {
      ask: () => client.websites(),
      save: (answer) => writer.saveAnswer(teamKey, 'websites', answer, client, known.recipes),
      fail: (thrown) => writer.saveFailure(teamKey, 'websites', thrown),
    });
  } catch (thrown) {
    if (!isStop(shutdown, thrown)) throw thrown;
    const stopped = 'It was stopped before the list of websites was read.';
    const answers = known.read.length;
    return {
      day,
      websites: 0,
      kept: 0,
      ...counts,
      answers,
      failures: [],
      changes: [],
      gone: [],
      renamed: [],
      stopped,
    };
  }
  if (list === null) return null;
  const audiences = [...settings.schedules, ...settings.alerts];
  const directory = await createDirectory(store.db, list.websites, audiences, now);
  const { websites, gone } = selectScheduledWebsites(settings, directory);
  const answered = await listAnsweredSince(store.db, weeklyEndpoint, toMonday(day), day);
  const questions = listQuestions(websites, answered);
  const unanswered = selectUnanswered(questions, asked);
  const open = orderQuestions(unanswered, asked, patient ? now : null);
  if (open.length === 0 && patient && !list.fresh && list.failure === null) return null;

  const run = new QuestionRun(store, now, unanswered);
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
  const mayDelete = options.checksClock !== true || (await compareClocks(store, now)).doubt === null;
  if (mayDelete && !shutdown.ended.aborted) await applyRetention(store, now, settings.retention.months);
  const isCut = shutdown.ended.aborted && run.left.size > 0;
  const earlier = questions.length - unanswered.length + (list.fresh || list.failure !== null ? 0 : 1);
  return {
    day,
    websites: websites.length,
    kept: Math.max(0, earlier - known.read.length),
    ...counts,
    answers: known.read.length + writer.answers + (last?.read.length ?? 0),
    failures: run.failures,
    changes: writer.changes,
    gone,
    renamed: listRenames(directory).map(formatRename),
    stopped: isCut ? `It was stopped. ${formatRemaining(run.left)}` : run.stopped,
  };
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
  { service }: BotSettings,
  options: CollectOptions,
  { profile, recipes }: LearntService,
  emit: (event: ClientEvent) => void,
  clock: ServiceClock,
): AsyncClient {
  return asyncClient(
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
