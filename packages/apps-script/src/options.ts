import type { Account } from './broker/quotas.ts';
import { type Latency, operations, type ServiceCall } from './broker/service-call.ts';
import type { Clock } from './clock/clock.ts';
import { limits } from './limits.ts';

export interface AppsScriptOptions {
  /** The folder that clasp pushes: appsscript.json, *.js, *.html. */
  folder: string;
  /** Executions at once, 1 to 30; more wait. Default 8. */
  threads?: number;
  /** The spreadsheet's zone. Default: the manifest's timeZone. */
  timeZone?: string;
  /** The spreadsheet's locale; its language part is the user's. Default en_US. */
  locale?: string;
  /** Milliseconds until an execution is killed. Defaults: Google's 30 s and 6 min. */
  budgetMs?: { customFunction?: number; other?: number };
  /** Epoch milliseconds: the clock of Date, cache expiry, triggers and quotas. Budgets, locks and sleep use real time. */
  now?: () => number;
  /** A clock for all of it, sleep, waits and budgets included: `steppedClock(start)` lets minutes pass at once. */
  clock?: Clock;
  /** Whose daily quotas refuse. Default: nobody's; they are counted only. */
  account?: Account;
  /** The scopes that the user has granted. Default: all that the manifest lists. */
  grantedScopes?: readonly string[];
  /**
   * How long calls of services take by the host's clock until the script goes on, beside their real time:
   * `{'cache.put': 60, 'fetch.send': 300}`. With a stepped clock it takes no real time.
   */
  latencyMs?: Latency;
  /** Called, and waited for, before each call of a service, so that a test can hold or kill an execution there. */
  onCall?: (call: ServiceCall) => void | Promise<void>;
  /** 0 <= x < 1: Math.random in the script, and cache loss. */
  random?: () => number;
  /** Chance, 0 to 1, that a cache get misses although the value is there. Default 0. */
  cacheLoss?: number;
  /** Origins to reach elsewhere, checked after the manifest's list: `{'https://api.example.com': 'http://127.0.0.1:8080'}`. */
  origins?: Readonly<Record<string, string>>;
}

/** One sentence about the first option that cannot be used, or null. */
export function complaintAboutOptions(options: AppsScriptOptions): string | null {
  const { threads = 8, cacheLoss = 0, budgetMs = {}, origins = {} } = options;
  const most = limits.executionsAtOnce.value;
  if (!Number.isInteger(threads) || threads < 1 || threads > most) {
    return `threads must be a whole number from 1 to ${most}, not ${threads}.`;
  }
  if (options.now !== undefined && options.clock !== undefined) {
    return 'Give now or clock, not both: a clock tells the time too.';
  }
  if (options.account !== undefined && !['consumer', 'workspace'].includes(options.account)) {
    return `account must be "consumer" or "workspace", not ${JSON.stringify(options.account)}.`;
  }
  for (const [operation, milliseconds] of Object.entries(options.latencyMs ?? {})) {
    if (!operations.includes(operation)) {
      return `latencyMs names ${JSON.stringify(operation)}; the calls are ${operations.join(', ')}.`;
    }
    if (!(milliseconds >= 0)) return `latencyMs.${operation} must be 0 or more, not ${milliseconds}.`;
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
