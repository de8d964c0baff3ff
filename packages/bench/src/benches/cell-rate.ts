import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { steppedClock } from '@answershare/apps-script';
import { median } from '../instruments/measure.ts';
import { copyProject, type ScriptProject, scriptProjects } from '../instruments/script-projects.ts';
import { openSheet } from '../instruments/script-sheet.ts';
import type { Bench } from './bench.ts';

/**
 * Milliseconds of Google's services by public measurements (ziritione.org; justin.poehnelt.com;
 * qiita.com/mitonattou919), and 300 ms for the service's answer.
 */
const latencyMs = {
  'cache.get': 4,
  'cache.put': 60,
  'lock.acquire': 15,
  'properties.read': 30,
  'properties.write': 62,
  'fetch.send': 300,
};

/** Executions at once that Google lets a user have (Google: quotas for Google services). */
const threads = 30;

interface Rates {
  /** Requests of the first calculation. */
  readonly requests: number;
  /** Cells per second. */
  readonly cold: number;
  readonly warm: number;
}

/** Cells per second of a sheet that is calculated twice, on a clock that only the services' durations move. */
async function computeRates(project: ScriptProject): Promise<Rates> {
  const clock = steppedClock(Date.now());
  const sheet = await openSheet(project, { clock, threads, latencyMs });
  try {
    const measure = async (): Promise<number> => {
      const started = clock.now();
      await sheet.calculate();
      return Math.round((sheet.cells * 1_000) / (clock.now() - started));
    };
    await sheet.sandbox.admin.resetRequests();
    const cold = await measure();
    const { total } = await sheet.sandbox.admin.requests();
    return { requests: total, cold, warm: await measure() };
  } finally {
    await sheet.close();
  }
}

const repeats = 60;

/** Milliseconds of a warm cell, and of an execution of the same project that only loads its files. */
async function measureCell(
  project: ScriptProject,
): Promise<{ readonly cell: number; readonly load: number }> {
  const copy = copyProject(project, (folder) => appendFile(join(folder, 'Empty.js'), 'function EMPTY() {}'));
  const sheet = await openSheet(copy, { threads: 1 });
  const id = sheet.sandbox.websites[0]?.id ?? '';
  const time = async (name: string): Promise<number> => {
    const started = performance.now();
    await sheet.host.customFunction(name, [id]);
    return performance.now() - started;
  };
  try {
    await sheet.calculate();
    const cells: number[] = [];
    const loads: number[] = [];
    for (let at = 0; at < repeats; at++) {
      cells.push(await time('CITATIONS'));
      loads.push(await time('EMPTY'));
    }
    return { cell: median(cells), load: median(loads) };
  } finally {
    await sheet.close();
  }
}

export const cellRate: Bench = {
  id: 'B15',
  name: 'cell-rate',
  title: 'Cells per second of a sheet of 40 cells about 8 websites, cold and warm, and what loading costs',
  target: 'warm at least 0.9 × a cached fetch, loading at most a quarter of a warm cell',
  async run() {
    const measured = [];
    for (const project of scriptProjects)
      measured.push({ project, ...(await computeRates(project)), ...(await measureCell(project)) });
    const [own, cached] = measured;
    if (own === undefined || cached === undefined) throw new Error('Nothing was measured.');
    const base = Math.min(...measured.map(({ load }) => load));
    const toShare = ({ cell, load }: typeof own): number => Math.round((100 * (load - base)) / cell);
    return {
      rows: measured.map((one) => ({
        who: one.project.who,
        setting: one.project.setting,
        figures: {
          'requests cold': one.requests,
          'cells/s cold': one.cold,
          'cells/s warm': one.warm,
          'warm cell, × cached fetch': Math.round((100 * one.cell) / cached.cell) / 100,
          'loading, % of a warm cell': toShare(one),
        },
      })),
      ours: `cold ${own.cold}, warm ${own.warm} cells/s; loading ${toShare(own)} % of a warm cell`,
      met: own.warm >= 0.9 * cached.warm && toShare(own) <= 25,
      remarks: [
        `Cells per second count the durations of Google's services only, ${threads} executions at once: ${Object.entries(
          latencyMs,
        )
          .map(([name, ms]) => `${name} ${ms} ms`)
          .join(', ')}.`,
        'Cold, ours takes turns under the lock: one request per question, stored for the next days. The others send what their cells miss at the same time, which a plan of 60 requests a minute refuses for a larger sheet.',
        'The other columns measure processor time here, one execution at a time. Loading is what the project takes to compile and start beyond the smallest project.',
      ],
    };
  },
};
