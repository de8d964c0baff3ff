import type { CurrentEndpoint } from '@answershare/core';

/** One lookup. `days` is the analytics window that ends today. */
export type LookupQuestion =
  | { readonly endpoint: 'websites' }
  | { readonly endpoint: 'analytics'; readonly website: string; readonly days: 7 | 30 | 90 }
  | { readonly endpoint: CurrentEndpoint; readonly website: string };

export type SandboxForm = 1 | 2;

const dayMs = 86_400_000;
const toDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Path and query of a lookup, for a general HTTP client (specification §4). */
export function toPath(question: LookupQuestion, form: SandboxForm, nowMs: number): string {
  const path = `/api/v1/${question.endpoint}`;
  if (question.endpoint === 'websites') return path;
  const site = `${path}?${form === 1 ? 'websiteId' : 'website_id'}=${encodeURIComponent(question.website)}`;
  if (question.endpoint !== 'analytics') return site;
  if (form === 2) return `${site}&period=${question.days}d`;
  return `${site}&from=${toDate(nowMs - (question.days - 1) * dayMs)}&to=${toDate(nowMs)}`;
}

/** The service to call, and settings. */
export interface ClientTarget {
  readonly baseUrl: string;
  readonly key: string;
  /** Set for every client: other clients cannot find it out. */
  readonly form: SandboxForm;
  /** Epoch milliseconds; windows end here. Default: the machine's clock. */
  readonly now?: () => number;
  /** Retries of a tuned client. */
  readonly retries: number;
  /** Pace of a client with one fixed rate. Default: that of the key's plan. */
  readonly perMinute?: number;
  /** Replaces the network. */
  readonly fetch?: typeof fetch;
}

export interface BenchClient {
  /** Returns the library's own result: a promise, or a value from a synchronous library. */
  lookup(question: LookupQuestion, signal?: AbortSignal): unknown;
  close(): Promise<void>;
}

/** A client library with its default and tuned settings. `open` loads its code. */
export interface ClientLibrary {
  readonly name: string;
  /** Its npm packages. */
  readonly packages: readonly string[];
  /** The options of the tuned setting; null = it has none. */
  readonly tuning: string | null;
  /** Whether `fetch` can be replaced. */
  readonly takesFetch: boolean;
  open(target: ClientTarget, tuned: boolean): Promise<BenchClient>;
}

/** A library in one setting. */
export interface Contender {
  readonly library: ClientLibrary;
  readonly tuned: boolean;
}

/** Each library at its defaults, and tuned where it has options. */
export function listContenders(libraries: readonly ClientLibrary[]): readonly Contender[] {
  return libraries.flatMap((library) =>
    [false, true].filter((tuned) => !tuned || library.tuning !== null).map((tuned) => ({ library, tuned })),
  );
}

export const nothingToClose = async (): Promise<void> => undefined;
