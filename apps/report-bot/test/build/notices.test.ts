import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { thirdPartyNotices } from '../../build/notices.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const notices = readFileSync(join(root, 'dist/THIRD_PARTY_NOTICES.txt'), 'utf8');
const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Folders of the packages that the bundle's source maps name. */
function bundled(): readonly string[] {
  const maps = globSync('dist/**/*.mjs.map', { cwd: root }).map((path) => join(root, path));
  expect(maps.length).toBeGreaterThan(1);
  const sources = maps.flatMap((map) =>
    (JSON.parse(readFileSync(map, 'utf8')) as { sources: string[] }).sources.map((source) =>
      resolve(dirname(map), source),
    ),
  );
  const folders = sources.flatMap(
    (source) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(source)?.[0] ?? [],
  );
  return [...new Set(folders.map(findInstalled))];
}

/** The folder of a package that another one bundled, or of the package that bundled one of its own. */
function findInstalled(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const store = folder.slice(0, folder.indexOf('node_modules/.pnpm/'));
  const inside = join(store, folder.slice(folder.lastIndexOf('node_modules/.pnpm/')));
  if (existsSync(join(inside, 'package.json'))) return inside;
  const [, entry = ''] = /\/\.pnpm\/([^/]+)\//.exec(folder) ?? [];
  const name = entry.replace(/(?<=.)@.*/, '').replace('+', '/');
  return join(store, 'node_modules/.pnpm', entry, 'node_modules', name);
}

it.each(bundled().map((folder) => [folder.replace(/^.*node_modules\//, ''), folder]))(
  'the licence of %s, whose code is in the command, is shipped with it',
  (name, folder) => {
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    expect(notices).toContain(`\n${name} ${version}\n`);
    const files = readdirSync(folder);
    const file = files.find((one) => /^licen[cs]e/i.test(one)) ?? files.find((one) => /^readme/i.test(one));
    const text = readFileSync(join(folder, file ?? ''), 'utf8');
    const licence = plain(text).slice(Math.max(0, plain(text).search(/copyright \(c\)/i)));
    expect(licence.length).toBeGreaterThan(200);
    expect(plain(notices)).toContain(licence);
  },
);

it('the command holds code of others at all, so that the list is no empty one', () => {
  expect(bundled().map((folder) => folder.replace(/^.*node_modules\//, ''))).toEqual(
    expect.arrayContaining(['kysely', 'nodemailer', 'pg-types', 'pgpass', 'zod']),
  );
});

it('a package without a licence text ends the build, also one inside another package', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'answershare-notices-'));
  try {
    const inside = join(folder, 'node_modules/silent');
    mkdirSync(inside, { recursive: true });
    writeFileSync(join(inside, 'package.json'), '{"name":"silent","version":"1.0.0","license":"MIT"}');
    writeFileSync(join(inside, 'index.js'), '');
    const metafile = { inputs: { 'node_modules/silent/index.js': { bytes: 0, imports: [] } }, outputs: {} };
    await expect(thirdPartyNotices(folder, metafile)).rejects.toThrow(/silent has no licence text/);
    writeFileSync(join(inside, 'README.md'), '# silent\n\n## License\n\nMIT, as in the package.\n');
    await expect(thirdPartyNotices(folder, metafile)).rejects.toThrow(/silent has no licence text/);
    writeFileSync(join(inside, 'LICENSE'), 'Copyright (c) Silent\n');
    expect(await thirdPartyNotices(folder, metafile)).toContain('silent 1.0.0\n\nCopyright (c) Silent\n');
    const other = 'node_modules/.pnpm/other@2.0.0/node_modules/other';
    writeFileSync(join(inside, 'index.js'), `//#region ../${other}/index.js\n`);
    await expect(thirdPartyNotices(folder, metafile)).rejects.toThrow(other);
    mkdirSync(join(folder, other), { recursive: true });
    writeFileSync(join(folder, other, 'package.json'), '{"name":"other","version":"2.0.0"}');
    writeFileSync(join(folder, other, 'LICENSE'), 'Copyright (c) Other\n');
    expect(await thirdPartyNotices(folder, metafile)).toContain('other 2.0.0\n\nCopyright (c) Other\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
