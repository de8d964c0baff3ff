import type { StoreName } from '../protocol/host-calls.ts';
import type { HostClock } from './clock.ts';

interface LockWaiter {
  execution: number;
  settle: (acquired: boolean) => void;
}

/** LockService's three locks. An execution holds a lock; its end frees it. */
export class Locks {
  readonly #clock: HostClock;
  readonly #holder: Record<StoreName, number | null> = { document: null, script: null, user: null };
  readonly #queue: Record<StoreName, LockWaiter[]> = { document: [], script: [], user: [] };

  constructor(clock: HostClock) {
    this.#clock = clock;
  }

  /** Whether `acquire` would have to wait. */
  isHeldByOther(execution: number, store: StoreName): boolean {
    return this.#holder[store] !== null && this.#holder[store] !== execution;
  }

  /** True = held; false = `milliseconds` passed or the execution ended. */
  acquire(execution: number, store: StoreName, milliseconds: number): Promise<boolean> {
    if (this.#holder[store] === null) this.#holder[store] = execution;
    if (this.#holder[store] === execution) return Promise.resolve(true);
    return new Promise((resolve) => {
      const over = new AbortController();
      const waiter: LockWaiter = {
        execution,
        settle: (acquired) => {
          over.abort();
          this.#queue[store] = this.#queue[store].filter((other) => other !== waiter);
          resolve(acquired);
        },
      };
      this.#queue[store].push(waiter);
      void this.#clock.sleep(milliseconds, over.signal).then(() => {
        if (!over.signal.aborted) waiter.settle(false);
      });
    });
  }

  release(execution: number, store: StoreName): void {
    if (this.#holder[store] !== execution) return;
    const next = this.#queue[store][0];
    this.#holder[store] = next === undefined ? null : next.execution;
    next?.settle(true);
  }

  isHeldBy(execution: number, store: StoreName): boolean {
    return this.#holder[store] === execution;
  }

  endExecution(execution: number): void {
    for (const store of ['document', 'script', 'user'] as const) {
      for (const waiter of this.#queue[store]) if (waiter.execution === execution) waiter.settle(false);
      this.release(execution, store);
    }
  }
}
