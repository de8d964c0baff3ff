import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { nextSeed } from '../instruments/enterprise-sandbox.ts';
import { median } from '../instruments/measure.ts';
import type { Bench } from './bench.ts';

/** Milliseconds from `node …/main.ts` to the line with the base URL. */
export async function measureCommandStart(): Promise<number> {
  const home = findPackageJSON('@answershare/sandbox', import.meta.url);
  if (home === undefined) throw new Error('The sandbox is not installed: run `npm test` once.');
  const started = performance.now();
  const child = spawn(process.execPath, [join(dirname(home), 'src/main.ts'), '--form', '1', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const early = ended.then(([code]) => {
    throw new Error(`The sandbox ended with ${code} before it was ready.`);
  });
  await Promise.race([once(child.stdout, 'data'), early]);
  const took = performance.now() - started;
  child.kill();
  await ended;
  return took;
}

/** Milliseconds to start a sandbox in this process. */
async function measureLibraryStart(): Promise<number> {
  const started = performance.now();
  const sandbox = await startSandbox({ form: 1, seed: nextSeed() });
  const took = performance.now() - started;
  await sandbox.close();
  return took;
}

/** Responses per second of each batch. Resets the usage between batches. */
export async function measureThroughput(
  sandbox: RunningSandbox,
  options: ThroughputRun,
): Promise<readonly number[]> {
  const { batches, size, atOnce } = options;
  const website = sandbox.websites[0]?.id ?? '';
  const url = `${sandbox.baseUrl}/api/v1/authority?websiteId=${encodeURIComponent(website)}`;
  const headers = { authorization: `Bearer ${sandbox.keys.enterprise}` };
  const rates: number[] = [];
  for (let batch = 0; batch < batches; batch++) {
    await sandbox.admin.setUsage('enterprise', { minute: 0, day: 0 });
    let left = size;
    const lane = async (): Promise<void> => {
      while (left-- > 0) {
        const response = await fetch(url, { headers });
        if (response.status !== 200) throw new Error(`The sandbox answered ${response.status}.`);
        await response.arrayBuffer();
      }
    };
    const started = performance.now();
    await Promise.all(Array.from({ length: atOnce }, lane));
    rates.push((size * 1000) / (performance.now() - started));
  }
  return rates;
}

export interface ThroughputRun {
  readonly batches: number;
  readonly size: number;
  readonly atOnce: number;
}

async function medianOfRuns(times: number, measure: () => Promise<number>): Promise<number> {
  const figures: number[] = [];
  for (let at = 0; at < times; at++) figures.push(await measure());
  return Math.round(median(figures));
}

export const sandboxSpeed: Bench = {
  id: 'B11',
  title: 'The sandbox: start and throughput',
  target: 'the command is ready within 500 ms',
  async run() {
    const command = await medianOfRuns(5, measureCommandStart);
    const library = await medianOfRuns(9, measureLibraryStart);
    const sandbox = await startSandbox({ form: 1, seed: nextSeed() });
    const lanes = [];
    try {
      for (const atOnce of [1, 10]) {
        const rates = await measureThroughput(sandbox, { batches: 5, size: 500, atOnce });
        const figures = { ms: null, 'answers a second': Math.round(median(rates)) };
        lanes.push({ who: 'sandbox', setting: `${atOnce} at once`, figures });
      }
    } finally {
      await sandbox.close();
    }
    const startOf = (setting: string, ms: number) => ({
      who: 'sandbox',
      setting,
      figures: { ms, 'answers a second': null },
    });
    return {
      rows: [startOf('start of the command', command), startOf('start in a process', library), ...lanes],
      ours: `${command} ms`,
      met: command <= 500,
      remarks: [
        'Real HTTP over loopback; the client shares the process and the processor. Medians of 5 to 9.',
      ],
    };
  },
};
