import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '@answershare/sandbox';
import type { Contender } from '../contenders/contender.ts';
import { settled, tally } from '../measuring/settled.ts';
import { freshSeed } from '../services/fresh-seed.ts';
import { type Bench, isOurs, labelOf } from './bench.ts';
import { startCrew } from './lookup-crew.ts';

const form = 1;

/** Answers take this long, so that all lookups are under way at the same time. */
const delayMs = 400;

async function slowSandbox() {
  const sandbox = await startSandbox({ form, seed: freshSeed() });
  await sandbox.admin.fault({ fault: 'slow', delayMs, times: 'always' });
  const sent = async (): Promise<number> => (await sandbox.admin.requests()).byKey.live ?? 0;
  return {
    sandbox,
    sent,
    target: { baseUrl: sandbox.baseUrl, key: sandbox.keys.live, form, retries: 2 } as const,
  };
}

/** Requests that so many lookups of the same thing cost in one process. */
export async function countInOneProcess({ library, tuned }: Contender, lookups: number): Promise<number> {
  const { sandbox, sent, target } = await slowSandbox();
  const client = await library.open(target, tuned);
  try {
    const website = sandbox.websites[0]?.id ?? '';
    const outcomes = await Promise.all(
      Array.from({ length: lookups }, () =>
        settled((signal) => client.lookup({ endpoint: 'authority', website }, signal), 20_000),
      ),
    );
    if (tally(outcomes).value !== lookups) throw new Error(`${library.name}: a lookup found nothing.`);
    return await sent();
  } finally {
    await client.close();
    await sandbox.close();
  }
}

/** Requests that the same lookups cost where processes share them; ours share a folder as cache and lock. */
export async function countInProcesses(
  { library, tuned }: Contender,
  options: { readonly processes: number; readonly lookups: number },
): Promise<number> {
  const { sandbox, sent, target } = await slowSandbox();
  const folder = await mkdtemp(join(tmpdir(), 'answershare-bench-'));
  const crew = await startCrew(options.processes, {
    library: library.name,
    tuned,
    target,
    folder,
    question: { endpoint: 'authority', website: sandbox.websites[0]?.id ?? '' },
    lookups: options.lookups / options.processes,
  });
  try {
    await crew.run();
    return await sent();
  } finally {
    await crew.stop();
    await sandbox.close();
    await rm(folder, { recursive: true });
  }
}

export const identicalLookups: Bench = {
  id: 'B3',
  title: '20 identical lookups at once: requests',
  target: '1, also across 2 processes',
  async run(contenders) {
    const rows = [];
    let own = { alone: 0, shared: 0 };
    for (const contender of contenders) {
      const alone = await countInOneProcess(contender, 20);
      const shared = await countInProcesses(contender, { processes: 2, lookups: 20 });
      if (isOurs(contender)) own = { alone, shared };
      rows.push({ ...labelOf(contender), figures: { '1 process': alone, '2 processes': shared } });
    }
    return {
      rows,
      ours: `${own.alone}; ${own.shared} across 2 processes`,
      met: own.alone === 1 && own.shared === 1,
      remarks: [
        `Counted by the sandbox, which takes ${delayMs} ms to answer. Across processes ours share a folder: files as cache, one file as lock.`,
      ],
    };
  },
};
