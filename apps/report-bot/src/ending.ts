/** The end of the process, in two steps. */
export interface Ending {
  /** Aborted by SIGTERM or SIGINT: nothing new is begun, and what is under way is finished. */
  readonly ended: AbortSignal;
  /** Aborted seconds later: what is still under way is cut off. */
  readonly late: AbortSignal;
}
