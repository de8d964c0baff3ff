import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AppsScriptOptions, type ScriptHost, startAppsScript } from '@answershare/apps-script';

const manifest = { timeZone: 'UTC', runtimeVersion: 'V8', exceptionLogging: 'STACKDRIVER' };

/** Runs the files as a pushed project; `close` ends it and removes its folder. */
export async function startScript(
  files: Record<string, string>,
  options: Omit<AppsScriptOptions, 'folder'> = {},
): Promise<ScriptHost> {
  const folder = await mkdtemp(join(tmpdir(), 'answershare-script-'));
  await writeFile(join(folder, 'appsscript.json'), JSON.stringify(manifest));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const host = await startAppsScript({ folder, ...options });
  return {
    ...host,
    async close() {
      await host.close();
      await rm(folder, { recursive: true });
    },
  };
}
