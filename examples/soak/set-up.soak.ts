import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  connects,
  copyClone,
  endsAll,
  exitCodes,
  folder,
  listProcesses,
  patient,
  portOf,
  runNpm,
  startSilentServer,
  until,
} from '../test/clone.ts';

describe.concurrent('a signal to npm ends every process and leaves the temp folder empty', () => {
  test.each(['SIGINT', 'SIGHUP'] as const)('%s while Node and pnpm are fetched', async (signal) => {
    const silent = await startSilentServer();
    const copy = copyClone(`fetch-${signal}`, {});
    const run = runNpm('demo', copy, {
      ...patient,
      npm_config_registry: `http://127.0.0.1:${portOf(silent)}/`,
      npm_config_cache: `${copy}-cache`,
    });
    await Promise.all([run.prints('Fetching Node'), connects(run, silent)]);
    await endsAll(run, copy, signal, exitCodes[signal]);
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s while packages are installed', async (signal) => {
    const silent = await startSilentServer();
    const copy = copyClone(`install-${signal}`, { withToolchain: true });
    const run = runNpm('demo', copy, {
      ...patient,
      pnpm_config_registry: `http://127.0.0.1:${portOf(silent)}/`,
      pnpm_config_store_dir: `${copy}-store`,
    });
    await Promise.all([run.prints('Installing packages'), connects(run, silent)]);
    await endsAll(run, copy, signal, exitCodes[signal]);
  });

  test('SIGINT while packages are built', async () => {
    const copy = copyClone('build', { withToolchain: true, withSources: true });
    const run = runNpm('demo', copy, { TURBO_FORCE: 'true' });
    await run.prints('Building');
    await until(() => listProcesses(run.mark).some((line) => line.includes('turbo run build')));
    await endsAll(run, copy, 'SIGINT', exitCodes.SIGINT);
  });
});

describe.concurrent('what keeps packages from being fetched is named with the next step', () => {
  const fails = async (name: string, env: Readonly<Record<string, string>>): Promise<string> => {
    const copy = copyClone(name, {});
    const { code, err } = await runNpm('demo', copy, { npm_config_cache: `${copy}-cache`, ...env }).ended;
    expect(code).toBe(1);
    return err;
  };

  test('a registry that never answers', async () => {
    const silent = await startSilentServer();
    const err = await fails('silent', { npm_config_registry: `http://127.0.0.1:${portOf(silent)}/` });
    expect(err).toContain(`The npm registry 127.0.0.1:${portOf(silent)} cannot be reached`);
  });

  test('a dead proxy, without its password', async () => {
    const proxy = 'http://ann:hidden-password@127.0.0.1:1/';
    const err = await fails('proxy', { HTTPS_PROXY: proxy, https_proxy: proxy });
    expect(err).toContain('The proxy 127.0.0.1:1 does not answer (ECONNREFUSED).');
    expect(err).not.toContain('hidden-password');
  });

  test('a cache that cannot be written', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    const err = await fails('cache', { npm_config_cache: join(file, 'cache') });
    expect(err).toContain(`npm's cache ${join(file, 'cache')} cannot be written (ENOTDIR).`);
  });
});

describe('a clone', () => {
  let copy = '';
  beforeAll(() => {
    copy = copyClone('first', { withToolchain: true, withSources: true });
  });

  test('is set up by its first command, whichever it is', () => {
    const line = ['run', '-s', 'answershare', '--', '--help'];
    expect(execFileSync('npm', line, { cwd: copy, encoding: 'utf8', stdio: 'pipe' })).toContain(
      'Usage: npm run -s answershare -- ',
    );
  });

  test.each([
    ['SIGINT', 0],
    ['SIGTERM', 0],
    ['SIGHUP', null],
  ] as const)('serves the page until %s to npm', async (signal, code) => {
    const run = runNpm('demo', copy, {}, ['--json']);
    await run.prints('✓ Page');
    await endsAll(run, copy, signal, code);
  });
});
