import type { ScriptHost } from '@answershare/apps-script';
import { type ScriptProject, scriptProjects } from '../instruments/script-projects.ts';
import { openSheet } from '../instruments/script-sheet.ts';
import type { Bench } from './bench.ts';

/** The cost of a sheet that is calculated twice. */
export interface SheetCost {
  /** Requests of the first calculation, after connecting has cached the list and one website's answers; then of the second. */
  readonly cold: number;
  readonly warm: number;
  /** Calls of cache, properties, lock and URL fetch for one cell of the second calculation. */
  readonly callsPerCell: number;
}

function countServiceCalls(host: ScriptHost): number {
  const { cacheGets, cachePuts, propertyReads, propertyWrites, locks, fetches } = host.counters();
  return cacheGets + cachePuts + propertyReads + propertyWrites + locks + fetches;
}

/** Calculates a sheet twice, eight executions at once. */
export async function calculateTwice(project: ScriptProject): Promise<SheetCost> {
  const sheet = await openSheet(project);
  const { host, sandbox } = sheet;
  const counted = async (): Promise<number> => {
    const { total } = await sandbox.admin.requests();
    await sandbox.admin.resetRequests();
    return total;
  };
  try {
    await counted();
    const first = await sheet.calculate();
    const cold = await counted();
    host.resetCounters();
    const second = await sheet.calculate();
    if (JSON.stringify(first) !== JSON.stringify(second))
      throw new Error(`${project.who}: the sheet did not show the same numbers twice.`);
    return { cold, warm: await counted(), callsPerCell: countServiceCalls(host) / sheet.cells };
  } finally {
    await sheet.close();
  }
}

export const warmCells: Bench = {
  id: 'B12',
  title: 'A sheet of 40 cells about 8 websites in the local Apps Script, calculated twice',
  target: '7 requests, then none; at most 2 service calls for a warm cell',
  async run() {
    const rows = [];
    let own: SheetCost | null = null;
    for (const project of scriptProjects) {
      const cost = await calculateTwice(project);
      own ??= cost;
      rows.push({
        who: project.who,
        setting: project.setting,
        figures: {
          'requests, cold': cost.cold,
          'requests, warm': cost.warm,
          'service calls per warm cell': cost.callsPerCell,
        },
      });
    }
    if (own === null) throw new Error('Nothing was measured.');
    return {
      rows,
      ours: `${own.cold}, then ${own.warm}; ${own.callsPerCell} calls`,
      met: own.cold === 7 && own.warm === 0 && own.callsPerCell <= 2,
      remarks: [
        'Service calls are those of CacheService, PropertiesService, LockService and UrlFetchApp, counted by the runtime. How long one takes at Google is not measured here.',
        "The others know the Form and a website's id; ours looks a name up in the list of websites, which costs one request more for the whole file.",
      ],
    };
  },
};
