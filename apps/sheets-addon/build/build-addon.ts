import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { catalogue } from '../src/catalogue/catalogue.ts';
import { manifest } from './manifest.ts';
import { script } from './script.ts';
import { sidebar } from './sidebar.ts';
import { customFunctions, others } from './stubs.ts';

/** The package's own folder. */
export const root = join(import.meta.dirname, '..');

/** Writes what clasp pushes, and nothing else, into an emptied folder. */
export async function buildAddon(folder: string, serviceUrl: string): Promise<void> {
  const files = {
    'Code.js': await script(root, 'src/code.ts', 'answershare', serviceUrl, customFunctions(catalogue)),
    'Service.js': await script(root, 'src/service.ts', 'answershareService', serviceUrl, others),
    'sidebar.html': await sidebar(root, catalogue),
    'appsscript.json': manifest(serviceUrl),
  };
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
}
