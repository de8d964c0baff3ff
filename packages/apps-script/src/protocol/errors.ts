/** Why an execution failed. */
export type ScriptErrorKind = 'thrown' | 'timeout' | 'permission' | 'type' | 'load' | 'killed';

/** A failure as plain data, to cross realm and thread. */
export interface ScriptFailure {
  kind: ScriptErrorKind;
  message: string;
  name?: string;
  stack?: string;
}

/**
 * A failed execution. `message` is the note on the cell's `#ERROR!`. `scriptName` is the name of the thrown error
 * (`Exception` for a Google service's), `scriptStack` its stack in the pushed files.
 */
export class ScriptError extends Error {
  override readonly name = 'ScriptError';
  readonly kind: ScriptErrorKind;
  readonly scriptName: string | null;
  readonly scriptStack: string | null;

  constructor(failure: ScriptFailure) {
    super(failure.message);
    this.kind = failure.kind;
    this.scriptName = failure.name ?? null;
    this.scriptStack = failure.stack ?? null;
  }
}

/** An error that the calling script gets, as Google's services throw it. */
export class ServiceFault extends Error {
  override readonly name = 'ServiceFault';
}
