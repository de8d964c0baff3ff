import { startAppsScript, steppedClock } from '@answershare/apps-script';
import { startSandbox } from '@answershare/sandbox';
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
  /** Requests that another program sends with the key in the morning. */
  readonly others: number;
}

export interface FileOpening {
  readonly file: number;
  readonly hour: number;
  readonly requests: number;
  /** Cells without a figure at first, and five minutes later with the sidebar open. */
  readonly redAtFirst: number;
  readonly red: number;
}

const minute = 60_000;
const day = Date.parse('2026-11-16T00:00:00Z');
const hours = [9, 13, 17];

/** Seven figures of four questions for each website. */
const formulas = (row: number): readonly string[] =>
  [
    `CITATIONS(A${row})`,
    `AUTHORITY(A${row})`,
    `SHARE_OF_VOICE(A${row})`,
    `ANALYTICS_TOTAL(A${row}; "7d"; "visitors")`,
    `ANALYTICS_TOTAL(A${row}; "30d"; "visitors")`,
    `ANALYTICS_TOTAL(A${row}; "30d"; "pageviews")`,
    `CITATIONS(A${row}; "ChatGPT")`,
  ].map((text) => `=${text}`);

interface OpenFile {
  readonly addon: LocalAddon;
  now(): number;
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
}: ManyFiles): Promise<readonly FileOpening[]> {
  const sandbox = await startSandbox({ form: 1, seed: 1, now: '2026-11-16T05:00:00Z' });
  await sandbox.admin.freezeClock();
  const key = await sandbox.admin.createKey({ plan: 'starter', team: 'many' });
  const setClock = (at: number) => sandbox.admin.setClock(new Date(at).toISOString());
  const hosts: OpenFile[] = [];
  try {
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
      const addon = openAddon(sandbox, host);
      hosts.push({ addon, now: () => clock.now() });
      if (shared) host.properties.script.set('ANSWERSHARE_SHARED_ANSWERS', 'yes');
      await addon.connect(key);
    }
    const [first] = hosts;
    const listed = (await first?.addon.cell('WEBSITES', 'headers=no')) as string[][];
    await setClock(day + 6 * 60 * minute);
    await sandbox.admin.setUsage(key, { day: others, minute: 0 });
    const openings: FileOpening[] = [];
    let stored: Record<string, string> = {};
    for (const hour of hours) {
      for (const [file, { addon, now }] of hosts.entries()) {
        const { host } = addon;
        await host.advance(Math.max(now(), day + hour * 60 * minute + file * 6 * minute));
        await setClock(now());
        if (shared) {
          for (const [name, text] of Object.entries(stored)) host.properties.script.set(name, text);
          if (openings.length > 0) host.cache.clear();
        }
        if (hour === hours[0])
          for (let row = 1; row <= websites; row += 1)
            host.sheet.typeRows(`A${row}`, [[listed[row - 1]?.[0] ?? '', ...formulas(row)]]);
        else
          host.sheet.typeRows(
            'B1',
            Array.from({ length: websites }, (_, at) =>
              formulas(at + 1).map((text) => text + ' '.repeat(hour)),
            ),
          );
        await sandbox.admin.resetRequests();
        await host.sheet.calculate();
        const countRed = () =>
          host.sheet
            .values(`B1:H${websites}`)
            .flat()
            .filter((cell) => typeof cell !== 'number').length;
        const redAtFirst = countRed();
        for (const end = now() + 5 * minute; countRed() > 0 && now() < end; ) {
          const run: FailedRun = await runAction(host, 'runFailed', { withComputed: false });
          await host.sheet.calculate();
          await host.advance(now() + Math.max(run.waitMs, 10_000));
          await setClock(now());
        }
        const { total } = await sandbox.admin.requests();
        openings.push({ file: file + 1, hour, requests: total, redAtFirst, red: countRed() });
        stored = host.properties.script.all();
      }
    }
    return openings;
  } finally {
    for (const { addon } of hosts) await addon.host.close();
    await sandbox.close();
  }
}
