import { Worker } from 'node:worker_threads';
import { UserError } from '../system/errors.ts';
import { builtFileUrl } from '../system/files.ts';
import { createQueue } from '../system/queue.ts';
import type { WorkerJob, WorkerReport, WorkerTasks } from './worker.ts';

/** The slowest bodies within core's limits take a few seconds. */
const deadlineMs = 20_000;

/** Limits the memory of the worker, not of this process. */
const memoryMb = 512;

/** A task that was stopped before its end. */
export class WorkerError extends UserError {
  override readonly name: string = 'WorkerError';
  /** As a clause. */
  readonly reason: string;

  constructor(reason: string) {
    super(`The input cannot be read: ${reason}. Report it to the service, or give a smaller input.`);
    this.reason = reason;
  }
}

const { url: moduleUrl } = import.meta;
const workerUrl = moduleUrl.endsWith('.ts') ? new URL('./worker.ts', moduleUrl) : builtFileUrl('worker.mjs');

/** Runs tasks one after another in a worker, so that this thread can handle signals. */
interface WorkerThread {
  /**
   * Rejects with a {@link WorkerError} after too much time or memory, and with a {@link UserError} if
   * `ended` aborts. The worker ends then; the next task starts another.
   */
  run<N extends keyof WorkerTasks>(
    name: N,
    args: Parameters<WorkerTasks[N]>,
    ended?: AbortSignal,
  ): Promise<ReturnType<WorkerTasks[N]>>;
}

/** A worker that starts with the first task and does not keep the process alive. */
export function createWorkerThread(limitMs = deadlineMs): WorkerThread {
  let worker: Worker | null = null;
  const inOrder = createQueue();

  function start(): Worker {
    const started = new Worker(workerUrl, { env: {}, resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
    started.once('exit', () => {
      if (worker === started) worker = null;
    });
    return started;
  }

  function one(job: WorkerJob, ended: AbortSignal | undefined): Promise<unknown> {
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
        // The task has failed already.
        thread.on('error', () => undefined);
        thread.terminate().then(() => fail(reason), fail);
      };
      const stop = (): void => end(new UserError('Stopped while reading an answer. Run the command again.'));
      const send = (): void => {
        timer = setTimeout(
          () => end(new WorkerError(`it takes more than ${limitMs / 1000} s to read`)),
          limitMs,
        );
        thread.postMessage(job);
      };
      thread.on('message', (report: WorkerReport) => {
        if (report.is === 'ready') return send();
        settle();
        if (report.is === 'done') done(report.value);
        else fail(new WorkerError(`reading it failed (${report.message})`));
      });
      thread.on('error', (error: NodeJS.ErrnoException) =>
        end(
          error.code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? new WorkerError(`it takes more than ${memoryMb} MB of memory to read`)
            : error,
        ),
      );
      if (ended?.aborted) return stop();
      ended?.addEventListener('abort', stop, { once: true });
      if (used !== null) send();
    });
  }

  return {
    run: (name, args, ended) =>
      inOrder(() => one({ name, args }, ended)) as Promise<ReturnType<WorkerTasks[typeof name]>>,
  };
}

/** The worker of this process. */
export const workerThread: WorkerThread = createWorkerThread();
