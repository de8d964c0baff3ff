import type { Message } from './message.ts';

/** The messages that have arrived, and those who wait for more. */
export class Mailbox {
  readonly #messages: Message[] = [];
  readonly #faults: string[] = [];
  readonly #waiting = new Set<() => void>();
  #arrived = 0;
  #open = true;

  /** The number of the next message. */
  next(): number {
    return ++this.#arrived;
  }

  keep(message: Message): void {
    this.#messages.push(message);
    this.#messages.sort((one, other) => one.number - other.number);
    this.#wake();
  }

  /** A connection that ended with an error: its message was not taken, and its sender knows. */
  noteFault(error: Error): void {
    this.#faults.push(error.message);
  }

  faults(): readonly string[] {
    return [...this.#faults];
  }

  all(): readonly Message[] {
    return [...this.#messages];
  }

  /** Resolves with all messages once there are `count`. Rejects when the inbox is closed before. */
  async waitFor(count: number): Promise<readonly Message[]> {
    while (this.#messages.length < count) {
      if (!this.#open)
        throw new Error(`The inbox was closed with ${this.#messages.length} of ${count} messages.`);
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
    return this.all();
  }

  close(): void {
    this.#open = false;
    this.#wake();
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}
