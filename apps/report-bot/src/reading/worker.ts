import { parentPort } from 'node:worker_threads';
import { tasks } from './tasks.ts';

/** One task of {@link tasks} by its name. */
export interface Job {
  readonly name: keyof typeof tasks;
  readonly args: readonly unknown[];
}

/** What a task gave, or why it failed; `ready` once before all of them. */
export type Report =
  | { readonly is: 'ready' }
  | { readonly is: 'done'; readonly value: unknown }
  | { readonly is: 'failed'; readonly message: string };

function done({ name, args }: Job): Report {
  const task = tasks[name] as (...given: readonly unknown[]) => unknown;
  try {
    return { is: 'done', value: task(...args) };
  } catch (thrown) {
    return { is: 'failed', message: String(thrown) };
  }
}

parentPort?.on('message', (job: Job) => parentPort?.postMessage(done(job)));
parentPort?.postMessage({ is: 'ready' } satisfies Report);
