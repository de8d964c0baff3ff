import type { MessagePort } from 'node:worker_threads';
import type { AuthMode } from './authorization.ts';

import type { ScriptFailure } from './errors.ts';

export interface ScriptFile {
  /** Path inside the pushed folder, shown in error stacks. */
  name: string;
  code: string;
}

/** Sent to an executor thread once. */
export interface ExecutorSetup {
  calls: MessagePort;
  /** One Int32 that the broker increments after every reply. */
  replyCount: SharedArrayBuffer;
}

/** The scripts of a host, and the facts of its realms; sent to a thread before the host's first execution. */
export interface ProjectSetup {
  files: ScriptFile[];
  scriptTimeZone: string;
  /** The machine is in the script's zone: Date needs no other local methods. */
  isMachineZone: boolean;
  /** Date and Math.random of the script use the broker. */
  hostClock: boolean;
  hostRandom: boolean;
  /** Utilities.sleep uses the broker's clock. */
  hostSleep: boolean;
  scopes: ManifestScopes;
}

export interface ExecuteMessage {
  /** Counts the executions of the thread. */
  id: number;
  name: string;
  /** Cells find functions regardless of case (guides/sheets/functions, naming). */
  anyCase: boolean;
  mode: AuthMode;
  /** The user's address, empty if Google would not give it. */
  activeUser: string;
  /** False = a trigger, which no editor shows. */
  hasEditor: boolean;
  /** JSON of WireValue[]. */
  args: string;
  /** In real time. */
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
export type ExecutionOutcome = { value: string } | { failure: ScriptFailure };

export interface DoneMessage {
  id: number;
  outcome: ExecutionOutcome;
}

/** A log line outside any execution. */
export interface LogMessage {
  line: string;
}

/** Settings of one execution, sent to its realm as JSON. */
export interface RealmFacts {
  mode: AuthMode;
  scriptTimeZone: string;
  activeUser: string;
  hasEditor: boolean;
  isMachineZone: boolean;
  hostClock: boolean;
  hostRandom: boolean;
  /** Utilities.sleep uses the host's clock. */
  hostSleep: boolean;
  scopes: ManifestScopes;
  errorBodyShown: number;
  validationList: number;
}

/** The manifest's scopes (null = none listed), and those that the user granted. */
interface ManifestScopes {
  listed: readonly string[] | null;
  granted: readonly string[] | null;
}
