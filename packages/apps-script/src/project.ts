import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import vm from 'node:vm';
import { type Manifest, readManifest } from './manifest.ts';
import type { ScriptFile } from './protocol.ts';
import { ScriptError } from './script-error.ts';

/** The pushed folder: the manifest, the scripts in name order, and HTML files by name without `.html`. */
export interface Project {
  manifest: Manifest;
  scripts: ScriptFile[];
  htmlFiles: ReadonlyMap<string, string>;
}

/** Reads the files as they are, and refuses what the runtime could not parse. */
export async function readProject(folder: string): Promise<Project> {
  const names = await listFiles(folder);
  if (!names.includes('appsscript.json')) {
    throw new ScriptError({
      kind: 'load',
      message: 'The folder has no appsscript.json: give the folder that clasp pushes.',
    });
  }
  const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');
  const manifest = readManifest(await read('appsscript.json'));
  const scripts: ScriptFile[] = [];
  const htmlFiles = new Map<string, string>();
  for (const name of names) {
    if (/\.(js|gs)$/.test(name)) scripts.push({ name, code: await read(name) });
    if (name.endsWith('.html')) htmlFiles.set(name.slice(0, -'.html'.length), await read(name));
  }
  if (scripts.length === 0) {
    throw new ScriptError({ kind: 'load', message: 'The folder has no .js file: build the add-on first.' });
  }
  for (const script of scripts) checkSyntax(script);
  return { manifest, scripts, htmlFiles };
}

async function listFiles(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true });
    return entries.map((name) => name.replaceAll('\\', '/')).sort();
  } catch (error) {
    const message = `The folder of the script cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    throw new ScriptError({ kind: 'load', message });
  }
}

function checkSyntax(script: ScriptFile): void {
  try {
    new vm.Script(script.code, { filename: script.name });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const line = error.stack?.split('\n')[0] ?? script.name;
    throw new ScriptError({ kind: 'load', message: `${error.message} (${line})`, name: 'SyntaxError' });
  }
}
