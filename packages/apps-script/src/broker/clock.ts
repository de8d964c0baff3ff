/**
 * The clock for Date in the script, cache expiry, Utilities.sleep, lock waits, budgets, triggers and daily quotas.
 * Requests take real time. A script that only computes is killed after 6 minutes of real time, so that load on the
 * machine kills no other.
 */
export interface HostClock {
  /** Epoch milliseconds. */
  now(): number;
  /** Resolves after `milliseconds` by this clock, or when `ended` is aborted. */
  sleep(milliseconds: number, ended: AbortSignal): Promise<void>;
  /** Called with the number of executions that neither sleep nor wait for a lock, when it changes. */
  working?(count: number): void;
  /** Moves to this moment; host.advance needs it. */
  moveTo?(epochMilliseconds: number): void;
}

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
 * A clock that stops while an execution is active. When all of them sleep, it jumps to the next wake-up time. Minutes
 * pass at once, in the right order.
 */
export function steppedClock(start: number): SteppedClock {
  let time = start;
  let active = 0;
  let sleepers: SleepingExecution[] = [];
  const wakeDue = (): void => {
    const due = sleepers.filter((sleeper) => sleeper.due <= time);
    sleepers = sleepers.filter((sleeper) => sleeper.due > time);
    for (const { wake } of due) wake();
  };
  const step = (): void => {
    if (active > 0 || sleepers.length === 0) return;
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
      active = count;
      // Deferred: one wake-up can activate further executions in the same turn.
      if (count === 0) setImmediate(step);
    },
    moveTo(epochMilliseconds) {
      time = Math.max(time, epochMilliseconds);
      wakeDue();
    },
  };
}
