import { ScriptError, type ScriptHost, startAppsScript, steppedClock } from '@answershare/apps-script';
import { type Form, startSandbox } from '@answershare/sandbox';
import { dist } from '../support/local-addon.ts';

export interface Crowd {
  readonly form: Form;
  /** Cells in all; 80 different ones. */
  readonly cells: number;
  /** How the cells that ask the same lie: one beside the other, or far apart. */
  readonly order: 'adjacent' | 'mixed';
  /** How long the service takes for an answer. */
  readonly latencyMs: number;
  /** The chance that a read of the cache misses what is there. */
  readonly cacheLoss?: number;
  /** Ends the first execution that asks the service after its answer came and before anybody knows it. */
  readonly killLeader?: boolean;
  /** `real`: the machine's clock. `stepped`: sleep takes no time, and the clock stands while anybody is at work. */
  readonly time: 'real' | 'stepped';
}

/** What a crowd of cells cost. Requests but for the one list of websites. */
export interface Bill {
  readonly cells: number;
  readonly distinct: number;
  readonly requests: number;
  /** The notes of cells that failed, but for the one whose execution was ended. */
  readonly failed: readonly string[];
  readonly killed: number;
  readonly slowestMs: number;
  readonly wallMs: number;
}

const functions = ['CITATIONS', 'AUTHORITY', 'SHARE_OF_VOICE', 'ANALYTICS'] as const;
const sites = 20;

/** The cells of a sheet in the order in which they are calculated. */
function cellsIn({ order, cells }: Crowd, ids: readonly string[]): (readonly [string, string])[] {
  const distinct = ids.flatMap((id) => functions.map((name) => [name, id] as const));
  return Array.from({ length: cells }, (_, at) => {
    const which = order === 'mixed' ? at % distinct.length : Math.floor((at * distinct.length) / cells);
    return distinct[which] as readonly [string, string];
  });
}

/** Calculates a sheet with 80 distinct questions in 30 executions at once, cold. */
export async function calculate(crowd: Crowd): Promise<Bill> {
  const { form, latencyMs, cacheLoss = 0, killLeader = false, time } = crowd;
  const sandbox = await startSandbox({ form, seed: 1 });
  let calculating = false;
  let leader: number | null = null;
  let killed = 0;
  const host: ScriptHost = await startAppsScript({
    folder: dist,
    threads: 30,
    cacheLoss,
    // A machine that does other things too may take long to compute what takes no time by the stepped clock.
    ...(time === 'stepped' ? { clock: steppedClock(Date.now()), budgetMs: { customFunction: 600_000 } } : {}),
    onCall({ operation, execution }) {
      if (!killLeader || !calculating || killed > 0) return;
      if (execution === leader && host.kill(execution)) killed += 1;
      if (operation === 'fetch.send') leader ??= execution;
    },
  });
  try {
    host.properties.script.set('ANSWERSHARE_SERVICE_URL', sandbox.baseUrl);
    const key = await sandbox.admin.createKey({ label: 'crowd', plan: 'enterprise', team: 'many' });
    await host.sidebarCall('connect', [key]);
    const listed = (await host.customFunction('WEBSITES', ['headers=no'])) as string[][];
    if (latencyMs > 0) await sandbox.admin.fault({ fault: 'slow', delayMs: latencyMs, times: 'always' });
    await sandbox.admin.resetRequests();
    const cells = cellsIn(
      crowd,
      listed.slice(0, sites).map(([id]) => id ?? ''),
    );
    const failed: string[] = [];
    let slowestMs = 0;
    calculating = true;
    const started = performance.now();
    await Promise.all(
      cells.map(async ([name, id]) => {
        const begun = performance.now();
        try {
          await host.customFunction(name, [id]);
        } catch (error) {
          if (!(error instanceof ScriptError && error.kind === 'killed'))
            failed.push(`${name}: ${(error as Error).message}`);
        }
        slowestMs = Math.max(slowestMs, performance.now() - begun);
      }),
    );
    const wallMs = performance.now() - started;
    const { total } = await sandbox.admin.requests();
    return {
      cells: cells.length,
      distinct: new Set(cells.map((cell) => cell.join())).size,
      requests: total,
      failed,
      killed,
      slowestMs,
      wallMs,
    };
  } finally {
    await host.close();
    await sandbox.close();
  }
}
