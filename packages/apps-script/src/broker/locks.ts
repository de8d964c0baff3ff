import type { StoreName } from '../host-calls.ts';

interface Waiter {
  execution: number;
  settle: (acquired: boolean) => void;
}

/** LockService's three unnamed locks. The holder is an execution; its end, however it comes, frees its locks. */
export class Locks {
  readonly #holder: Record<StoreName, number | null> = { document: null, script: null, user: null };
  readonly #queue: Record<StoreName, Waiter[]> = { document: [], script: [], user: [] };

  /** Resolves true when held, false when `milliseconds` passed or the execution ended first. */
  acquire(execution: number, store: StoreName, milliseconds: number): Promise<boolean> {
    if (this.#holder[store] === null) this.#holder[store] = execution;
    if (this.#holder[store] === execution) return Promise.resolve(true);
    return new Promise((resolve) => {
      const waiter: Waiter = {
        execution,
        settle: (acquired) => {
          clearTimeout(timer);
          this.#queue[store] = this.#queue[store].filter((other) => other !== waiter);
          resolve(acquired);
        },
      };
      const timer = setTimeout(() => waiter.settle(false), milliseconds);
      this.#queue[store].push(waiter);
    });
  }

  release(execution: number, store: StoreName): void {
    if (this.#holder[store] !== execution) return;
    const next = this.#queue[store][0];
    this.#holder[store] = next === undefined ? null : next.execution;
    next?.settle(true);
  }

  held(execution: number, store: StoreName): boolean {
    return this.#holder[store] === execution;
  }

  endExecution(execution: number): void {
    for (const store of ['document', 'script', 'user'] as const) {
      for (const waiter of this.#queue[store]) if (waiter.execution === execution) waiter.settle(false);
      this.release(execution, store);
    }
  }
}
