interface Closable {
  close(): Promise<void>;
}

/** What was started, closed in reverse order; once, whoever asks. */
export class Closing {
  readonly #open: Closable[] = [];
  #closed: Promise<void> | null = null;

  /** Remembers it. After `close` it is closed at once. */
  add<T extends Closable>(started: T): T {
    this.#open.push(started);
    if (this.#closed !== null) this.#closed = this.#closed.then(() => this.#closeAll());
    return started;
  }

  close(): Promise<void> {
    this.#closed ??= this.#closeAll();
    return this.#closed;
  }

  async #closeAll(): Promise<void> {
    const faults: unknown[] = [];
    for (let one = this.#open.pop(); one !== undefined; one = this.#open.pop())
      await one.close().catch((fault: unknown) => faults.push(fault));
    if (faults.length > 0)
      throw new AggregateError(faults, 'Not everything that was started could be closed.');
  }
}
