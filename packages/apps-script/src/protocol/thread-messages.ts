import type { MessagePort } from 'node:worker_threads';
import type { AuthMode } from './authorization.ts';

import type { ScriptFailure } from './errors.ts';

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
  hostRandom: boolean;
  /** Utilities.sleep goes by the broker's clock. */
  hostSleep: boolean;
  scopes: ManifestScopes;
  calls: MessagePort;
  /** One Int32 that the broker raises after every reply. */
  replyCount: SharedArrayBuffer;
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
export type ExecutionOutcome = { value: string } | { failure: ScriptFailure };

export interface DoneMessage {
  id: number;
  outcome: ExecutionOutcome;
}

/** Something for the log that no execution waits for. */
export interface LogMessage {
  line: string;
}

/** Plain facts about one execution, given to its realm as JSON. */
export interface RealmFacts {
  mode: AuthMode;
  scriptTimeZone: string;
  hostClock: boolean;
  hostRandom: boolean;
  /** Utilities.sleep goes by the host's clock. */
  hostSleep: boolean;
  scopes: ManifestScopes;
  errorBodyShown: number;
  validationList: number;
}

/** The scopes of the manifest, null where it lists none, and those of them that the user has granted. */
export interface ManifestScopes {
  listed: readonly string[] | null;
  granted: readonly string[] | null;
}
