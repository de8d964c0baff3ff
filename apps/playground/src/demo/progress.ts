import type { WriteStream } from 'node:tty';

/** Says on one line each what the demo is doing; on a terminal the line of a running step is written anew. */
export interface Progress {
  /** Runs a step and says how it ended. A failure keeps the step's name: see {@link StepFailure}. */
  step<T>(
    name: string,
    work: (detail: (text: string) => void) => Promise<T>,
    done?: (result: T) => string,
  ): Promise<T>;
}

/** What failed, and what to do about it. */
export class StepFailure extends Error {
  override readonly name = 'StepFailure';
}

/** Once `stop` is aborted a step that fails is told as stopped. */
export function progressOn(stream: WriteStream | NodeJS.WritableStream, stop: AbortSignal): Progress {
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
        const said = done(result);
        const seconds = ((performance.now() - started) / 1000).toFixed(1);
        show(`${again}✓ ${name}${said === '' ? '' : `: ${said}`} (${seconds} s)\n`);
        return result;
      } catch (error) {
        show(`${again}${stop.aborted ? `– ${name}: stopped` : `✗ ${name}`}\n`);
        const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
        throw new StepFailure(`${name}: ${message}`, { cause: error });
      }
    },
  };
}
