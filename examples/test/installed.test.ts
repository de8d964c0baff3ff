import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startSandbox } from '@answershare/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const packages = ['core', 'recogniser', 'sandbox'] as const;
const npmOptions = ['--no-audit', '--no-fund', '--no-update-notifier'];

/** A folder of its own, in which a program of a user is. */
const folder = mkdtempSync(join(tmpdir(), 'answershare-installed-'));
const user = join(folder, 'user');
const tarballs: string[] = [];

/** The first program of core's README, for a service at an address. */
function firstProgram(address: string): string {
  const [, snippet = ''] =
    /```ts\n([\s\S]*?)```/.exec(readFileSync(join(root, 'packages/core/README.md'), 'utf8')) ?? [];
  return `declare const process: { readonly env: Readonly<Record<string, string | undefined>> };
declare const console: { log(text: string): void };
${snippet.replace('https://api.example.com', address)}
console.log(JSON.stringify({ total: value.total, source: meta.source }));
`;
}

/** Text of each file of a tarball by its path, and of its manifest what a user's npm reads. */
async function unpack(tarball: string, into: string): Promise<Record<string, unknown>> {
  mkdirSync(into);
  await run('tar', ['-xzf', tarball, '-C', into]);
  const files = globSync('package/**/*.*', { cwd: into }).sort();
  const texts = Object.fromEntries(files.map((file) => [file, readFileSync(join(into, file), 'utf8')]));
  const { devDependencies: _, scripts: __, ...manifest } = JSON.parse(texts['package/package.json'] ?? '');
  return { ...texts, 'package/package.json': manifest };
}

beforeAll(async () => {
  for (const name of packages) {
    const line = ['--dir', join(root, 'packages', name), 'pack', '--pack-destination', folder];
    await run('pnpm', line, { cwd: root });
  }
  tarballs.push(
    ...globSync('*.tgz', { cwd: folder })
      .map((file) => join(folder, file))
      .sort(),
  );
  mkdirSync(user);
  // The client has no dependency, so that it installs without a registry; the sandbox gets those of the workspace.
  const [core = '', recogniser = '', sandbox = ''] = tarballs;
  const line = ['install', '--prefix', '.', '--offline', ...npmOptions, core, recogniser];
  await run('npm', line, { cwd: user });
  await unpack(sandbox, join(folder, 'sandbox'));
  const installed = join(user, 'node_modules/@answershare/sandbox');
  renameSync(join(folder, 'sandbox/package'), installed);
  symlinkSync(join(root, 'packages/sandbox/node_modules'), join(installed, 'node_modules'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the first program of the README reads a service, from installed packages', async () => {
  const sandbox = await startSandbox({ form: 2 });
  try {
    const [website] = sandbox.websites;
    const headers = { authorization: `Bearer ${sandbox.keys.live}` };
    const plain = await fetch(`${sandbox.baseUrl}/api/v1/citations?website_id=${website?.id}`, { headers });
    const { total } = (await plain.json()) as { total: number };
    writeFileSync(join(user, 'first.mts'), firstProgram(sandbox.baseUrl));
    const env = { PATH: process.env.PATH, ANSWERSHARE_API_KEY: sandbox.keys.live };
    const { stdout } = await run(process.execPath, ['first.mts'], { cwd: user, env });
    expect(JSON.parse(stdout)).toEqual({ total, source: 'network' });
  } finally {
    await sandbox.close();
  }
});

test.each([
  ['nodenext', 'nodenext'],
  ['esnext', 'bundler'],
])('every entry has types for a program of module %s and resolution %s', async (module, resolution) => {
  const entries = ['core', 'core/node', 'core/statistics', 'core/webhooks', 'recogniser'];
  const imports = entries.map((entry, at) => `import * as m${at} from '@answershare/${entry}';`).join('\n');
  const wrong = '// @ts-expect-error: a client has no such call\nclient.weather;';
  writeFileSync(join(user, 'types.mts'), `${imports}\n${firstProgram('https://a.example')}\n${wrong}\n`);
  const options = ['--strict', '--noEmit', '--skipLibCheck', 'false', '--target', 'es2022', '--types', ''];
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const line = [tsc, ...options, '--module', module, '--moduleResolution', resolution, 'types.mts'];
  const { stdout } = await run(process.execPath, line, { cwd: user });
  expect(stdout).toBe('');
});

test('the sandbox serves from its package, with types, and so does its command', async () => {
  const readme = readFileSync(join(root, 'packages/sandbox/README.md'), 'utf8');
  const [, snippet = ''] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];
  writeFileSync(join(user, 'serve.mts'), `${snippet}\nconsole.log(response.status);\n`);
  const { bin } = JSON.parse(
    readFileSync(join(user, 'node_modules/@answershare/sandbox/package.json'), 'utf8'),
  );
  const command = join(user, 'node_modules/@answershare/sandbox', bin['answershare-sandbox']);
  const types = join(root, 'examples/node_modules/@types');
  const options = ['--strict', '--noEmit', '--target', 'es2022', '--types', 'node', '--typeRoots', types];
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const line = [tsc, ...options, '--module', 'nodenext', 'serve.mts'];
  const [compiled, served, help] = await Promise.all([
    run(process.execPath, line, { cwd: user }),
    run(process.execPath, ['serve.mts'], { cwd: user }),
    run(process.execPath, [command, '--help'], { cwd: user }),
  ]);
  expect([compiled.stdout, served.stdout]).toEqual(['', '200\n']);
  expect(help.stdout).toContain('  answershare-sandbox --form 2');
});

/** With the packages of its dependencies from this clone, because a test asks no registry. */
test('the tarball of the bot installs by npm, and its command makes a preview', async () => {
  const place = join(folder, 'bot');
  mkdirSync(place);
  const bot = join(root, 'apps/report-bot');
  // The build before the tests has written what this packs.
  await run('pnpm', ['--dir', bot, '--config.ignore-scripts=true', 'pack', '--pack-destination', place]);
  const { dependencies, version } = JSON.parse(readFileSync(join(bot, 'package.json'), 'utf8'));
  const own = Object.keys(dependencies).map((name) => realpathSync(join(bot, 'node_modules', name)));
  const [tarball = ''] = globSync('*.tgz', { cwd: place });
  await run('npm', ['install', '--prefix', '.', '--offline', ...npmOptions, ...own, tarball], { cwd: place });
  const sandbox = await startSandbox({ form: 2 });
  try {
    const answershare = async (...args: readonly string[]): Promise<string> =>
      (await run(join(place, 'node_modules/.bin/answershare'), args, { cwd: place })).stdout;
    expect(await answershare('--version')).toBe(`${version}\n`);
    await answershare('init', '--sandbox', sandbox.baseUrl);
    await answershare('snapshot');
    await answershare('preview');
    const pages = globSync('**/*.html', { cwd: place, exclude: ['node_modules'] });
    expect(pages.length).toBeGreaterThan(0);
    expect(readFileSync(join(place, pages[0] ?? ''), 'utf8')).toContain(sandbox.websites[0]?.domain);
  } finally {
    await sandbox.close();
  }
});

test('publint and attw find no fault in the packages', async () => {
  for (const tarball of tarballs) {
    await run('pnpm', ['exec', 'publint', '--strict', tarball], { cwd: root });
    const attw = ['attw', '--profile', 'esm-only', '--no-definitely-typed', '--quiet', tarball];
    await run('pnpm', ['exec', ...attw], { cwd: root });
  }
});

test('`npm pack` in a package gives the same package, and leaves the manifest as it was, also after an interrupted one', async () => {
  // A copy: other tests import the packages meanwhile.
  const copy = join(folder, 'copy');
  mkdirSync(copy);
  for (const path of ['scripts', 'tsconfig.base.json', 'node_modules'])
    symlinkSync(join(root, path), join(copy, path));
  for (const [at, name] of packages.entries()) {
    const original = join(root, 'packages', name);
    const package_ = join(copy, 'packages', name);
    const filter = (path: string): boolean => !/[\\/](node_modules|dist|test|\.turbo)$/.test(path);
    cpSync(original, package_, { recursive: true, filter });
    symlinkSync(join(original, 'node_modules'), join(package_, 'node_modules'));
    if (name === 'recogniser') {
      // As if an earlier `npm pack` had been killed.
      await run('npm', ['run', 'prepack'], { cwd: package_ });
      expect(existsSync(join(package_, 'package.json.kept'))).toBe(true);
    }
    await run('npm', ['pack', ...npmOptions, '--pack-destination', copy], { cwd: package_ });
    const manifest = readFileSync(join(package_, 'package.json'), 'utf8');
    expect(manifest).toBe(readFileSync(join(original, 'package.json'), 'utf8'));
    const [tarball = ''] = globSync(`*-${name}-*.tgz`, { cwd: copy });
    const byNpm = await unpack(join(copy, tarball), join(copy, `npm-${name}`));
    const byPnpm = await unpack(tarballs[at] ?? '', join(copy, `pnpm-${name}`));
    expect(byNpm).toEqual(byPnpm);
    expect(Object.keys(byNpm)).toContain('package/CHANGELOG.md');
  }
});
