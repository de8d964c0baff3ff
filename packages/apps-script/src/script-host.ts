import { type Counters, type Latency, remoteOperations, type ServiceCall } from './broker/call-counters.ts';
import type { HostClock } from './broker/clock.ts';
import type { ExecutionView } from './broker/executions.ts';
import type { Account, QuotaUsage } from './broker/quotas.ts';
import type { TriggerRun } from './broker/trigger-runner.ts';
import type { UiState } from './broker/user-interface.ts';
import type { ScriptFunction } from './project.ts';
import type { StoreName, TimeTrigger } from './protocol/host-calls.ts';
import { limits } from './protocol/limits.ts';
import type { SheetView } from './spreadsheet/sheet-view.ts';

/** One store of PropertiesService, seen from outside; not counted. */
export interface PropertyStore {
  get(key: string): string | null;
  set(key: string, value: string): void;
  all(): { [key: string]: string };
  clear(): void;
}

/** One running add-on in one document for one user. Executions share its cache, properties and locks. */
export interface ScriptHost {
  /** A custom function in a cell. Resolves with the cell's value or rows; a blank cell is null. Rejects with ScriptError. */
  customFunction(name: string, args: unknown[]): Promise<unknown>;
  /** A menu item or trigger. onOpen, onInstall and onEdit without arguments get `{authMode: mode}`. */
  run(name: string, args?: unknown[], mode?: 'FULL' | 'LIMITED' | 'NONE'): Promise<unknown>;
  /** google.script.run: ten at once, its rules on types in both directions. */
  sidebarCall(name: string, args: unknown[]): Promise<unknown>;
  functions(): Promise<ScriptFunction[]>;
  /** What the script showed last. */
  ui(): UiState;
  /** The document as a person at the screen has it. */
  sheet: SheetView;
  cache: {
    inspect(store: StoreName): { [key: string]: { value: string; expiresAt: number } };
    clear(): void;
    /** Deletes this part, 0 to 1, of each cache's items for good, chosen by `random`. Gives how many are gone. */
    evict(fraction: number): number;
  };
  properties: Record<StoreName, PropertyStore>;
  /** Time-driven triggers the script has created. */
  triggers(): TimeTrigger[];
  /** Fires each trigger whose time has come, once, the earliest first, as its creator in FULL; a failure rejects nothing. */
  fireDue(): Promise<TriggerRun[]>;
  /** Moves the host's clock to this moment (epoch milliseconds) and fires each trigger on the way at its own. */
  advance(epochMilliseconds: number): Promise<TriggerRun[]>;
  /** Every firing so far. */
  triggerRuns(): TriggerRun[];
  /** The user removes the add-on: its triggers stop, its menu and sidebar go. */
  uninstall(): void;
  /** What runs and what ran, at most the last 10,000, each with the calls it made. */
  executions(): ExecutionView[];
  /**
   * Ends one execution wherever it is: its locks are freed, its requests abandoned, nothing it would catch or finish
   * runs. It fails with kind `killed`. False when it had ended before.
   */
  kill(execution: number): boolean;
  /** The scopes that ScriptApp.requireScopes asked the user for, one list each time. */
  consentAsked(): string[][];
  /** What is used of the daily quotas; `add` notes use that no call has made. */
  quotas: { used(): QuotaUsage; add(use: Partial<QuotaUsage>): void };
  counters(): Counters;
  resetCounters(): void;
  /** Lines of Logger and console, at most the last 10,000. */
  log(): string[];
  close(): Promise<void>;
}

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
  clock?: HostClock;
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
export function findOptionError(options: AppsScriptOptions): string | null {
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
    if (!remoteOperations.includes(operation)) {
      return `latencyMs names ${JSON.stringify(operation)}; the calls are ${remoteOperations.join(', ')}.`;
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
