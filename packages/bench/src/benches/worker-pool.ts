import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { ClientTarget, LookupQuestion } from '../contenders/contender.ts';

/** The task of one process, as plain data. */
export interface WorkerTask {
  /** The library's name. */
  readonly library: string;
  readonly tuned: boolean;
  readonly target: Pick<ClientTarget, 'baseUrl' | 'key' | 'form' | 'retries'>;
  /** Cache and lock of our client. */
  readonly folder: string;
  readonly question: LookupQuestion;
  readonly lookups: number;
}

/** A report of a process: its client is loaded; later, how many lookups gave a value. */
export type WorkerMessage = { readonly ready: true } | { readonly found: number };

async function nextMessage(child: ChildProcess): Promise<WorkerMessage> {
  const gone = once(child, 'exit').then(([code]) => {
    throw new Error(`A process of the bench ended with ${code} before it reported.`);
  });
  const [report] = await Promise.race([once(child, 'message'), gone]);
  return report as WorkerMessage;
}

/** Starts processes that load the same client, then look up at the same time. */
export async function startWorkers(
  processes: number,
  task: WorkerTask,
): Promise<{ run(): Promise<void>; stop(): Promise<void> }> {
  const program = new URL('./worker.ts', import.meta.url);
  const children = Array.from({ length: processes }, () =>
    fork(program, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
  );
  await Promise.all(
    children.map((child) => {
      child.send(task);
      return nextMessage(child);
    }),
  );
  return {
    async run() {
      const reports = await Promise.all(
        children.map((child) => {
          const report = nextMessage(child);
          child.send('go');
          return report;
        }),
      );
      const found = reports.reduce((sum, report) => sum + ('found' in report ? report.found : 0), 0);
      if (found !== processes * task.lookups)
        throw new Error(`${task.library}: ${found} of ${processes * task.lookups} lookups gave a value.`);
    },
    async stop() {
      for (const child of children) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        const ended = once(child, 'exit');
        child.kill();
        await ended;
      }
    },
  };
}
