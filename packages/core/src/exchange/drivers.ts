import type { LimitsRecipe } from '../quota/limits-recipe.ts';
import type { Recognition } from '../recipes/recipe.ts';
import type { Endpoint } from '../resources/resources.ts';
import type {
  CacheEntry,
  ClientEvent,
  Effect,
  Exchange,
  HeaderSample,
  HttpOutcome,
  HttpRequest,
} from './effect.ts';

/** The outside as a synchronous platform gives it (Apps Script). */
export interface SyncHost {
  send(requests: readonly HttpRequest[]): readonly HttpOutcome[];
  wait(ms: number): void;
  now(): number;
  random(): number;
  /** A cache in tiers may read the fastest alone where a read need not be `consistent`. */
  cache?: {
    get(keys: readonly string[], consistent?: boolean): readonly (string | null)[];
    put(entries: readonly CacheEntry[]): void;
  };
  /** `acquire` waits for the lock for at most `timeoutMs`, and is false where it could not be had. */
  lock?: { acquire(timeoutMs: number): boolean; release(): void };
  emit?(event: ClientEvent): void;
  /** Infers a recipe from bodies of one endpoint. Default: nothing is inferred. */
  learn?(endpoint: Endpoint, bodies: readonly unknown[]): Recognition;
  /** Infers from headers in which of them limits are stated; what is known stays where they do not contradict. Default: nothing. */
  learnLimits?(samples: readonly HeaderSample[], known: LimitsRecipe): LimitsRecipe;
}

/** The outside as an asynchronous platform gives it (Node). */
export interface AsyncHost {
  send(requests: readonly HttpRequest[]): Promise<readonly HttpOutcome[]>;
  wait(ms: number): Promise<void>;
  now(): number;
  random(): number;
  /** A cache in tiers may read the fastest alone where a read need not be `consistent`. */
  cache?: {
    get(keys: readonly string[], consistent?: boolean): Promise<readonly (string | null)[]>;
    put(entries: readonly CacheEntry[]): Promise<void>;
  };
  /** `acquire` waits for the lock for at most `timeoutMs`, and is false where it could not be had. */
  lock?: { acquire(timeoutMs: number): Promise<boolean>; release(): Promise<void> };
  emit?(event: ClientEvent): void;
  /** Infers a recipe from bodies of one endpoint. Default: nothing is inferred. */
  learn?(endpoint: Endpoint, bodies: readonly unknown[]): Recognition | Promise<Recognition>;
  /** Infers from headers in which of them limits are stated; what is known stays where they do not contradict. Default: nothing. */
  learnLimits?(samples: readonly HeaderSample[], known: LimitsRecipe): LimitsRecipe | Promise<LimitsRecipe>;
}

/** Asks the host for an effect; an asynchronous host answers with a promise. A host without a cache or a lock is one that keeps nothing. */
export function perform(effect: Effect, host: SyncHost | AsyncHost): unknown {
  switch (effect.type) {
    case 'send':
      return host.send(effect.requests);
    case 'wait':
      return host.wait(effect.ms);
    case 'now':
      return host.now();
    case 'random':
      return host.random();
    case 'cacheGet':
      return host.cache ? host.cache.get(effect.keys, effect.consistent) : effect.keys.map(() => null);
    case 'cachePut':
      return host.cache?.put(effect.entries);
    case 'acquire':
      return host.lock ? host.lock.acquire(effect.timeoutMs) : true;
    case 'release':
      return host.lock?.release();
    case 'emit':
      return host.emit?.(effect.event);
    case 'learn':
      return host.learn?.(effect.endpoint, effect.bodies);
    case 'learnLimits':
      return host.learnLimits?.(effect.samples, effect.known);
  }
}

/** True for what an asynchronous host answers with. */
export function isThenable(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
  );
}

/** Runs an exchange to its end on an asynchronous host. What the host throws is thrown inside the exchange. */
export async function runAsync<T>(exchange: Exchange<T>, host: AsyncHost): Promise<T> {
  let step = exchange.next();
  while (!step.done) {
    let result: unknown;
    try {
      result = perform(step.value, host);
      if (isThenable(result)) result = await result;
    } catch (thrown) {
      step = exchange.throw(thrown);
      continue;
    }
    step = exchange.next(result);
  }
  return step.value;
}

/** Runs an exchange to its end on a synchronous host. What the host throws is thrown inside the exchange, so that it can release what it holds. */
export function runSync<T>(exchange: Exchange<T>, host: SyncHost): T {
  let step = exchange.next();
  while (!step.done) {
    let result: unknown;
    try {
      result = perform(step.value, host);
    } catch (thrown) {
      step = exchange.throw(thrown);
      continue;
    }
    step = isThenable(result)
      ? exchange.throw(new TypeError(`The synchronous host answered "${step.value.type}" with a promise.`))
      : exchange.next(result);
  }
  return step.value;
}
