import {
  asyncClient,
  type ClientEvent,
  type DialectProfile,
  type Endpoint,
  isApiError,
  type RecipeBook,
  type Recognition,
  type Result,
  toForm,
} from '@answershare/core';
import { Complaint } from '../complaint.ts';
import type { Ending } from '../ending.ts';
import type { Day } from '../schedule/iso-week.ts';
import type { Settings } from '../settings/settings.ts';
import { retire } from '../store/retention.ts';
import { askedOn, figuresIn, keep, team } from '../store/snapshots.ts';
import type { Store } from '../store/store.ts';
import type { Asked } from '../store/tables.ts';
import { clientOptions } from './client-options.ts';
import { learnInTime, nodeHost } from './host.ts';
import { keepLearnt, learntAbout, learntOf, recipesToUse, withoutConfigured } from './learnt.ts';
import { nextAttempt, pauseCollecting, pausedUntil } from './pause.ts';
import { chosen, inTurn, leftWords, nameOf, type Question, questionsOf, unanswered } from './questions.ts';
import { type ReadAgain, readAgain } from './read-again.ts';
import { type Listed, listWebsites } from './websites.ts';

/** What one collection did. */
export interface Collected {
  /** The day that the answers are kept under, UTC. */
  readonly day: Day;
  readonly websites: number;
  readonly answers: number;
  /** Answers that an earlier run of the same day had already. */
  readonly kept: number;
  /** Requests sent, retries included. */
  readonly requests: number;
  readonly failures: readonly Failure[];
  /** What changed in the shape of bodies that were read nevertheless. */
  readonly changes: readonly Change[];
  /** One sentence for each website of a schedule that the service does not list. */
  readonly gone: readonly string[];
  /** Why it ended early, with what is left; null where it went through. */
  readonly stopped: string | null;
}

export interface Failure {
  /** For people: the domain, the name or the id. */
  readonly website: string;
  readonly endpoint: Asked;
  readonly reason: string;
}

/** A change of the shape of an endpoint's bodies. */
export interface Change {
  readonly endpoint: Asked;
  readonly reason: string;
}

export interface CollectOrder {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The UTC day that the answers are kept under. */
  readonly day: Day;
  /** What failed is not asked again before its next attempt. False where a person asks. */
  readonly patient: boolean;
  readonly ending: Ending;
  /** Gets a line for each wait for a burst limit. */
  readonly report?: ((line: string) => void) | undefined;
}

/** Faults after which no other question can succeed at once: of the key, and of a limit that waiting did not lift. */
const hopeless = new Set(['auth.missing', 'auth.invalid', 'daily', 'budget', 'burst']);

/** Faults of the service or of the way to it: one may pass, several in a row speak for all that is left. */
const outage = new Set(['server', 'transport', 'timeout', 'bad_body']);
const outagesBeforeStop = 3;

/** Longer than the minute that a burst limit can ask to wait (specification §7), with time for the request itself. */
const deadlineMs = 90_000;

/**
 * Asks what is open of a day: each endpoint about each website that a schedule names, one question after another, what
 * failed before last. One process of a ledger does so at a time; null where another one does. Null also where patience
 * leaves nothing to ask. One website's failure is kept and the others go on, until the service fails
 * {@link outagesBeforeStop} times in a row about more than one website. Where a person asks, it rejects with the ApiError
 * of the list of websites.
 */
export function collect(store: Store, settings: Settings, order: CollectOrder): Promise<Collected | null> {
  return store.alone('collect', (assertHeld) => collectAlone(store, settings, order, assertHeld));
}

async function collectAlone(
  store: Store,
  settings: Settings,
  order: CollectOrder,
  assertHeld: () => void,
): Promise<Collected | null> {
  const { now, day, patient, ending } = order;
  if (patient && (await pausedUntil(store.db, now)) !== null) return null;
  const { url } = settings.service;
  const before = await learntAbout(store.db, url);
  const { profile } = before;
  let learnt = JSON.stringify(before);
  const keepAll = async (spoken: DialectProfile | null, recipes: RecipeBook): Promise<void> => {
    const latest = { profile: spoken, recipes: withoutConfigured(recipes) };
    if (JSON.stringify(latest) === learnt) return;
    learnt = JSON.stringify(latest);
    await keepLearnt(store.db, url, latest);
  };
  const learn = (endpoint: Endpoint, bodies: readonly unknown[]): Promise<Recognition> =>
    learnInTime(endpoint, bodies, ending.late);
  const again = (recipes: RecipeBook): Promise<ReadAgain> =>
    readAgain(store, day, recipes, learn, ending.ended);
  const known = await again(recipesToUse(settings.service.recipes, before.recipes));
  if (known.read.length > 0) await keepAll(profile, known.recipes);
  const counts = { requests: 0, answers: known.read.length };
  const drifts = new Map<string, string>();
  const changes: Change[] = [];
  const client = asyncClient(
    {
      ...clientOptions(settings.service),
      recipes: known.recipes,
      deadlineMs,
      ...(profile === null ? {} : { profile }),
    },
    nodeHost({ emit: eventsOf(order, counts, drifts), ...ending }),
  );
  /** Why the first recipe of an endpoint is another one than it was; null where it is the same. */
  const changeSince = (recipes: RecipeBook, endpoint: Asked): string | null => {
    const [first] = recipes[endpoint] ?? [];
    if (first === undefined || client.recipes()[endpoint]?.[0]?.recipe === first.recipe) return null;
    const reason = drifts.get(endpoint) ?? 'its shape has changed';
    changes.push({ endpoint, reason });
    return reason;
  };
  const row = { day, taken_at: new Date(now) };
  const save = async (
    website: string,
    endpoint: Asked,
    answer: Result<unknown>,
    recipes: RecipeBook,
  ): Promise<void> => {
    const spoken = String(toForm(answer.meta.dialect) ?? 'unknown');
    const read = {
      raw: answer.text,
      parsed: JSON.stringify(figuresIn(endpoint, answer.value)),
      form: spoken,
    };
    const changed = changeSince(recipes, endpoint);
    await keep(store.db, { website_id: website, endpoint, ...row, ...read, failure: null, changed });
    counts.answers += 1;
    await keepAll(learntOf(client.profile(), profile), client.recipes());
  };
  const fail = async (website: string, endpoint: Asked, thrown: Error): Promise<void> => {
    const raw = isApiError(thrown) && thrown.kind === 'shape' && thrown.status === 200 ? thrown.raw : '';
    const nothing = { raw: raw || null, parsed: null, form: null };
    const failed = { failure: thrown.message, next_attempt_at: nextAttempt(thrown, now) };
    await keep(store.db, { website_id: website, endpoint, ...row, ...nothing, ...failed });
  };
  const asked = await askedOn(store.db, day);
  const isStop = (thrown: unknown): boolean => thrown instanceof Complaint && ending.ended.aborted;
  let list: Listed | null;
  try {
    list = await listWebsites(store.db, order, asked, {
      ask: () => client.websites(),
      save: (answer) => save(team, 'websites', answer, known.recipes),
      fail: (thrown) => fail(team, 'websites', thrown),
    });
  } catch (thrown) {
    if (!isStop(thrown)) throw thrown;
    const stopped = 'It was asked to stop before the list of websites was read.';
    return { day, websites: 0, kept: 0, ...counts, failures: [], changes, gone: [], stopped };
  }
  if (list === null) return null;
  const { websites, gone } = chosen(settings, list.websites);
  const questions = questionsOf(websites);
  const left = new Set(unanswered(questions, asked));
  const earlier = questions.length - left.size + (list.fresh || list.failure !== null ? 0 : 1);
  const kept = Math.max(0, earlier - known.read.length);
  const open = inTurn([...left], asked, patient ? now : null);
  if (open.length === 0 && patient && !list.fresh && list.failure === null) return null;

  let failures: Failure[] = [];
  let stopped: string | null = null;
  let outages: Question[] = [];
  /** True where no other question can be asked now. */
  const failed = async (website: string, endpoint: Asked, thrown: Error): Promise<boolean> => {
    failures.push({ website, endpoint, reason: thrown.message });
    const out = outages.length >= outagesBeforeStop && new Set(outages.map((one) => one.website.id)).size > 1;
    if (!out && !(isApiError(thrown) && hopeless.has(thrown.kind))) return false;
    const often = out ? `The service failed ${outages.length} times in a row. ` : '';
    stopped = `${often}${thrown.message} ${leftWords(left)}`;
    await pauseCollecting(store.db, now, nextAttempt(thrown, now));
    return true;
  };
  const listFailed = list.failure !== null && (await failed('all', 'websites', list.failure));
  for (const question of listFailed ? [] : open) {
    const { website, endpoint } = question;
    assertHeld();
    if (ending.ended.aborted) break;
    const recipes = client.recipes();
    try {
      await save(website.id, endpoint, await client[endpoint](website.id), recipes);
      left.delete(question);
      outages = [];
    } catch (thrown) {
      if (isStop(thrown)) break;
      if (thrown instanceof Complaint || store.isOutage(thrown)) throw thrown;
      await fail(website.id, endpoint, thrown as Error);
      outages = isApiError(thrown) && outage.has(thrown.kind) ? [...outages, question] : [];
      if (await failed(nameOf(website), endpoint, thrown as Error)) break;
    }
  }
  const last = failures.length === 0 || ending.ended.aborted ? null : await again(client.recipes());
  if (last !== null && last.read.length > 0) {
    await keepAll(learntOf(client.profile(), profile), last.recipes);
    counts.answers += last.read.length;
    const isRead = (endpoint: string, id: string): boolean =>
      last.read.some((one) => one.endpoint === endpoint && one.websiteId === id);
    for (const question of left) if (isRead(question.endpoint, question.website.id)) left.delete(question);
    const names = new Map(websites.map((website) => [nameOf(website), website.id]));
    failures = failures.filter(({ website, endpoint }) => !isRead(endpoint, names.get(website) ?? ''));
  }
  if (ending.ended.aborted && left.size > 0) stopped = `It was asked to stop. ${leftWords(left)}`;
  if (!ending.ended.aborted) await retire(store, now);
  return { day, websites: websites.length, kept, ...counts, failures, changes, gone, stopped };
}

function eventsOf(
  { report }: CollectOrder,
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
