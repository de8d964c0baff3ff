import type { LimitsRecipe } from '../quota/limits-recipe.ts';
import type { Recognition } from '../recipes/recipe.ts';
import type { Endpoint } from '../resources/resources.ts';

/** One complete GET request; the host adds nothing. */
export interface HttpRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** The host may stop reading a body after this many bytes. */
  readonly maxBodyBytes?: number;
}

/** An answer of any status with its body, or the reason why there is none. */
export type HttpOutcome =
  | {
      readonly ok: true;
      readonly status: number;
      /** Names in lower case, duplicates joined by `, `. */
      readonly headers: Readonly<Record<string, string>>;
      readonly text: string;
      /** True if `text` is cut at `maxBodyBytes`. */
      readonly truncated?: boolean;
    }
  | {
      readonly ok: false;
      readonly kind: 'transport' | 'timeout';
      readonly message: string;
      /** False if the request certainly never left and cost nothing: no such host, no connection. */
      readonly sent?: false;
    };

/** The headers of one answer. */
export interface HeaderSample {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Time of receipt, milliseconds since the epoch. */
  readonly at: number;
}

export interface CacheEntry {
  readonly key: string;
  readonly text: string;
  readonly ttlSeconds: number;
}

/** A request to the host, as plain data. */
export type Effect =
  | { readonly type: 'send'; readonly requests: readonly HttpRequest[] }
  | { readonly type: 'wait'; readonly ms: number }
  | { readonly type: 'cacheGet'; readonly keys: readonly string[]; readonly consistent: boolean }
  | { readonly type: 'cachePut'; readonly entries: readonly CacheEntry[] }
  | { readonly type: 'acquire'; readonly timeoutMs: number }
  | { readonly type: 'release' }
  | { readonly type: 'learn'; readonly endpoint: Endpoint; readonly bodies: readonly unknown[] }
  | { readonly type: 'learnLimits'; readonly samples: readonly HeaderSample[]; readonly known: LimitsRecipe };

/** An event for logs and metrics. No event contains a key. */
export type ClientEvent =
  | { readonly type: 'request'; readonly endpoint: string; readonly attempt: number }
  | { readonly type: 'response'; readonly endpoint: string; readonly status: number }
  | { readonly type: 'retry'; readonly endpoint: string; readonly reason: string; readonly waitMs: number }
  | {
      readonly type: 'cache';
      readonly endpoint: string;
      readonly found: 'fresh' | 'joined' | 'negative' | 'none' | 'stale';
    }
  /** A request was delayed to stay within a limit. */
  | { readonly type: 'wait'; readonly endpoint: string; readonly waitMs: number }
  /** The service deviates from the specification or from earlier answers. */
  | { readonly type: 'drift'; readonly endpoint: string; readonly what: string }
  | { readonly type: 'dialect'; readonly axis: string; readonly value: string; readonly because: string };

/** What the host answers at once. Anything that may take time is an {@link Effect}. */
export interface Ports {
  /** Milliseconds since the epoch. */
  now(): number;
  /** A number in [0, 1). */
  random(): number;
  emit?(event: ClientEvent): void;
  /** Without a cache, answers are neither kept nor shared. */
  readonly cache?: object;
}

/** A generator that yields effects and returns a T. Run it with `runSync` or `runAsync`; call it with `yield*`. */
export type Exchange<T> = Generator<Effect, T, unknown>;

/** Sends all requests at once; outcomes keep the order. */
export function* send(requests: readonly HttpRequest[]): Exchange<readonly HttpOutcome[]> {
  return (yield { type: 'send', requests }) as readonly HttpOutcome[];
}

export function* wait(ms: number): Exchange<void> {
  yield { type: 'wait', ms };
}

/**
 * The cached texts in the order of the keys; null for a miss.
 * @param consistent true to see every write made under the lock
 */
export function* cacheGet(keys: readonly string[], consistent = false): Exchange<readonly (string | null)[]> {
  return (yield { type: 'cacheGet', keys, consistent }) as readonly (string | null)[];
}

export function* cachePut(entries: readonly CacheEntry[]): Exchange<void> {
  yield { type: 'cachePut', entries };
}

/** Acquires the lock that guards claims in the cache; false after `timeoutMs`. */
export function* acquire(timeoutMs: number): Exchange<boolean> {
  return (yield { type: 'acquire', timeoutMs }) as boolean;
}

export function* release(): Exchange<void> {
  yield { type: 'release' };
}

/** A recipe that the host infers from bodies of one endpoint; undefined without inference. */
export function* learnByHost(
  endpoint: Endpoint,
  bodies: readonly unknown[],
): Exchange<Recognition | undefined> {
  return (yield { type: 'learn', endpoint, bodies }) as Recognition | undefined;
}

/** The limit headers that the host infers; undefined without inference. */
export function* learnLimitsByHost(
  samples: readonly HeaderSample[],
  known: LimitsRecipe,
): Exchange<LimitsRecipe | undefined> {
  return (yield { type: 'learnLimits', samples, known }) as LimitsRecipe | undefined;
}
