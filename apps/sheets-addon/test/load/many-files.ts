import { startAppsScript, steppedClock } from '@answershare/apps-script';
import { type JournalEntry, type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { localFolder } from '../../build/build-addon.ts';
import type { FailedRun } from '../../src/actions/run-failed.ts';
import { runAction } from '../support/actions.ts';
import { type LocalAddon, openAddon } from '../support/local-addon.ts';
import { serviceMs } from './crowd.ts';

export interface ManyFiles {
  readonly files: number;
  readonly websites: number;
  /** Whether the files of the script share answers and limits. */
  readonly shared: boolean;
  /** Requests that another program sends with the key in the morning; or the program itself. */
  readonly others: number | Morning;
  /** Who opens a file each time, one after the other. Default: one for each file. */
  readonly analysts?: number;
  /** Rows with an eighth figure. */
  readonly eighth?: number;
}

/** Runs at five in the morning, before a file connects. */
export type Morning = (
  sandbox: RunningSandbox,
  key: string,
  websites: readonly string[],
) => Promise<Connection>;

/** Where the files connect, in place of the service. */
export interface Connection {
  readonly url: string;
  readonly key: string;
  /** Called before each time of the day, milliseconds since the epoch. */
  reach?(at: number): Promise<void>;
}

export interface FileOpening {
  readonly file: number;
  readonly hour: number;
  readonly requests: number;
  /** Cells without a figure at first, and five minutes later with the sidebar open. */
  readonly redAtFirst: number;
  readonly red: number;
  /** Hours since the service answered what the oldest figure shows. */
  readonly oldest: number;
  /** Requests of the key since midnight. */
  readonly spent: number;
}

const minute = 60_000;
const day = Date.parse('2026-11-16T00:00:00Z');
const hours = [9, 13, 17];

/** Seven figures of four questions for each website, and an eighth without a question. */
const formulas = (row: number, eighth: number): readonly string[] =>
  [
    `CITATIONS(A${row})`,
    `AUTHORITY(A${row})`,
    `SHARE_OF_VOICE(A${row})`,
    `ANALYTICS_TOTAL(A${row}; "7d"; "visitors")`,
    `ANALYTICS_TOTAL(A${row}; "30d"; "visitors")`,
    `ANALYTICS_TOTAL(A${row}; "30d"; "pageviews")`,
    `CITATIONS(A${row}; "ChatGPT")`,
    ...(row <= eighth ? [`ANALYTICS_TOTAL(A${row}; "7d"; "pageviews")`] : []),
  ].map((text) => `=${text}`);

interface OpenFile {
  readonly addon: LocalAddon;
  now(): number;
  /** When the service last answered a question whose answer the file may have, by question. */
  readonly answered: Map<string, number>;
}

/** Notes when questions were answered. All windows of analytics are one question. */
function note(answered: Map<string, number>, entries: readonly JournalEntry[]): void {
  for (const { at, endpoint, query, status } of entries)
    if (status === 200 && endpoint !== 'websites')
      answered.set(`${endpoint} ${query.websiteId ?? query.website_id}`, Date.parse(at));
}

/**
 * A day of several files with one key on the Starter plan, one opened after the other. The local Apps Script has one
 * document: the script's properties go from file to file, and the cache, which Google shares too, is lost between files.
 */
export async function openManyFiles({
  files,
  websites,
  shared,
  others,
  analysts = files,
  eighth = 0,
}: ManyFiles): Promise<readonly FileOpening[]> {
  const sandbox = await startSandbox({ form: 1, seed: 1, now: '2026-11-16T05:00:00Z' });
  await sandbox.admin.freezeClock();
  const key = await sandbox.admin.createKey({ plan: 'starter', team: 'many', label: 'agency' });
  const setClock = (at: number) => sandbox.admin.setClock(new Date(at).toISOString());
  const { teams } = await sandbox.admin.state();
  const domains = (teams.find(({ name }) => name === 'many')?.websites ?? [])
    .slice(0, websites)
    .map(({ domain }) => domain);
  const countSpent = async (): Promise<number> =>
    (await sandbox.admin.state()).keys.find(({ label }) => label === 'agency')?.used.day ?? 0;
  const hosts: OpenFile[] = [];
  try {
    const place: Connection =
      typeof others === 'number' ? { url: sandbox.baseUrl, key } : await others(sandbox, key, domains);
    const isAsked = place.url !== sandbox.baseUrl;
    const sharesAll = shared || isAsked;
    const known = new Map<string, number>();
    if (isAsked) note(known, (await sandbox.admin.requests()).entries);
    for (let file = 0; file < files; file += 1) {
      const clock = steppedClock(day + 5 * 60 * minute + file * minute);
      const host = await startAppsScript({
        folder: localFolder,
        threads: 8,
        clock,
        latencyMs: { ...serviceMs, 'fetch.send': 300 },
        async onCall({ operation }) {
          if (operation === 'fetch.send') await setClock(clock.now());
        },
      });
      const addon = openAddon({ ...sandbox, baseUrl: place.url }, host);
      hosts.push({ addon, now: () => clock.now(), answered: sharesAll ? known : new Map() });
      if (shared) host.properties.script.set('ANSWERSHARE_SHARED_ANSWERS', 'yes');
      await addon.connect(place.key);
    }
    await setClock(day + 6 * 60 * minute);
    if (typeof others === 'number') await sandbox.admin.setUsage(key, { day: others, minute: 0 });
    const openings: FileOpening[] = [];
    let stored: Record<string, string> = {};
    for (const hour of hours) {
      await place.reach?.(day + hour * 60 * minute);
      for (let analyst = 0; analyst < analysts; analyst += 1) {
        const file = analyst % files;
        const { addon, now, answered } = hosts[file] as OpenFile;
        const { host } = addon;
        await host.advance(Math.max(now(), day + hour * 60 * minute + analyst * 6 * minute));
        await setClock(now());
        if (shared) {
          for (const [name, text] of Object.entries(stored)) host.properties.script.set(name, text);
          if (openings.length > 0) host.cache.clear();
        }
        // A space more calculates a formula anew.
        const typed = domains.map((_, at) =>
          formulas(at + 1, eighth).map((text) => text + ' '.repeat(openings.length)),
        );
        for (const [at, row] of typed.entries())
          host.sheet.typeRows(`A${at + 1}`, [[domains[at] ?? '', ...row]]);
        await sandbox.admin.resetRequests();
        await host.sheet.calculate();
        const countRed = () =>
          host.sheet
            .values(`B1:I${websites}`)
            .flatMap((row, at) => row.slice(0, typed[at]?.length))
            .filter((cell) => typeof cell !== 'number').length;
        const redAtFirst = countRed();
        for (const end = now() + 5 * minute; countRed() > 0 && now() < end; ) {
          const run: FailedRun = await runAction(host, 'runFailed', { withComputed: false });
          await host.sheet.calculate();
          await host.advance(now() + Math.max(run.waitMs, 10_000));
          await setClock(now());
        }
        const { total, entries } = await sandbox.admin.requests();
        note(answered, entries);
        const oldest = (now() - Math.min(now(), ...answered.values())) / (60 * minute);
        const spent = await countSpent();
        openings.push({ file: file + 1, hour, requests: total, redAtFirst, red: countRed(), oldest, spent });
        stored = host.properties.script.all();
      }
    }
    return openings;
  } finally {
    for (const { addon } of hosts) await addon.host.close();
    await sandbox.close();
  }
}
