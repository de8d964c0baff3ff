/** Lets `width` tasks run at once; the others wait in order of arrival. */
export class Turnstile {
  readonly #width: number;
  readonly #waiting: (() => void)[] = [];
  #inside = 0;

  constructor(width: number) {
    this.#width = width;
  }

  async pass<T>(task: () => Promise<T>): Promise<T> {
    if (this.#inside < this.#width) this.#inside++;
    else await new Promise<void>((enter) => this.#waiting.push(enter));
    try {
      return await task();
    } finally {
      // The place goes straight to the next in line, so that a newcomer cannot take it in between.
      const next = this.#waiting.shift();
      if (next === undefined) this.#inside--;
      else next();
    }
  }
}
