import type { WriteStream } from 'node:tty';

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
