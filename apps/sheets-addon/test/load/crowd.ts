import { ScriptError, type ScriptHost, startAppsScript, steppedClock } from '@answershare/apps-script';
import { type Form, startSandbox } from '@answershare/sandbox';
import { localFolder } from '../../build/build-addon.ts';
import { connectFile } from '../../src/sidebar/inspect.ts';

export interface Crowd {
  readonly form: Form;
  /** Cells in all; four different ones for each website. */
  readonly cells: number;
  /** Default 20. */
  readonly websites?: number;
  /** Executions at once. Default 30, as many as Google lets a user have (Google: quotas for Google services). */
  readonly threads?: number;
  /** Whether cells with the same query are adjacent or far apart. */
  readonly order: 'adjacent' | 'mixed';
  /** Response time of the service. */
  readonly apiMs: number;
  /** The probability that a cache read misses an existing entry. */
  readonly cacheLoss?: number;
  /** Kills the first execution that sends a request, after its answer came and before it is stored. */
  readonly killLeader?: boolean;
  /** Calculates the cells once, uncounted, then clears the cache. */
  readonly cacheLost?: boolean;
  /** Makes the sidebar write into the history, under the document's lock, for this long. */
  readonly lockHeldMs?: number;
}

/** The cost of a crowd of cells. Requests without the one for the list of websites; times by the stepped clock. */
export interface CrowdCost {
  readonly cells: number;
  readonly distinct: number;
  readonly requests: number;
  /** The notes of failed cells, except the killed one's. */
  readonly failed: readonly string[];
  readonly killed: number;
  readonly slowestMs: number;
  readonly wallMs: number;
}

/**
 * Durations of Google's service calls by public measurements (ziritione.org; justin.poehnelt.com;
 * qiita.com/mitonattou919).
 */
export const serviceMs = {
  'cache.get': 4,
  'cache.put': 60,
  'lock.acquire': 15,
  'properties.read': 30,
  'properties.write': 62,
};

const functions = ['CITATIONS', 'AUTHORITY', 'SHARE_OF_VOICE', 'ANALYTICS'] as const;

/** The cells of a sheet in the order in which they are calculated. */
function listCells({ order, cells }: Crowd, ids: readonly string[]): (readonly [string, string])[] {
  const distinct = ids.flatMap((id) => functions.map((name) => [name, id] as const));
  return Array.from({ length: cells }, (_, at) => {
    const which = order === 'mixed' ? at % distinct.length : Math.floor((at * distinct.length) / cells);
    return distinct[which] as readonly [string, string];
  });
}

/** Calculates a sheet with four queries per website in many parallel executions, uncached. */
export async function calculate(crowd: Crowd): Promise<CrowdCost> {
  const {
    form,
    apiMs,
    websites = 20,
    threads = 30,
    cacheLoss = 0,
    killLeader = false,
    cacheLost = false,
    lockHeldMs = 0,
  } = crowd;
  const sandbox = await startSandbox({ form, seed: 1 });
  const clock = steppedClock(Date.now());
  let calculating = false;
  let leader: number | null = null;
  let killed = 0;
  let lockHeld: () => void = () => {};
  const host: ScriptHost = await startAppsScript({
    folder: localFolder,
    threads,
    cacheLoss,
    clock,
    latencyMs: { ...serviceMs, 'fetch.send': apiMs, 'sheet.write': lockHeldMs },
    onCall({ operation, execution }) {
      if (operation === 'sheet.write') lockHeld();
      if (!killLeader || !calculating || killed > 0) return;
      if (execution === leader && host.kill(execution)) killed += 1;
      if (operation === 'fetch.send') leader ??= execution;
    },
  });
  try {
    host.properties.script.set('ANSWERSHARE_SERVICE_URL', sandbox.baseUrl);
    const key = await sandbox.admin.createKey({ label: 'crowd', plan: 'enterprise', team: 'many' });
    await connectFile((name, args) => host.sidebarCall(name, args), key);
    const listed = (await host.customFunction('WEBSITES', ['headers=no'])) as string[][];
    await sandbox.admin.resetRequests();
    const cells = listCells(
      crowd,
      listed.slice(-websites - 1, -1).map(([id]) => id ?? ''),
    );
    const cell = ([name, id]: readonly [string, string]) => host.customFunction(name, [id]);
    if (cacheLost) {
      await Promise.all(cells.map(cell));
      host.cache.clear();
      await sandbox.admin.resetRequests();
    }
    const before = host.executions().length;
    const failed: string[] = [];
    calculating = true;
    const started = clock.now();
    let writing: Promise<unknown> = Promise.resolve();
    if (lockHeldMs > 0) {
      const held = new Promise<void>((resolve) => {
        lockHeld = resolve;
      });
      writing = host.sidebarCall('act', ['track', { cachedOnly: true }]);
      await held;
    }
    await Promise.all(
      cells.map(async (one) => {
        try {
          await cell(one);
        } catch (error) {
          if (!(error instanceof ScriptError && error.kind === 'killed'))
            failed.push(`${one[0]}: ${(error as Error).message}`);
        }
      }),
    );
    await writing;
    const spans = host
      .executions()
      .slice(before)
      .filter(({ kind }) => kind === 'cell')
      .map(({ startedAt, endedAt }) => Number(endedAt) - Number(startedAt));
    const { total } = await sandbox.admin.requests();
    return {
      cells: cells.length,
      distinct: new Set(cells.map((cell) => cell.join())).size,
      requests: total,
      failed,
      killed,
      slowestMs: Math.max(...spans),
      wallMs: clock.now() - started,
    };
  } finally {
    await host.close();
    await sandbox.close();
  }
}
