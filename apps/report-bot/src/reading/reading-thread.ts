import { Worker } from 'node:worker_threads';
import { built } from '../built.ts';
import { Complaint } from '../complaint.ts';
import type { Tasks } from './tasks.ts';
import type { Job, Report } from './worker.ts';

/** The slowest bodies within the limits of core take a few seconds. */
const deadlineMs = 20_000;

/** A body may make a reader take memory as well as time; the process keeps its own. */
const memoryMb = 512;

/** A task that was ended before its end. */
export class UnfinishedReading extends Complaint {
  override readonly name: string = 'UnfinishedReading';
  /** As a clause. */
  readonly reason: string;

  constructor(reason: string) {
    super(`What was given cannot be read: ${reason}. Report it to the service, or give less at once.`);
    this.reason = reason;
  }
}

const { url } = import.meta;
const program = url.endsWith('.ts') ? new URL('./worker.ts', url) : built('reading-worker.mjs');

/** Runs tasks one after another in a thread of their own, so that this one hears signals meanwhile. */
export interface ReadingThread {
  /**
   * Rejects with an {@link UnfinishedReading} where the task takes too long or too much memory, and with a
   * {@link Complaint} where `ended` is aborted first. The thread ends then, and the next task gets another.
   */
  run<N extends keyof Tasks>(
    name: N,
    args: Parameters<Tasks[N]>,
    ended?: AbortSignal,
  ): Promise<ReturnType<Tasks[N]>>;
}

/** A thread that starts with the first task and does not keep the process alive. */
export function readingThread(limitMs = deadlineMs): ReadingThread {
  let worker: Worker | null = null;
  let last: Promise<unknown> = Promise.resolve();

  function start(): Worker {
    const started = new Worker(program, {
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    started.once('exit', () => {
      if (worker === started) worker = null;
    });
    return started;
  }

  function one(job: Job, ended: AbortSignal | undefined): Promise<unknown> {
    const used = worker;
    const thread = used ?? start();
    worker = thread;
    thread.ref();
    return new Promise<unknown>((done, fail) => {
      let timer: NodeJS.Timeout | undefined;
      const settle = (): void => {
        clearTimeout(timer);
        ended?.removeEventListener('abort', stop);
        thread.removeAllListeners('message').removeAllListeners('error');
        thread.unref();
      };
      const end = (reason: Error): void => {
        settle();
        worker = null;
        // Errors of a thread that ends are of no interest: its task has failed already.
        thread.on('error', () => undefined);
        thread.terminate().then(() => fail(reason), fail);
      };
      const stop = (): void => end(new Complaint('Stopped while reading an answer. Run the command again.'));
      const send = (): void => {
        timer = setTimeout(
          () => end(new UnfinishedReading(`it takes more than ${limitMs / 1000} s to read`)),
          limitMs,
        );
        thread.postMessage(job);
      };
      thread.on('message', (report: Report) => {
        if (report.is === 'ready') return send();
        settle();
        if (report.is === 'done') done(report.value);
        else fail(new UnfinishedReading(`reading it failed (${report.message})`));
      });
      thread.on('error', (error: NodeJS.ErrnoException) =>
        end(
          error.code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? new UnfinishedReading(`it takes more than ${memoryMb} MB of memory to read`)
            : error,
        ),
      );
      if (ended?.aborted) return stop();
      ended?.addEventListener('abort', stop, { once: true });
      if (used !== null) send();
    });
  }

  return {
    run: (name, args, ended) => {
      const result = last.then(() => one({ name, args }, ended));
      last = result.catch(() => undefined);
      return result as Promise<ReturnType<Tasks[typeof name]>>;
    },
  };
}

/** The thread of this process. */
export const theReadingThread: ReadingThread = readingThread();
