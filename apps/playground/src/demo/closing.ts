interface Closable {
  close(): Promise<void>;
}

/** What was started and what is under way, ended in reverse order; once, whoever asks. */
export class Closing {
  readonly #open: Closable[] = [];
  readonly #work: Promise<unknown>[] = [];
  #closed: Promise<void> | null = null;

  /** Remembers what was started. After `close` it is closed at once, and this rejects. */
  async add<T extends Closable>(started: T): Promise<T> {
    if (this.#closed !== null) {
      await started.close();
      throw new Error('The demo is ending.');
    }
    this.#open.push(started);
    return started;
  }

  /** Work whose end `close` waits for. */
  during<T>(work: Promise<T>): Promise<T> {
    this.#work.push(work);
    return work;
  }

  close(): Promise<void> {
    this.#closed ??= this.#closeAll();
    return this.#closed;
  }

  async #closeAll(): Promise<void> {
    const faults: unknown[] = [];
    for (let one = this.#open.pop(); one !== undefined; one = this.#open.pop())
      await one.close().catch((fault: unknown) => faults.push(fault));
    await Promise.allSettled(this.#work);
    if (faults.length > 0)
      throw new AggregateError(faults, 'Not everything that was started could be closed.');
  }
}
