/** Why an execution ended without a value. */
export type ScriptErrorKind = 'thrown' | 'timeout' | 'permission' | 'type' | 'load' | 'killed';

/** What left the execution, as plain data: it has crossed from another realm and thread. */
export interface ScriptFailure {
  kind: ScriptErrorKind;
  message: string;
  name?: string;
  stack?: string;
}

/**
 * A failed execution. `message` is what the note on a cell's `#ERROR!` shows; `scriptName` is the thrown
 * error's own name (`Exception` for a Google service's), `scriptStack` its stack in the pushed files.
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

/** An error that the calling script sees, as Google's services throw it. */
export class ServiceFault extends Error {
  override readonly name = 'ServiceFault';
}
