import { type Latency, remoteOperations, type ServiceCall } from './broker/call-counters.ts';
import type { HostClock } from './broker/clock.ts';
import { type Account, GoogleAccounts } from './broker/quotas.ts';
import { limits } from './protocol/limits.ts';

/** One store of PropertiesService; its calls are not counted. */
export interface PropertyStoreView {
  get(key: string): string | null;
  set(key: string, value: string): void;
  all(): { [key: string]: string };
  clear(): void;
}

export interface AppsScriptOptions {
  /** The folder that clasp pushes: appsscript.json, *.js, *.html. */
  folder: string;
  /** Executions at once, 1 to 30; more wait. Default 8. */
  threads?: number;
  /** The spreadsheet's zone. Default: the manifest's timeZone. */
  timeZone?: string;
  /** The spreadsheet's locale; its language part is the user's. Default: en_US. */
  locale?: string;
  /** Milliseconds until an execution is killed. Default: Google's 30 s and 6 min. */
  budgetMs?: { customFunction?: number; other?: number };
  /** Epoch milliseconds for Date, cache expiry, triggers and quotas. Budgets, locks and sleep use real time. */
  now?: () => number;
  /** A clock for all of these: with `steppedClock(start)` minutes pass at once. */
  clock?: HostClock;
  /**
   * Enforces the quotas of such an account: a day's, and executions and properties at once. Hosts with the same
   * GoogleAccounts share them by user, as files do. Default: they are counted only.
   */
  account?: Account | GoogleAccounts;
  /** The scopes that the user granted. Default: all of the manifest. */
  grantedScopes?: readonly string[];
  /** The address that Session.getActiveUser gives: empty for a user of another domain. Default: user@example.com. */
  activeUser?: string;
  /** Extra duration of service calls by the host's clock: `{'cache.put': 60, 'fetch.send': () => drawLatency()}`. */
  latencyMs?: Latency;
  /** Awaited before each service call, so that a test can delay or kill an execution there. */
  onCall?: (call: ServiceCall) => void | Promise<void>;
  /** 0 <= x < 1, for Math.random in the script and for cache loss. */
  random?: () => number;
  /** Probability, 0 to 1, that a cache get misses an existing value. Default: 0. */
  cacheLoss?: number;
  /** Redirects origins, after the manifest's check: `{'https://api.example.com': 'http://127.0.0.1:8080'}`. */
  origins?: Readonly<Record<string, string>>;
}

/** The error message of the first unusable option, or null. */
export function findOptionError(options: AppsScriptOptions): string | null {
  const { threads = 8, cacheLoss = 0, budgetMs = {}, origins = {} } = options;
  const most = limits.executionsAtOnce.value;
  if (!Number.isInteger(threads) || threads < 1 || threads > most) {
    return `threads must be a whole number from 1 to ${most}, not ${threads}.`;
  }
  if (options.now !== undefined && options.clock !== undefined) {
    return 'Give now or clock, not both: a clock has the time too.';
  }
  if (
    !(options.account === undefined || options.account instanceof GoogleAccounts) &&
    !['consumer', 'workspace'].includes(options.account)
  ) {
    return `account must be "consumer" or "workspace", not ${JSON.stringify(options.account)}.`;
  }
  for (const [operation, milliseconds] of Object.entries(options.latencyMs ?? {})) {
    if (!remoteOperations.includes(operation)) {
      return `latencyMs names ${JSON.stringify(operation)}; the calls are ${remoteOperations.join(', ')}.`;
    }
    if (typeof milliseconds === 'number' && !(milliseconds >= 0))
      return `latencyMs.${operation} must be 0 or more, not ${milliseconds}.`;
  }
  if (!(cacheLoss >= 0 && cacheLoss <= 1)) return `cacheLoss must be from 0 to 1, not ${cacheLoss}.`;
  for (const [name, value] of Object.entries(budgetMs)) {
    if (!(value > 0)) return `budgetMs.${name} must be more than 0 milliseconds, not ${value}.`;
  }
  for (const [from, to] of Object.entries(origins)) {
    for (const origin of [from, to]) {
      if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
        return `origins must map origins such as "https://host" or "http://host:port"; "${origin}" is not one.`;
      }
    }
  }
  return null;
}
