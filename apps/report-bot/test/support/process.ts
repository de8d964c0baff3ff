import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Line } from './in-process.ts';

/** The bundle of this package. */
export const command = fileURLToPath(new URL('../../dist/answershare.mjs', import.meta.url));

/** The bundle that alone has the places where ANSWERSHARE_FAULT kills the process. */
export const faultyCommand = fileURLToPath(
  new URL('../../node_modules/.faulty-command/answershare.mjs', import.meta.url),
);

const { PATH = '', NODE_COMPILE_CACHE } = process.env;

/** What a command takes from the environment of the tests: where programs are, and where Node keeps compiled code. */
export const baseEnvironment = { PATH, ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }) };

export interface Finished {
  /** Null where a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

/** A command that runs as a child process. */
export interface RunningCommand {
  readonly child: ChildProcess;
  readonly finished: Promise<Finished>;
  /** Settles once either stream holds this text. */
  says(text: string): Promise<void>;
}

/** Starts a command line of this program, without waiting for its end. */
export function startCommand(program: string, { args, folder, environment, input }: Line): RunningCommand {
  return startProcess([process.execPath, program, ...args], { cwd: folder, env: { ...environment } }, input);
}

/** Starts a process with a text as its input, without waiting for its end. For null the input stays open. */
export function startProcess(
  [file = '', ...args]: readonly string[],
  options: SpawnOptions,
  input: string | null = '',
): RunningCommand {
  const child = spawn(file, args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] });
  let [out, err] = ['', ''];
  const waiting = new Set<() => void>();
  const heard = (): void => {
    for (const look of waiting) look();
  };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    heard();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
    heard();
  });
  if (input !== null) child.stdin.end(input);
  const finished = new Promise<Finished>((done, failed) => {
    child.on('error', failed);
    child.on('close', (code, signal) => done({ code, signal, out, err }));
  });
  const says = (text: string): Promise<void> =>
    new Promise((done, failed) => {
      const look = (): void => {
        if (!`${out}${err}`.includes(text)) return;
        waiting.delete(look);
        done();
      };
      waiting.add(look);
      look();
      finished.then(() => failed(new Error(`the bot ended without saying "${text}":\n${out}${err}`)), failed);
    });
  return { child, finished, says };
}
