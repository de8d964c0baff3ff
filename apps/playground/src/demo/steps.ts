import type { WriteStream } from 'node:tty';

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

/** Prints one line per step; on a terminal it rewrites the line of a running step. */
export interface ProgressLog {
  /** Runs a step and prints its result. Rejects with a {@link StepFailure} that names the step. */
  step<T>(
    name: string,
    work: (detail: (text: string) => void) => Promise<T>,
    done?: (result: T) => string,
  ): Promise<T>;
}

class StepFailure extends Error {
  override readonly name = 'StepFailure';
}

/** After `stop` is aborted, a failing step prints "stopped". */
export function createProgressLog(
  stream: WriteStream | NodeJS.WritableStream,
  stop: AbortSignal,
): ProgressLog {
  const live = 'isTTY' in stream && stream.isTTY === true;
  const again = live ? '\r\u001b[2K' : '';
  return {
    async step(name, work, done = () => '') {
      const started = performance.now();
      const show = (text: string): void => void stream.write(text);
      if (live) show(`… ${name}`);
      try {
        const result = await work((text) => {
          if (live) show(`${again}… ${name}: ${text}`);
        });
        const summary = done(result);
        const seconds = ((performance.now() - started) / 1000).toFixed(1);
        show(`${again}✓ ${name}${summary === '' ? '' : `: ${summary}`} (${seconds} s)\n`);
        return result;
      } catch (error) {
        show(`${again}${stop.aborted ? `– ${name}: stopped` : `✗ ${name}`}\n`);
        const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
        throw new StepFailure(`${name}: ${message}`, { cause: error });
      }
    },
  };
}
