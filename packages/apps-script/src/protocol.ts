import type { MessagePort } from 'node:worker_threads';
import type { AuthMode } from './auth-mode.ts';
import type { ScopeFacts } from './realm/kit.ts';
import type { Failure } from './script-error.ts';

export interface ScriptFile {
  /** Path inside the pushed folder, as error stacks show it. */
  name: string;
  code: string;
}

/** Given to an executor thread once. */
export interface ExecutorSetup {
  files: ScriptFile[];
  scriptTimeZone: string;
  /** The script's clock and dice come from the broker instead of the machine. */
  hostClock: boolean;
  hostDice: boolean;
  /** Utilities.sleep goes by the broker's clock. */
  hostSleep: boolean;
  scopes: ScopeFacts;
  calls: MessagePort;
  /** One Int32 that the broker raises after every reply. */
  bell: SharedArrayBuffer;
}

export interface ExecuteMessage {
  id: number;
  name: string;
  /** Cells find a function whatever the case of its name (guides/sheets/functions, naming). */
  anyCase: boolean;
  mode: AuthMode;
  /** JSON of WireValue[]. */
  args: string;
  /** Of real time. */
  budgetMs: number;
}

export interface CallMessage {
  execution: number;
  sequence: number;
  /** JSON of [operation, ...arguments]. */
  body: string;
}

export interface ReplyMessage {
  sequence: number;
  /** JSON of Reply. */
  body: string;
}

/** `value` is JSON of a WireValue. */
export type Outcome = { value: string } | { failure: Failure };

export interface DoneMessage {
  id: number;
  outcome: Outcome;
}

/** Something for the log that no execution waits for. */
export interface StrayMessage {
  stray: string;
}
