import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { type Finished, type RunningCommand, startProcess } from '../test/support/process.ts';
import { formatSettings } from '../test/support/settings-text.ts';
import { runDockerfile, type Stage, userOf, workdirOf } from './dockerfile.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'answershare-image-'));
/** The steps of the Dockerfile install and build; a busy machine is slow. */
const buildMs = 900_000;
let image: Stage;
let sandbox: RunningSandbox;

/** Starts the image's entry point with these arguments, or those of CMD, as `docker run` would. */
function begin(args: readonly string[] = image.command): RunningCommand {
  const PATH = image.environment.PATH;
  const env = { PATH, ANSWERSHARE_API_KEY: sandbox.keys.live, SMTP_PASSWORD: 'smtp-canary-password' };
  return startProcess([...image.entrypoint, ...args], { cwd: workdirOf(image), env, ...userOf(image) });
}
const run = (...args: string[]): Promise<Finished> => begin(args).finished;

beforeAll(async () => {
  // The image's user is another one than that of the tests.
  chmodSync(folder, 0o755);
  sandbox = await startSandbox({ form: 2 });
  const own = Object.entries(process.env as Record<string, string>).filter(([name]) => !/^npm_/i.test(name));
  image = await runDockerfile(join(root, 'apps/report-bot/Dockerfile'), {
    context: root,
    into: folder,
    environment: Object.fromEntries(own),
    prepare: (copied) => {
      if (existsSync(join(root, '.toolchain/path.json')))
        cpSync(join(root, '.toolchain/path.json'), join(copied, '.toolchain/path.json'));
    },
  });
}, buildMs);
afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the image of the Dockerfile', () => {
  test('holds the package, the locked versions of PGlite and resvg, the notices, and no sources', () => {
    expect(readdirSync(image.folder).sort()).toEqual(['app', 'data', 'usr']);
    const bot = join(image.folder, 'app');
    expect(readdirSync(bot).sort()).toEqual([
      ...['CHANGELOG.md', 'LICENSE', 'README.md', 'bin', 'deploy', 'dist', 'docs', 'node_modules'],
      ...['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'],
    ]);
    expect(readdirSync(join(bot, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      '@electric-sql',
      '@resvg',
    ]);
    const packages = readdirSync(join(bot, 'node_modules/.pnpm')).filter((name) => name.includes('@'));
    const locked = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8');
    expect(packages.length).toBeGreaterThanOrEqual(2);
    for (const name of packages)
      expect(locked).toContain(`'${name.replace('+', '/')}':\n    resolution: {integrity: sha512-`);
    expect(readdirSync(join(bot, 'dist'))).toContain('THIRD_PARTY_NOTICES.txt');
    expect(readFileSync(join(bot, 'CHANGELOG.md'), 'utf8')).toContain(`\n## ${manifest.version}\n`);
  });

  test('holds what `npm pack` in the package packs', () => {
    const line = ['pack', '--dry-run', '--json', '--ignore-scripts', '--no-update-notifier'];
    const cwd = join(root, 'apps/report-bot');
    const [packed] = JSON.parse(execFileSync('npm', line, { cwd, encoding: 'utf8' }));
    const paths = (packed.files as { path: string }[]).map(({ path }) => path);
    const [bot, lockfile] = [join(image.folder, 'app'), ['pnpm-lock.yaml', 'pnpm-workspace.yaml']];
    const found = globSync('**/*.*', { cwd: bot, exclude: ['node_modules'] }).filter(
      (path) => !lockfile.includes(path),
    );
    expect(paths.sort()).toEqual(found.concat('LICENSE').sort());
    expect(manifest.dependencies).toEqual({
      '@electric-sql/pglite': expect.stringMatching(/^\d+\.\d+\.\d+$/),
      '@resvg/resvg-js': expect.stringMatching(/^\d+\.\d+\.\d+$/),
    });
  });

  test('prints its version and its help, also by npx', async () => {
    expect(await run('--version')).toMatchObject({ code: 0, out: `${manifest.version}\n`, err: '' });
    const help = await run('--help');
    expect(help).toMatchObject({ code: 0, err: '' });
    expect(help.out).toContain('Usage: answershare [options] [command]');
    const env = { PATH: process.env.PATH };
    const npx = startProcess(['npx', 'answershare', '--help'], { cwd: join(image.folder, 'app'), env });
    const usage = 'Usage: npx answershare [options] [command]';
    expect(await npx.finished).toMatchObject({ code: 0, out: expect.stringContaining(usage) });
  });

  test('writes settings, takes a snapshot and keeps it in its volume', async () => {
    const data = workdirOf(image);
    expect(image.volumes).toEqual([image.workdir]);
    expect(image.user.uid).toBeGreaterThan(0);
    expect(await run('init')).toMatchObject({ code: 0, err: 'Next: answershare check\n' });
    const schema = JSON.parse(readFileSync(join(data, 'answershare.schema.json'), 'utf8'));
    expect(schema.properties).toHaveProperty('smtp');
    writeFileSync(join(data, 'answershare.yaml'), formatSettings({ url: sandbox.baseUrl, smtpPort: 1 }));
    expect(await run('list')).toMatchObject({ code: 0, err: '' });
    const snapshot = await run('snapshot');
    expect(snapshot).toMatchObject({ code: 0 });
    expect(snapshot.out).toContain(`${sandbox.websites.length} websites`);
    expect((await run('snapshot')).out).toContain(' 0 requests');
    expect(statSync(join(data, 'answershare-data')).uid).toBe(userOf(image).uid ?? process.getuid?.());
  });

  test('starts, is ready, and ends with 0 on its stop signal', async () => {
    const service = begin();
    await service.says('Started with 1 schedule.');
    service.child.kill(image.stopSignal as NodeJS.Signals);
    const finished = await service.finished;
    expect(finished).toMatchObject({ code: 0, signal: null, err: '' });
    expect(finished.out).toMatch(/ Stopped\.\n$/);
  });
});
