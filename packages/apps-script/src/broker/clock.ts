/**
 * The host's clock: Date in the script, cache expiry, Utilities.sleep, waits for locks, budgets, triggers and daily
 * quotas go by it. Requests take real time, and a script that only computes is killed after 6 minutes of real time, so
 * that a busy machine kills nobody who has time left.
 */
export interface HostClock {
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
export const systemClock: HostClock = {
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

export interface SteppedClock extends HostClock {
  working(count: number): void;
  moveTo(epochMilliseconds: number): void;
}

interface SleepingExecution {
  due: number;
  wake: () => void;
}

/**
 * A clock that stands still while any execution is at work, and steps to the next sleeper's end when all of them sleep:
 * minutes of pacing pass at once, in the order they would have.
 */
export function steppedClock(start: number): SteppedClock {
  let time = start;
  let atWork = 0;
  let sleepers: SleepingExecution[] = [];
  const wakeDue = (): void => {
    const due = sleepers.filter((sleeper) => sleeper.due <= time);
    sleepers = sleepers.filter((sleeper) => sleeper.due > time);
    for (const { wake } of due) wake();
  };
  const step = (): void => {
    if (atWork > 0 || sleepers.length === 0) return;
    time = Math.max(time, Math.min(...sleepers.map(({ due }) => due)));
    wakeDue();
  };
  return {
    now: () => time,
    sleep(milliseconds, ended) {
      return new Promise((resolve) => {
        const sleeper: SleepingExecution = {
          due: time + milliseconds,
          wake: () => {
            ended.removeEventListener('abort', wakeEarly);
            resolve();
          },
        };
        const wakeEarly = (): void => {
          sleepers = sleepers.filter((other) => other !== sleeper);
          resolve();
        };
        if (ended.aborted) resolve();
        else {
          ended.addEventListener('abort', wakeEarly, { once: true });
          sleepers.push(sleeper);
          setImmediate(step);
        }
      });
    },
    working(count) {
      atWork = count;
      // Not at once: what wakes one execution may set the next to work in the same turn.
      if (count === 0) setImmediate(step);
    },
    moveTo(epochMilliseconds) {
      time = Math.max(time, epochMilliseconds);
      wakeDue();
    },
  };
}
