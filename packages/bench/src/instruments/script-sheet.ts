import { type AppsScriptOptions, type ScriptHost, startAppsScript } from '@answershare/apps-script';
import { type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { connectFile } from '@answershare/sheets-addon/connect-file';
import type { ScriptProject } from './script-projects.ts';

/** A file with a script project, its service, and five cells about each of eight websites. */
export interface ScriptSheet {
  readonly host: ScriptHost;
  readonly sandbox: RunningSandbox;
  readonly cells: number;
  /** Calculates every cell, and checks that each shows a number. */
  calculate(): Promise<readonly unknown[]>;
  close(): Promise<void>;
}

const cellsPerWebsite = 5;

/** Opens a connected file; the list of websites is cached for the project that reads it. */
export async function openSheet(
  project: ScriptProject,
  options: Partial<AppsScriptOptions> = {},
): Promise<ScriptSheet> {
  const sandbox = await startSandbox({ form: 1, seed: 1 });
  const { baseUrl, keys } = sandbox;
  const opened = await project.open({ baseUrl, key: keys.live });
  const host = await startAppsScript({ threads: 8, ...options, folder: opened.folder });
  host.properties.script.set('ANSWERSHARE_SERVICE_URL', baseUrl);
  if (opened.connects) {
    await connectFile((name, args) => host.sidebarCall(name, args), keys.live);
    await host.customFunction('WEBSITES', []);
  }
  const ids = sandbox.websites.map(({ id }) => id);
  const cells = Array.from({ length: cellsPerWebsite }, () => ids).flat();
  return {
    host,
    sandbox,
    cells: cells.length,
    async calculate() {
      const shown = await Promise.all(cells.map((id) => host.customFunction('CITATIONS', [id])));
      if (shown.some((cell) => typeof cell !== 'number'))
        throw new Error(`${project.who}: a cell shows no number.`);
      return shown;
    },
    async close() {
      await host.close();
      await opened.close();
      await sandbox.close();
    },
  };
}
