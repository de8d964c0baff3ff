import { maxOf, minOf } from '../resources/min-max.ts';
import { runSync, type SyncHost } from './drivers.ts';
import {
  cacheGet,
  type Effect,
  type Exchange,
  type HttpOutcome,
  type HttpRequest,
  send,
  wait,
} from './effect.ts';

export type SettledCall<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: unknown };

interface Runner<T> {
  readonly exchange: Exchange<T>;
  settled: SettledCall<T> | null;
  requests: readonly HttpRequest[] | null;
  /** A pending cache read outside the lock. */
  read: Extract<Effect, { type: 'cacheGet' }> | null;
  dueAt: number | null;
  locked: boolean;
  readonly now: () => number;
}

/**
 * Runs one exchange until it sends, waits, reads the cache outside the lock, or ends. Other effects run at once, so no
 * exchange holds the lock while another runs.
 */
function* advance<T>(runner: Runner<T>, resume: () => IteratorResult<Effect, T>): Exchange<void> {
  runner.requests = null;
  runner.read = null;
  runner.dueAt = null;
  try {
    let step = resume();
    while (!step.done) {
      const effect = step.value;
      if (effect.type === 'send') {
        runner.requests = effect.requests;
        return;
      }
      if (effect.type === 'wait') {
        runner.dueAt = runner.now() + effect.ms;
        return;
      }
      if (effect.type === 'cacheGet' && !runner.locked) {
        runner.read = effect;
        return;
      }
      let result: unknown;
      try {
        result = yield effect;
        if (effect.type === 'acquire') runner.locked = result === true;
        if (effect.type === 'release') runner.locked = false;
      } catch (thrown) {
        step = runner.exchange.throw(thrown);
        continue;
      }
      step = runner.exchange.next(result);
    }
    runner.settled = { ok: true, value: step.value };
  } catch (error) {
    runner.settled = { ok: false, error };
  }
}

function* sendAll<T>(senders: readonly Runner<T>[]): Exchange<void> {
  let outcomes: readonly HttpOutcome[];
  const requests = senders.flatMap((runner) => runner.requests || []);
  try {
    outcomes = yield* send(requests);
  } catch (thrown) {
    for (const runner of senders) yield* advance(runner, () => runner.exchange.throw(thrown));
    return;
  }
  let from = 0;
  for (const runner of senders) {
    const count = (runner.requests || []).length;
    const own = outcomes.slice(from, from + count);
    from += count;
    yield* advance(runner, () => runner.exchange.next(own));
  }
}

function* readAll<T>(readers: readonly Runner<T>[]): Exchange<void> {
  const keys: string[] = [];
  for (const { read } of readers) for (const key of read?.keys || []) if (!keys.includes(key)) keys.push(key);
  const consistent = readers.some(({ read }) => read?.consistent);
  let texts: readonly (string | null)[];
  try {
    texts = yield* cacheGet(keys, consistent);
  } catch (thrown) {
    for (const runner of readers) yield* advance(runner, () => runner.exchange.throw(thrown));
    return;
  }
  for (const runner of readers) {
    const own = (runner.read?.keys ?? []).map((key) => texts[keys.indexOf(key)] ?? null);
    yield* advance(runner, () => runner.exchange.next(own));
  }
}

/** Waits that end within this time of the first end together, so that jittered retries share one `send`. */
const slackMs = 500;

/**
 * Runs many exchanges in lockstep. Each step sends all pending requests at once, which Apps Script serves with one
 * concurrent `fetchAll` (Google: UrlFetchApp.fetchAll), and merges all cache reads. Results keep the order; a failure
 * affects only its own exchange.
 */
function* runTogether<T>(
  exchanges: readonly Exchange<T>[],
  now: () => number,
): Exchange<readonly SettledCall<T>[]> {
  const runners = exchanges.map(
    (exchange): Runner<T> => ({
      exchange,
      settled: null,
      requests: null,
      read: null,
      dueAt: null,
      locked: false,
      now,
    }),
  );
  for (const runner of runners) yield* advance(runner, () => runner.exchange.next());
  for (;;) {
    const readers = runners.filter((runner) => runner.read !== null);
    const senders = runners.filter((runner) => runner.requests !== null);
    const waiters = runners.filter((runner) => runner.dueAt !== null);
    if (readers.length > 0) {
      yield* readAll(readers);
    } else if (senders.length > 0) {
      yield* sendAll(senders);
    } else if (waiters.length > 0) {
      const dues = waiters.map((runner) => runner.dueAt || 0);
      const first = minOf(dues);
      const until = maxOf(dues.filter((due) => due - first <= slackMs));
      yield* wait(Math.max(0, until - now()));
      for (const runner of waiters) {
        if ((runner.dueAt || 0) <= until) yield* advance(runner, () => runner.exchange.next(undefined));
      }
    } else {
      return runners.map((runner) => runner.settled as SettledCall<T>);
    }
  }
}

/** {@link runTogether} on a synchronous host. */
export function runSyncAll<T>(exchanges: readonly Exchange<T>[], host: SyncHost): readonly SettledCall<T>[] {
  return runSync(
    runTogether(exchanges, () => host.now()),
    host,
  );
}
