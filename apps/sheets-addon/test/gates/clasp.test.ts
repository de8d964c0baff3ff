import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildAddon, localFolder, root } from '../../build/build-addon.ts';

const clasp = join(root, 'node_modules/.bin/clasp');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'answershare-clasp-'));
  cpSync(localFolder, join(folder, 'dist'), { recursive: true });
  cpSync(join(root, '.claspignore'), join(folder, '.claspignore'));
  const example = JSON.parse(readFileSync(join(root, '.clasp.json.example'), 'utf8'));
  writeFileSync(join(folder, '.clasp.json'), JSON.stringify({ ...example, scriptId: 'x'.repeat(57) }));
});
afterEach(() => rmSync(folder, { recursive: true }));

const status = (): { filesToPush: string[] } =>
  JSON.parse(execFileSync(clasp, ['show-file-status', '--json'], { cwd: folder, encoding: 'utf8' }));

const files = ['dist/Code.js', 'dist/Service.js', 'dist/appsscript.json', 'dist/sidebar.html'];

test('clasp pushes exactly these files, even with other files in the folder', () => {
  writeFileSync(join(folder, 'dist/stray.js'), '');
  writeFileSync(join(folder, 'dist/notes.html'), '');
  expect(status().filesToPush.sort()).toEqual(files);
});

test('a second build gives the same files', async () => {
  const hash = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');
  const again = join(folder, 'again');
  await buildAddon(again);
  for (const file of ['Code.js', 'Service.js', 'sidebar.html', 'appsscript.json']) {
    expect(hash(join(again, file))).toBe(hash(join(localFolder, file)));
  }
});
