/**
 * The host's clock: Date in the script, cache expiry, Utilities.sleep, waits for locks, budgets, triggers and daily
 * quotas go by it. Requests take real time, and a script that only computes is killed after 6 minutes of real time, so
 * that a busy machine kills nobody who has time left.
 */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Resolves when this clock has moved on by `milliseconds`, or at once when `ended` is aborted. */
  sleep(milliseconds: number, ended: AbortSignal): Promise<void>;
  /** Called whenever it changes: how many executions are at work, neither asleep nor waiting for a lock. */
  working?(count: number): void;
  /** Moves on to this moment; host.advance needs it. */
  moveTo?(epochMilliseconds: number): void;
}

/** The machine's clock. */
export const realClock: Clock = {
  now: Date.now,
  sleep: (milliseconds, ended) =>
    new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        ended.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      ended.addEventListener('abort', done);
      if (ended.aborted) done();
    }),
};
