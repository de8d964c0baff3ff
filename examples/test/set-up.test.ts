import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'answershare-set-up-'));

const servers: Server[] = [];
const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** Accepts connections and never answers, as a registry behind a broken network does. */
async function startSilentServer(): Promise<Server> {
  const server = createServer((socket) => socket.on('error', () => socket.destroy()));
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

afterAll(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Parts {
  /** The record of the fetched Node and pnpm. */
  readonly withToolchain?: true;
  /** The folders of sources and tests, which only a build reads: 1,800 files. */
  readonly withSources?: true;
}

/** Copies the tracked files, as a clone has them. */
function copyClone(name: string, { withToolchain, withSources }: Parts): string {
  const copy = join(folder, name);
  const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const isCopied = (path: string) => path !== '' && (withSources || !/\/test\/|\/src\/.+\//.test(path));
  for (const path of tracked.split('\0').filter(isCopied)) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(root, path), join(copy, path));
  }
  if (withToolchain) cpSync(join(root, '.toolchain/path.json'), join(copy, '.toolchain/path.json'));
  return copy;
}

interface Run {
  readonly npm: ChildProcess;
  /** The value of MARK in the environment of every process of the run. */
  readonly mark: string;
  /** Resolves once standard error holds the text. */
  prints(text: string): Promise<void>;
  readonly ended: Promise<{ readonly code: number | null; readonly err: string }>;
}

/** Runs `npm run NAME` with arguments, a temp folder, npm cache and package store of its own. */
function runNpm(
  name: string,
  copy: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Run {
  const mark = `${copy}-${Math.random()}`;
  mkdirSync(`${copy}-temp`, { recursive: true });
  const npm = spawn('npm', ['run', '-s', name, '--', ...args], {
    cwd: copy,
    env: {
      ...process.env,
      TMPDIR: `${copy}-temp`,
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
      MARK: mark,
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let err = '';
  const waiting = new Set<() => void>();
  npm.stderr?.on('data', (data: Buffer) => {
    err += data.toString();
    for (const check of waiting) check();
  });
  const ended = once(npm, 'close').then(([code]) => ({ code: code as number | null, err }));
  const prints = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const check = () => err.includes(text) && resolve();
      waiting.add(check);
      check();
      ended.then(() => reject(new Error(`ended without "${text}": ${err}`)), reject);
    });
  return { npm, mark, prints, ended };
}

/** The command lines of the processes of a run. A process may end while it is read. */
function listProcesses(mark: string): string[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((pid) => {
      try {
        const isOfRun = readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`MARK=${mark}`);
        return isOfRun ? [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')] : [];
      } catch {
        return [];
      }
    });
}

/** Resolves once the run asks the silent registry. */
const connects = async ({ ended }: Run, silent: Server): Promise<void> => {
  const isOver = ended.then(({ err }) => Promise.reject(new Error(`ended without a request: ${err}`)));
  await Promise.race([once(silent, 'connection'), isOver]);
};

const until = async (isReached: () => boolean): Promise<void> => {
  while (!isReached()) await new Promise((resolve) => setTimeout(resolve, 50));
};

/** A busy machine takes longer than the set-up waits before it names a silent registry. */
const patient = { ANSWERSHARE_FETCH_PATIENCE_MS: '600000' };

const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: null };

async function endsAll(
  { npm, mark, ended }: Run,
  copy: string,
  signal: NodeJS.Signals,
  code: number | null,
): Promise<void> {
  npm.kill(signal);
  expect((await ended).code).toBe(code);
  await until(() => listProcesses(mark).length === 0);
  expect(readdirSync(`${copy}-temp`)).toEqual([]);
}

describe.concurrent('a signal to npm ends every process and leaves the temp folder empty', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '%s while Node and pnpm are fetched',
    async (signal) => {
      const silent = await startSilentServer();
      const copy = copyClone(`fetch-${signal}`, {});
      const run = runNpm('demo', copy, {
        ...patient,
        npm_config_registry: `http://127.0.0.1:${portOf(silent)}/`,
        npm_config_cache: `${copy}-cache`,
      });
      await Promise.all([run.prints('Fetching Node'), connects(run, silent)]);
      await endsAll(run, copy, signal, exitCodes[signal]);
    },
  );

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

  test('a registry that refuses connections', async () => {
    const closed = createServer();
    await once(closed.listen(0, '127.0.0.1'), 'listening');
    const port = portOf(closed);
    await new Promise((resolve) => closed.close(resolve));
    const err = await fails('refusing', { npm_config_registry: `http://127.0.0.1:${port}/` });
    expect(err).toContain(`The npm registry 127.0.0.1:${port} cannot be reached (ECONNREFUSED).`);
  });

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
    ['test', ['--watch'], 'test takes no arguments.'],
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
