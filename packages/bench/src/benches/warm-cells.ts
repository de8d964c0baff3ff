import { type ScriptHost, startAppsScript } from '@answershare/apps-script';
import { startSandbox } from '@answershare/sandbox';
import { connectFile } from '@answershare/sheets-addon/connect-file';
import { type ScriptProject, scriptProjects } from '../instruments/script-projects.ts';
import type { Bench } from './bench.ts';

/** The cost of a sheet that is calculated twice. */
export interface SheetCost {
  /** Requests of the first calculation, after connecting has cached the list and one website's answers; then of the second. */
  readonly cold: number;
  readonly warm: number;
  /** Calls of cache, properties, lock and URL fetch for one cell of the second calculation. */
  readonly callsPerCell: number;
}

const cellsPerWebsite = 5;

function countServiceCalls(host: ScriptHost): number {
  const { cacheGets, cachePuts, propertyReads, propertyWrites, locks, fetches } = host.counters();
  return cacheGets + cachePuts + propertyReads + propertyWrites + locks + fetches;
}

/** Calculates five cells for each of eight websites twice, eight executions at once. */
export async function calculateTwice(project: ScriptProject): Promise<SheetCost> {
  const sandbox = await startSandbox({ form: 1, seed: 1 });
  const { baseUrl, keys } = sandbox;
  const opened = await project.open({ baseUrl, key: keys.live });
  const host = await startAppsScript({ folder: opened.folder, threads: 8 });
  const counted = async (): Promise<number> => {
    const { total } = await sandbox.admin.requests();
    await sandbox.admin.resetRequests();
    return total;
  };
  try {
    host.properties.script.set('ANSWERSHARE_SERVICE_URL', baseUrl);
    if (opened.connects) {
      await connectFile((name, args) => host.sidebarCall(name, args), keys.live);
      await host.customFunction('WEBSITES', []);
    }
    const ids = sandbox.websites.map(({ id }) => id);
    const cells = Array.from({ length: cellsPerWebsite }, () => ids).flat();
    const calculate = () => Promise.all(cells.map((id) => host.customFunction('CITATIONS', [id])));
    await counted();
    const first = await calculate();
    const cold = await counted();
    host.resetCounters();
    const second = await calculate();
    if (JSON.stringify(first) !== JSON.stringify(second) || first.some((cell) => typeof cell !== 'number')) {
      throw new Error(`${project.who}: the sheet did not show the same numbers twice.`);
    }
    return { cold, warm: await counted(), callsPerCell: countServiceCalls(host) / cells.length };
  } finally {
    await host.close();
    await opened.close();
    await sandbox.close();
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
        "The others are told the Form and a website's id; ours looks a name up in the list of websites, which costs one request more for the whole file.",
      ],
    };
  },
};
