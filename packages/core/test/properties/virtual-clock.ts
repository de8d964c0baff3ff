/** A clock that moves only when nothing else can: to the next sleeper that is due. */
export interface VirtualClock {
  /** Milliseconds since the epoch. */
  now(): number;
  sleep(ms: number): Promise<void>;
  /** Moves by itself, for a synchronous host. */
  pass(ms: number): void;
  /** Lets time pass until every promise is settled. */
  settle<T>(promises: readonly Promise<T>[]): Promise<PromiseSettledResult<T>[]>;
}

interface Sleeper {
  readonly dueAt: number;
  readonly order: number;
  readonly wake: () => void;
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export function virtualClock(start: number): VirtualClock {
  let at = start;
  let order = 0;
  const sleepers: Sleeper[] = [];
  return {
    now: () => at,
    pass: (ms) => {
      at += ms;
    },
    sleep: (ms) =>
      new Promise((wake) => {
        order += 1;
        sleepers.push({ dueAt: at + ms, order, wake });
      }),
    settle: async (promises) => {
      let settled = false;
      const all = Promise.allSettled(promises).finally(() => {
        settled = true;
      });
      for (await turn(); !settled; await turn()) {
        sleepers.sort((a, b) => a.dueAt - b.dueAt || a.order - b.order);
        const next = sleepers.shift();
        if (!next) throw new Error('Nobody sleeps and nothing moves: a promise can never settle.');
        at = Math.max(at, next.dueAt);
        next.wake();
      }
      return all;
    },
  };
}
