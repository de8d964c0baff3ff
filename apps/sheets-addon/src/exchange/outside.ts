import type { HttpOutcome, HttpRequest } from '@answershare/core';

/** The platform's services in the shape in which they are cheap: many keys in one call. */
export interface Outside {
  send(requests: readonly HttpRequest[]): readonly HttpOutcome[];
  sleep(ms: number): void;
  readonly cache: {
    /** What is there; absent keys are left out. */
    getAll(keys: readonly string[]): Readonly<Record<string, string>>;
    /** Keeps texts for `ttlSeconds`; a text too large clears its key. */
    putAll(texts: Readonly<Record<string, string>>, ttlSeconds: number): void;
  };
  readonly lock: { acquire(): boolean; release(): void };
}
