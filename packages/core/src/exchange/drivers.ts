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

/** Ports to a synchronous platform (Apps Script). */
export interface SyncHost {
  send(requests: readonly HttpRequest[]): readonly HttpOutcome[];
  wait(ms: number): void;
  now(): number;
  random(): number;
  /** A tiered cache may read only its fastest tier unless `consistent` is true. */
  cache?: {
    get(keys: readonly string[], consistent?: boolean): readonly (string | null)[];
    put(entries: readonly CacheEntry[]): void;
  };
  /** `acquire` waits at most `timeoutMs` and returns false on timeout. */
  lock?: { acquire(timeoutMs: number): boolean; release(): void };
  emit?(event: ClientEvent): void;
  /** Infers a recipe from bodies of one endpoint. Default: none. */
  learn?(endpoint: Endpoint, bodies: readonly unknown[]): Recognition;
  /** Infers limit headers from samples; keeps `known` where they agree. Default: no inference. */
  learnLimits?(samples: readonly HeaderSample[], known: LimitsRecipe): LimitsRecipe;
}

/** Ports to an asynchronous platform (Node.js); members as in {@link SyncHost}. */
export interface AsyncHost {
  send(requests: readonly HttpRequest[]): Promise<readonly HttpOutcome[]>;
  wait(ms: number): Promise<void>;
  now(): number;
  random(): number;
  cache?: {
    get(keys: readonly string[], consistent?: boolean): Promise<readonly (string | null)[]>;
    put(entries: readonly CacheEntry[]): Promise<void>;
  };
  lock?: { acquire(timeoutMs: number): Promise<boolean>; release(): Promise<void> };
  emit?(event: ClientEvent): void;
  learn?(endpoint: Endpoint, bodies: readonly unknown[]): Recognition | Promise<Recognition>;
  learnLimits?(samples: readonly HeaderSample[], known: LimitsRecipe): LimitsRecipe | Promise<LimitsRecipe>;
}

/**
 * Performs one effect; an asynchronous host returns a promise. A missing cache stores nothing, a missing lock always
 * succeeds.
 */
function perform(effect: Effect, host: SyncHost | AsyncHost): unknown {
  switch (effect.type) {
    case 'send':
      return host.send(effect.requests);
    case 'wait':
      return host.wait(effect.ms);
    case 'cacheGet':
      return host.cache ? host.cache.get(effect.keys, effect.consistent) : effect.keys.map(() => null);
    case 'cachePut':
      return host.cache?.put(effect.entries);
    case 'acquire':
      return host.lock ? host.lock.acquire(effect.timeoutMs) : true;
    case 'release':
      return host.lock?.release();
    case 'learn':
      return host.learn?.(effect.endpoint, effect.bodies);
    case 'learnLimits':
      return host.learnLimits?.(effect.samples, effect.known);
  }
}

function isThenable(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
  );
}

/** Runs an exchange on an asynchronous host. Errors of the host are thrown inside the exchange. */
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

/** Runs an exchange on a synchronous host. Errors of the host are thrown inside the exchange, which can release its lock. */
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
