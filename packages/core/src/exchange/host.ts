import type { LimitsRecipe } from '../quota/limits-recipe.ts';
import type { Recognition } from '../recipes/known-recipe.ts';
import type { Endpoint } from '../resources/endpoint.ts';
import type { CacheEntry, ClientEvent, HeaderSample, HttpOutcome, HttpRequest } from './effect.ts';

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
  /** `acquire` waits for the lock for at most `patienceMs`, and is false where it could not be had. */
  lock?: { acquire(patienceMs: number): boolean; release(): void };
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
  /** `acquire` waits for the lock for at most `patienceMs`, and is false where it could not be had. */
  lock?: { acquire(patienceMs: number): Promise<boolean>; release(): Promise<void> };
  emit?(event: ClientEvent): void;
  /** Infers a recipe from bodies of one endpoint. Default: nothing is inferred. */
  learn?(endpoint: Endpoint, bodies: readonly unknown[]): Recognition | Promise<Recognition>;
  /** Infers from headers in which of them limits are stated; what is known stays where they do not contradict. Default: nothing. */
  learnLimits?(samples: readonly HeaderSample[], known: LimitsRecipe): LimitsRecipe | Promise<LimitsRecipe>;
}
