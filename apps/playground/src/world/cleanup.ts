interface Closeable {
  close(): Promise<void>;
}

/** Closes resources in reverse order, once, and waits for running work. */
export class CleanupStack {
  readonly #open: Closeable[] = [];
  readonly #work: Promise<unknown>[] = [];
  #closed: Promise<void> | null = null;

  /** Registers a resource. After `close` it closes the resource at once and rejects. */
  async add<T extends Closeable>(started: T): Promise<T> {
    if (this.#closed !== null) {
      await started.close();
      throw new Error('The demo is ending.');
    }
    this.#open.push(started);
    return started;
  }

  /** Registers work that `close` waits for. */
  track<T>(work: Promise<T>): Promise<T> {
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
