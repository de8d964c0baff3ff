import { createContext, runInContext } from 'node:vm';
import { recognise, recogniseLimits } from '@answershare/recogniser';
import { libraries } from '../contenders/libraries.ts';
import { runWithTimeout } from '../instruments/measure.ts';
import type { Bench } from './bench.ts';
import { type BundleEntry, buildBundle, bundleEntries, ourEntry } from './bundle-size.ts';

/** Loads the script without timers, fetch, URL and code generation. Returns the error message, or null. */
export async function findLoadError(entry: BundleEntry): Promise<string | null> {
  const { code } = await buildBundle(entry);
  const context = createContext({}, { codeGeneration: { strings: false, wasm: false } });
  try {
    runInContext(code, context);
    return null;
  } catch (thrown) {
    return String((thrown as Error).message).split('\n')[0] ?? '';
  }
}

/** The score that our synchronous client reads in a bare context. */
export async function readScoreInBareContext(): Promise<unknown> {
  const { code } = await buildBundle(ourEntry);
  const host = {
    send: (requests: readonly unknown[]) =>
      requests.map(() => ({
        ok: true,
        status: 200,
        headers: {},
        text: '{"websiteId":"a","score":72,"maxScore":100}',
      })),
    wait: () => undefined,
    now: () => 0,
    random: () => 0,
    learn: recognise,
    learnLimits: recogniseLimits,
  };
  const context = createContext({ host }, { codeGeneration: { strings: false, wasm: false } });
  runInContext(code, context);
  return runInContext(
    `bundled.syncClient({ baseUrl: 'https://api.example', key: 'rs_live_abcdefghijkl', form: 1 }, host).authority('a').value.score`,
    context,
  );
}

/** Whether a lookup returns its value instead of a promise. */
async function isSynchronous(who: string): Promise<boolean> {
  if (who === ourEntry.who) return (await readScoreInBareContext()) === 72;
  const library = libraries.find(({ name }) => name === who);
  if (!library) throw new Error(`There is no client "${who}".`);
  const target = { baseUrl: 'http://127.0.0.1:9', key: 'none', form: 1, retries: 0 } as const;
  const client = await library.open({ ...target, fetch: async () => Response.json({}) }, true);
  const answer = client.lookup({ endpoint: 'authority', website: 'a' });
  const isPromise = answer instanceof Promise || typeof (answer as { then?: unknown })?.then === 'function';
  await runWithTimeout(() => answer, 1_000);
  await client.close();
  return !isPromise;
}

export const bareContext: Bench = {
  id: 'B6',
  title: 'Loads in a bare context with code generation off; has a synchronous mode',
  target: 'both',
  async run() {
    const rows = [];
    let own = { loads: false, sync: false };
    for (const entry of bundleEntries) {
      const loadError = await findLoadError(entry);
      const sync = await isSynchronous(entry.who);
      if (entry === ourEntry) own = { loads: loadError === null, sync };
      const figures = { loads: loadError === null ? 'yes' : `no: ${loadError}`, sync: sync ? 'yes' : 'no' };
      rows.push({ who: entry.who, setting: 'bundled', figures });
    }
    const yesNo = (yes: boolean): string => (yes ? 'yes' : 'no');
    return {
      rows,
      ours: `loads: ${yesNo(own.loads)}, sync: ${yesNo(own.sync)}`,
      met: own.loads && own.sync,
      remarks: [
        'The context has the language and nothing else: no timers, fetch, URL or console. Apps Script is such a place, with services of its own.',
      ],
    };
  },
};
