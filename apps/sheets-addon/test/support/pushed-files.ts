import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { localFolder } from '../../build/build-addon.ts';

/** A built file, as clasp pushes it without a service address. */
export function readPushedFile(name: 'Code.js' | 'Service.js' | 'sidebar.html' | 'appsscript.json'): string {
  return readFileSync(join(localFolder, name), 'utf8');
}
