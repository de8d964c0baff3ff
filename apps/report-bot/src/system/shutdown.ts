/** The two steps in which the process stops. */
export interface Shutdown {
  /** Aborted by SIGTERM or SIGINT: start nothing new, finish the work in progress. */
  readonly ended: AbortSignal;
  /** Aborted seconds later: cut off the work in progress. */
  readonly late: AbortSignal;
}
