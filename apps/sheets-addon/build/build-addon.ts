import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { catalogue } from '../src/index.ts';
import type { BuildOrder } from './build-order.ts';
import { manifest } from './manifest.ts';
import { script, versionMark } from './script.ts';
import { sidebar } from './sidebar.ts';
import { customFunctions, others } from './stubs.ts';

/** The package's own folder. */
export const root = join(import.meta.dirname, '..');

/** Makes a folder hold these files and nothing else; a file that is there already stays untouched. */
async function fill(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(folder, { recursive: true });
  const there = await readdir(folder);
  for (const name of there) {
    if (files[name] === undefined) await rm(join(folder, name), { recursive: true });
  }
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    if (!there.includes(name) || (await readFile(path, 'utf8')) !== text) await writeFile(path, text);
  }
}

async function packageVersion(): Promise<string> {
  return JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).version;
}

function digestOf(texts: readonly string[]): string {
  return createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 8);
}

/** Writes what clasp pushes, and nothing else, into a folder. */
export async function buildAddon(
  folder: string,
  serviceUrl: string,
  withSchedule = true,
  recipes: BuildOrder['recipes'] = {},
): Promise<void> {
  const declarations = others(withSchedule);
  const built: Record<string, string> = {
    'Code.js': await script(root, 'src/code.ts', 'answershare', serviceUrl, customFunctions(catalogue)),
    'Service.js': await script(
      root,
      'src/service.ts',
      'answershareService',
      serviceUrl,
      declarations,
      withSchedule,
      recipes,
    ),
    'sidebar.html': await sidebar(root, catalogue),
    'appsscript.json': manifest(serviceUrl, withSchedule),
  };
  const version = `${await packageVersion()}+${digestOf(Object.values(built))}`;
  const files = Object.entries(built).map(([name, text]) => [name, text.split(versionMark).join(version)]);
  await fill(folder, Object.fromEntries(files));
}
