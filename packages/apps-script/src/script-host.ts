import type { Counters } from './broker/counters.ts';
import type { ExecutionView } from './broker/executions.ts';
import type { QuotaUse } from './broker/quotas.ts';
import type { Screen } from './broker/screen.ts';
import type { ScriptFunction } from './function-list.ts';
import type { StoreName, TimeTrigger } from './host-calls.ts';
import type { SheetView } from './spreadsheet/sheet-view.ts';
import type { TriggerRun } from './triggers/firing.ts';

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
  ui(): Screen;
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
  quotas: { used(): QuotaUse; add(use: Partial<QuotaUse>): void };
  counters(): Counters;
  resetCounters(): void;
  /** Lines of Logger and console, at most the last 10,000. */
  log(): string[];
  close(): Promise<void>;
}
