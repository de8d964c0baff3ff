import type { ExecutorThread } from './executor-thread.ts';
import type { ExecuteMessage, Outcome } from './protocol.ts';
import { Turnstile } from './turnstile.ts';

/** Starts threads when they are needed, up to `size`, and uses them again; further executions wait in order. */
export class ExecutorPool {
  readonly #idle: ExecutorThread[] = [];
  readonly #all = new Set<ExecutorThread>();
  readonly #turnstile: Turnstile;
  #closed = false;
  readonly #start: () => ExecutorThread;

  constructor(size: number, start: () => ExecutorThread) {
    this.#turnstile = new Turnstile(size);
    this.#start = start;
  }

  run(message: ExecuteMessage): Promise<Outcome> {
    return this.#turnstile.pass(async () => {
      if (this.#closed)
        return { failure: { kind: 'load', message: 'The host was closed before the execution began.' } };
      const thread = this.#take();
      const outcome = await thread.run(message);
      if (thread.alive) this.#idle.push(thread);
      else this.#all.delete(thread);
      return outcome;
    });
  }

  #take(): ExecutorThread {
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
      if (idle.alive) return idle;
      this.#all.delete(idle);
    }
    const started = this.#start();
    this.#all.add(started);
    return started;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#all].map((thread) => thread.close()));
  }
}
