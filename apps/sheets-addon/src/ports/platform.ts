import type { HttpOutcome, HttpRequest } from '@answershare/core';

/** Texts by key; absent keys are omitted. */
type TextsByKey = Readonly<Record<string, string>>;

/** The platform's services with many keys per call, which is cheap there. */
export interface Platform {
  send(requests: readonly HttpRequest[]): readonly HttpOutcome[];
  sleep(ms: number): void;
  /** Fast; may evict at any time. */
  readonly cache: {
    getAll(keys: readonly string[]): TextsByKey;
    /** Stores texts for `ttlSeconds`; a text too large clears its key. */
    putAll(texts: TextsByKey, ttlSeconds: number): void;
  };
  /** Slower; evicts nothing before its expiry. */
  readonly store: {
    getAll(keys: readonly string[]): TextsByKey;
    /** Stores texts until an instant, milliseconds since the epoch. Texts that do not fit stay only in the cache. */
    putAll(texts: Readonly<Record<string, { readonly text: string; readonly until: number }>>): void;
  };
  readonly lock: { acquire(patienceMs: number): boolean; release(): void };
}
