import type { Form } from '@answershare/sandbox';
import { startTimedAddon } from '../support/timed-addon.ts';
import { serviceMs } from './crowd.ts';

export interface Reopening {
  readonly form: Form;
  readonly websites: number;
  /** Cells of each website, at most 25, of 4 questions. */
  readonly cellsEach: number;
  /** Executions at once. */
  readonly threads: number;
  /** How much of the plan others have used when the sheet is reopened. */
  readonly usedUp: 'minute' | 'day' | 'nothing';
  /** Hours until the sheet is reopened. */
  readonly hours: number;
}

/** What a sheet showed when it was filled and when it was reopened. */
export interface ReopeningResult {
  readonly cells: number;
  /** Cells without a figure when the sheet was filled. */
  readonly unfilled: readonly string[];
  /** Notes of cells that fail when the sheet is reopened. */
  readonly failed: readonly string[];
  /** Cells that show another figure than the stored one. */
  readonly changed: number;
  /** Requests of the second opening by HTTP status. */
  readonly requests: Readonly<Record<string, number>>;
  readonly slowestMs: number;
}

const hour = 3_600_000;
const minute = 60_000;
/** The smallest plan of each Form that may call the API (specification §1 and §8). */
const plans = {
  1: { plan: 'starter', minute: 60, day: 500 },
  2: { plan: 'growth', minute: 300, day: 1_000 },
} as const;

type Cell = readonly [name: string, ...args: readonly string[]];

const totals = ['visitors', 'pageviews', 'citations'].flatMap((metric) =>
  ['7d', '30d', '90d'].flatMap((window) => ['sum', 'average'].map((how) => [metric, window, how] as const)),
);
const engines = ['ChatGPT', 'Perplexity', 'Gemini', 'Copilot'];

/** All cells of a website, each query first once. */
const listCells = (id: string): readonly Cell[] => [
  ['CITATIONS', id],
  ['AUTHORITY', id],
  ['SHARE_OF_VOICE', id],
  ...totals.map((total): Cell => ['ANALYTICS_TOTAL', id, ...total]),
  ...engines.map((engine): Cell => ['CITATIONS', id, engine]),
];

/** Fills a sheet on the smallest plan, minute by minute, and reopens it hours later. */
export async function reopen({
  form,
  websites,
  cellsEach,
  threads,
  usedUp,
  hours,
}: Reopening): Promise<ReopeningResult> {
  await using addon = await startTimedAddon(form, '2026-11-16T06:00:10Z', 'Etc/UTC', undefined, {
    threads,
    latencyMs: { ...serviceMs, 'fetch.send': 300 },
  });
  const { host, sandbox } = addon;
  await sandbox.admin.freezeClock();
  const limits = plans[form];
  const key = await sandbox.admin.createKey({ plan: limits.plan, team: 'many' });
  await addon.connect(key);
  const listed = (await addon.cell('WEBSITES', 'headers=no')) as string[][];
  const cells = listed.slice(0, websites).flatMap(([id]) => listCells(id ?? '').slice(0, cellsEach));

  async function calculate(which: readonly Cell[]): Promise<readonly unknown[]> {
    return Promise.all(
      which.map(([name, ...args]) => addon.cell(name, ...args).catch((error: Error) => error.message)),
    );
  }

  const kept = new Map<Cell, unknown>();
  for (let left = cells, times = 0; left.length > 0 && times < 20; times += 1) {
    const shown = await calculate(left);
    left.forEach((cell, at) => {
      kept.set(cell, shown[at]);
    });
    left = left.filter((cell) => typeof kept.get(cell) !== 'number');
    await addon.pass(minute);
  }
  await addon.pass(hours * hour);
  await sandbox.admin.setClock(new Date(addon.now()).toISOString());
  if (usedUp !== 'nothing') await sandbox.admin.setUsage(key, { [usedUp]: limits[usedUp] });
  await sandbox.admin.resetRequests();
  const before = host.executions().length;
  const shown = await calculate(cells);
  const spans = host
    .executions()
    .slice(before)
    .map(({ startedAt, endedAt }) => Number(endedAt) - Number(startedAt));
  const { entries } = await sandbox.admin.requests();
  const requests: Record<string, number> = {};
  for (const { status } of entries) requests[status ?? ''] = (requests[status ?? ''] ?? 0) + 1;
  return {
    cells: cells.length,
    unfilled: cells.map((cell) => kept.get(cell)).filter((value) => typeof value !== 'number') as string[],
    failed: shown.filter((value) => typeof value !== 'number') as string[],
    changed: cells.filter((cell, at) => typeof shown[at] === 'number' && shown[at] !== kept.get(cell)).length,
    requests,
    slowestMs: Math.max(...spans),
  };
}
