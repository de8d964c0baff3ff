import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const folder = mkdtempSync(join(tmpdir(), 'answershare-set-up-'));

export const servers: Server[] = [];
export const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** Accepts connections and never answers, as a registry behind a broken network does. */
export async function startSilentServer(): Promise<Server> {
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
export function copyClone(name: string, { withToolchain, withSources }: Parts): string {
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
export function runNpm(
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
export function listProcesses(mark: string): string[] {
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
export const connects = async ({ ended }: Run, silent: Server): Promise<void> => {
  const isOver = ended.then(({ err }) => Promise.reject(new Error(`ended without a request: ${err}`)));
  await Promise.race([once(silent, 'connection'), isOver]);
};

export const until = async (isReached: () => boolean): Promise<void> => {
  while (!isReached()) await new Promise((resolve) => setTimeout(resolve, 50));
};

/** A busy machine takes longer than the set-up waits before it names a silent registry. */
export const patient = { ANSWERSHARE_FETCH_PATIENCE_MS: '600000' };

export const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: null };

export async function endsAll(
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
