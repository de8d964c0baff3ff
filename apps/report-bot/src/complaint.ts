/** 1: it went wrong; 2: the command line or the settings are wrong; 3: what was given tells nothing that can be used. */
export type ExitCode = 1 | 2 | 3;

/** A failure that a person can act on: the message says what was wrong, where, and what to do next. */
export class Complaint extends Error {
  override readonly name: string = 'Complaint';
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
