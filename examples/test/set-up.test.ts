import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  connects,
  copyClone,
  endsAll,
  exitCodes,
  patient,
  portOf,
  runNpm,
  servers,
  startSilentServer,
} from './clone.ts';

test('SIGTERM to npm while Node and pnpm are fetched ends every process and leaves the temp folder empty', async () => {
  const silent = await startSilentServer();
  const copy = copyClone('fetch', {});
  const run = runNpm('demo', copy, {
    ...patient,
    npm_config_registry: `http://127.0.0.1:${portOf(silent)}/`,
    npm_config_cache: `${copy}-cache`,
  });
  await Promise.all([run.prints('Fetching Node'), connects(run, silent)]);
  await endsAll(run, copy, 'SIGTERM', exitCodes.SIGTERM);
});

test('a registry that refuses connections is named with the next step', async () => {
  const closed = createServer();
  await once(closed.listen(0, '127.0.0.1'), 'listening');
  const port = portOf(closed);
  await new Promise((resolve) => closed.close(resolve));
  const copy = copyClone('refusing', {});
  const env = { npm_config_cache: `${copy}-cache`, npm_config_registry: `http://127.0.0.1:${port}/` };
  const { code, err } = await runNpm('demo', copy, env).ended;
  expect(code).toBe(1);
  expect(err).toContain(`The npm registry 127.0.0.1:${port} cannot be reached (ECONNREFUSED).`);
});

/** A registry with the wanted version of each package, without dependencies and without files. Returns the paths asked. */
async function startEmptyRegistry(versions: Readonly<Record<string, string>>) {
  const paths: string[] = [];
  const server = createHttpServer((request, response) => {
    const name = decodeURIComponent(request.url ?? '').slice(1);
    paths.push(name);
    const version = versions[name];
    const dist = { tarball: 'http://127.0.0.1/absent.tgz', shasum: '0'.repeat(40) };
    response.writeHead(version === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(
      version === undefined
        ? '{}'
        : JSON.stringify({
            name,
            'dist-tags': { latest: version },
            versions: { [version]: { name, version, dist } },
          }),
    );
  });
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { url: `http://127.0.0.1:${portOf(server)}/`, paths };
}

test('npm install names the commands that install, and installs nothing', async () => {
  const copy = copyClone('npm-install', {});
  const { devDependencies } = JSON.parse(readFileSync(join(copy, 'package.json'), 'utf8'));
  const registry = await startEmptyRegistry(devDependencies);
  const env = { ...process.env, npm_config_registry: registry.url, npm_config_cache: `${copy}-cache` };
  const npm = spawn('npm', ['install', '--no-audit'], {
    cwd: copy,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let err = '';
  npm.stderr.on('data', (data: Buffer) => {
    err += data.toString();
  });
  const [code] = await once(npm, 'close');
  expect(err).toContain('pnpm installs here by itself: type npm run demo or npm test');
  expect(code).toBe(1);
  expect(registry.paths.toSorted()).toEqual(Object.keys(devDependencies).toSorted());
  expect(readdirSync(copy)).not.toContain('node_modules');
});

describe('before anything is set up', () => {
  let copy = '';
  beforeAll(() => {
    copy = copyClone('untouched', {});
  });
  afterEach(() => expect(readdirSync(copy)).not.toContain('.toolchain'));

  test.each(['demo', 'bench', 'soak', 'test', 'build'])('npm run %s -- --help prints its help', (name) => {
    const line = [join(copy, 'scripts/run.mjs'), name, '--help'];
    expect(execFileSync(process.execPath, line, { encoding: 'utf8' })).toContain(`Usage: npm run ${name}`);
  });

  test.each([
    ['demo', ['--onec'], 'Arguments of demo: --once, --json, --out.'],
    ['bench', ['--ony', 'B1'], 'Arguments of bench: --json, --only, --write.'],
    ['soak', ['cor'], 'There is no cor.\nArguments of soak: '],
    ['test', ['--watch'], 'Arguments of test: --changed.'],
    ['build', ['all'], 'build takes no arguments.'],
  ])('npm run %s refuses wrong arguments', async (name, args, sentence) => {
    const child = spawn(process.execPath, [join(copy, 'scripts/run.mjs'), name, ...args]);
    let err = '';
    child.stderr.on('data', (data: Buffer) => {
      err += data.toString();
    });
    const [code] = await once(child, 'close');
    expect(code).toBe(2);
    expect(err).toContain(sentence);
    expect(err).toContain('Nothing was installed.');
  });
});
