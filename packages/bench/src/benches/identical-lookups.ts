import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '@answershare/sandbox';
import type { Contender } from '../contenders/contender.ts';
import { nextSeed } from '../instruments/enterprise-sandbox.ts';
import { countOutcomes, runWithTimeout } from '../instruments/measure.ts';
import { type Bench, isOurs, toLabel } from './bench.ts';
import { startWorkers } from './worker-pool.ts';

const form = 1;

/** Delay of each response, so that all lookups overlap. */
const delayMs = 400;

async function startSlowSandbox() {
  const sandbox = await startSandbox({ form, seed: nextSeed() });
  await sandbox.admin.fault({ fault: 'slow', delayMs, times: 'always' });
  const sent = async (): Promise<number> => (await sandbox.admin.requests()).byKey.live ?? 0;
  return {
    sandbox,
    sent,
    target: { baseUrl: sandbox.baseUrl, key: sandbox.keys.live, form, retries: 2 } as const,
  };
}

/** Counts the requests of identical lookups in one process. */
export async function countInOneProcess({ library, tuned }: Contender, lookups: number): Promise<number> {
  const { sandbox, sent, target } = await startSlowSandbox();
  const client = await library.open(target, tuned);
  try {
    const website = sandbox.websites[0]?.id ?? '';
    const outcomes = await Promise.all(
      Array.from({ length: lookups }, () =>
        runWithTimeout((signal) => client.lookup({ endpoint: 'authority', website }, signal), 20_000),
      ),
    );
    if (countOutcomes(outcomes).value !== lookups)
      throw new Error(`${library.name}: a lookup found nothing.`);
    return await sent();
  } finally {
    await client.close();
    await sandbox.close();
  }
}

/** Counts the requests of identical lookups across processes. Ours share a folder as cache and lock. */
export async function countInProcesses(
  { library, tuned }: Contender,
  options: { readonly processes: number; readonly lookups: number },
): Promise<number> {
  const { sandbox, sent, target } = await startSlowSandbox();
  const folder = await mkdtemp(join(tmpdir(), 'answershare-bench-'));
  const workers = await startWorkers(options.processes, {
    library: library.name,
    tuned,
    target,
    folder,
    question: { endpoint: 'authority', website: sandbox.websites[0]?.id ?? '' },
    lookups: options.lookups / options.processes,
  });
  try {
    await workers.run();
    return await sent();
  } finally {
    await workers.stop();
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
    let own = { single: 0, shared: 0 };
    for (const contender of contenders) {
      const single = await countInOneProcess(contender, 20);
      const shared = await countInProcesses(contender, { processes: 2, lookups: 20 });
      if (isOurs(contender)) own = { single, shared };
      rows.push({ ...toLabel(contender), figures: { '1 process': single, '2 processes': shared } });
    }
    return {
      rows,
      ours: `${own.single}; ${own.shared} across 2 processes`,
      met: own.single === 1 && own.shared === 1,
      remarks: [
        `Counted by the sandbox, which takes ${delayMs} ms to answer. Across processes ours share a folder: files as cache, one file as lock.`,
      ],
    };
  },
};
