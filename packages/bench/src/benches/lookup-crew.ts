import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Target } from '../contenders/contender.ts';
import type { Question } from '../contenders/question.ts';

/** What each process of a crew is told; plain data. */
export interface CrewOrder {
  /** A library's name. */
  readonly library: string;
  readonly tuned: boolean;
  readonly target: Pick<Target, 'baseUrl' | 'key' | 'form' | 'retries'>;
  /** Where ours keep cache and lock. */
  readonly folder: string;
  readonly question: Question;
  readonly lookups: number;
}

/** What a process of a crew says: that it has loaded its client, then how many lookups gave a value. */
export type CrewReport = { readonly ready: true } | { readonly found: number };

async function said(child: ChildProcess): Promise<CrewReport> {
  const gone = once(child, 'exit').then(([code]) => {
    throw new Error(`A process of the bench ended with ${code} before it reported.`);
  });
  const [report] = await Promise.race([once(child, 'message'), gone]);
  return report as CrewReport;
}

/** Processes that load the same client and then ask at the same time. */
export async function startCrew(
  processes: number,
  order: CrewOrder,
): Promise<{ run(): Promise<void>; stop(): Promise<void> }> {
  const member = new URL('./crew-member.ts', import.meta.url);
  const children = Array.from({ length: processes }, () =>
    fork(member, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
  );
  await Promise.all(
    children.map((child) => {
      child.send(order);
      return said(child);
    }),
  );
  return {
    async run() {
      const reports = await Promise.all(
        children.map((child) => {
          const report = said(child);
          child.send('go');
          return report;
        }),
      );
      const found = reports.reduce((sum, report) => sum + ('found' in report ? report.found : 0), 0);
      if (found !== processes * order.lookups)
        throw new Error(`${order.library}: ${found} of ${processes * order.lookups} lookups gave a value.`);
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
