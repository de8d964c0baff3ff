import type { HttpOutcome, HttpRequest } from '@answershare/core';

/** Texts by key; absent keys are left out. */
type TextsByKey = Readonly<Record<string, string>>;

/** The platform's services in the shape in which they are cheap: many keys in one call. */
export interface Platform {
  send(requests: readonly HttpRequest[]): readonly HttpOutcome[];
  sleep(ms: number): void;
  /** Quick and forgetful. */
  readonly cache: {
    getAll(keys: readonly string[]): TextsByKey;
    /** Keeps texts for `ttlSeconds`; a text too large clears its key. */
    putAll(texts: TextsByKey, ttlSeconds: number): void;
  };
  /** Slower, and forgets nothing before its time. */
  readonly store: {
    getAll(keys: readonly string[]): TextsByKey;
    /** Keeps texts until then, milliseconds since the epoch. What does not fit is left to the cache alone. */
    putAll(texts: Readonly<Record<string, { readonly text: string; readonly until: number }>>): void;
  };
  readonly lock: { acquire(patienceMs: number): boolean; release(): void };
}
