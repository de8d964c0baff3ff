import { execFile, execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findTestFile, root } from '../test/security-page.ts';
import { mutations } from './mutations.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'answershare-mutations-'));
const pnpm = (args: readonly string[], cwd = folder) => run('pnpm', args, { cwd, maxBuffer: 2 ** 28 });

/** The tracked files, as a clone has them, installed and built. */
beforeAll(async () => {
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o755);
  const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const path of tracked.split('\0').filter((one) => existsSync(join(root, one)) && one !== '')) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path));
  }
  await pnpm(['install', '--frozen-lockfile', '--prefer-offline']);
  await pnpm(['exec', 'turbo', 'run', 'build']);
}, 900_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Tests in a file that is no test file itself run in one that imports it. */
const runners: Readonly<Record<string, string>> = { 'once.ts': 'once-pglite.test.ts' };

/** Builds what the tests of a package run, then runs those of one title; returns how many passed and failed. */
async function runTest(title: string): Promise<{ readonly passed: number; readonly failed: number }> {
  const file = findTestFile(title).replace(/[^/]+$/, (name) => runners[name] ?? name);
  const home = join(folder, /^(?:(?:apps|packages)\/)?[^/]+/.exec(file)?.[0] ?? '');
  if (existsSync(join(home, 'build.ts'))) await run('node', ['build.ts'], { cwd: home });
  const report = join(home, '.test-report.json');
  rmSync(report, { force: true });
  const config = file.endsWith('.soak.ts') ? 'vitest.soak.config.ts' : 'vitest.config.ts';
  const own = join(home, config);
  const options = ['--config', existsSync(own) ? own : join(folder, config), '--root', '.'];
  const reporters = ['--reporter=json', '--outputFile', report];
  const pattern = title.replace(/[.*+?^$()[\]{}|\\]/g, '\\$&').replace(/%[sji]/g, '.*');
  const line = [
    'exec',
    'vitest',
    'run',
    ...options,
    ...reporters,
    relative(home, join(folder, file)),
    '-t',
    pattern,
  ];
  const output = await pnpm(line, home).then(
    () => '',
    ({ stdout, stderr }) => `${stdout}${stderr}`,
  );
  if (!existsSync(report)) throw new Error(`no test ran: ${output}`);
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
  return { passed: numPassedTests, failed: numFailedTests };
}

const cases = Object.entries(mutations).flatMap(([title, all]) =>
  all.map(([file, from, to]) => ({ title, file, from, to })),
);

const sound = new Set<string>();

test.each(cases)('"$title" fails with "$to" in $file', async ({ title, file, from, to }) => {
  const path = join(folder, file);
  const source = readFileSync(path, 'utf8');
  expect(source, `${file} no longer has this text`).toContain(from);
  if (!sound.has(title)) {
    const { passed, failed } = await runTest(title);
    expect([passed > 0, failed], 'before the mutation').toEqual([true, 0]);
    sound.add(title);
  }
  try {
    writeFileSync(path, source.replaceAll(from, to));
    expect((await runTest(title)).failed, 'with the mutation').toBeGreaterThan(0);
  } finally {
    writeFileSync(path, source);
  }
});
