import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished, vi } from 'vitest';
import { runSandbox } from '../../src/command.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** A new folder; the end of the test removes it. */
export function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const variables = { SANDBOX_QUIRKS: 'reset=epoch, shares=fraction' };
const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

interface ExitResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface RunningCommand {
  readonly child: ChildProcess;
  /** The standard output up to the first line that matches; throws if the command ends before. */
  firstLines(until: RegExp): Promise<string>;
  readonly ended: Promise<ExitResult>;
}

export function run(...argv: string[]): RunningCommand {
  return runWith({}, argv);
}

/** Runs a command that ends by itself, in this process. */
export async function runHere(
  environment: Readonly<Record<string, string>>,
  argv: readonly string[],
): Promise<ExitResult> {
  let [out, err] = ['', ''];
  const print = (text: unknown): true => {
    out += String(text);
    return true;
  };
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(print),
    vi.spyOn(console, 'log').mockImplementation((text) => void print(`${text}\n`)),
    vi.spyOn(console, 'error').mockImplementation((text) => {
      err += `${text}\n`;
    }),
  ];
  const before = endSignals.map((signal) => [signal, process.listeners(signal)] as const);
  const all = {
    ...variables,
    XDG_RUNTIME_DIR: environment.XDG_RUNTIME_DIR ?? createFolder(),
    ...environment,
  };
  for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value);
  try {
    return { code: await runSandbox(argv), out, err };
  } finally {
    vi.unstubAllEnvs();
    for (const spy of spies) spy.mockRestore();
    for (const [signal, listeners] of before) {
      for (const listener of process.listeners(signal))
        if (!listeners.includes(listener)) process.removeListener(signal, listener);
    }
  }
}

/** Runs the command. Its sandboxes are found in XDG_RUNTIME_DIR, by default a new folder. */
export function runWith(
  environment: Readonly<Record<string, string>>,
  argv: readonly string[],
): RunningCommand {
  const child = spawn(process.execPath, [MAIN, ...argv], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      // As in a terminal: the command then has a cache of its own.
      NODE_COMPILE_CACHE: undefined,
      ...variables,
      ...(environment.XDG_RUNTIME_DIR === undefined ? { XDG_RUNTIME_DIR: createFolder() } : {}),
      ...environment,
    },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const { stdout, stderr } = child;
  let [out, err] = ['', ''];
  stdout.on('data', (chunk) => {
    out += String(chunk);
  });
  stderr.on('data', (chunk) => {
    err += String(chunk);
  });
  let isOver = false;
  const ended = once(child, 'close').then(([code]) => {
    isOver = true;
    return { code: code as number | null, out, err };
  });
  const firstLines = async (until: RegExp): Promise<string> => {
    for (;;) {
      const lines = out.split('\n').slice(0, -1);
      const at = lines.findIndex((line) => until.test(line));
      if (at >= 0) return lines.slice(0, at + 1).join('\n');
      if (isOver) throw new Error(`The command ended before it printed ${until}: ${err}`);
      await Promise.race([once(stdout, 'data'), ended]);
    }
  };
  return { child, firstLines, ended };
}
