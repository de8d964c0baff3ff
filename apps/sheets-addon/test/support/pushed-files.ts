import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dist } from './local-addon.ts';

/** A built file, read from the folder that clasp pushes. */
export function readPushedFile(name: 'Code.js' | 'Service.js' | 'sidebar.html' | 'appsscript.json'): string {
  return readFileSync(join(dist, name), 'utf8');
}
