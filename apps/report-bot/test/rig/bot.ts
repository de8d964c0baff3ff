import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The bundle of this package. */
export const command = fileURLToPath(new URL('../../dist/answershare.mjs', import.meta.url));

/** The sources, which alone have the places where ANSWERSHARE_FAULT kills the process. */
const sources = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

export interface Finished {
  /** Null where a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

/** A fresh folder with settings, in which the real command runs as a child process. */
export interface Bot {
  readonly folder: string;
  /** Everything that any run wrote so far. */
  readonly transcript: string[];
  settings(text: string): void;
  run(args: readonly string[], extra?: Running): Promise<Finished>;
  /** Starts without waiting for the end. */
  begin(
    args: readonly string[],
    extra?: Running,
  ): { child: ChildProcess; finished: Promise<Finished>; says(text: string): Promise<void> };
  remove(): void;
}

export interface Running {
  readonly environment?: Readonly<Record<string, string>>;
  readonly input?: string;
}

export function newBot(environment: Readonly<Record<string, string>>, file = command): Bot {
  const folder = mkdtempSync(join(tmpdir(), 'answershare-bot-'));
  const transcript: string[] = [];
  const begin: Bot['begin'] = (args, extra = {}) => {
    const program = extra.environment?.ANSWERSHARE_FAULT === undefined ? file : sources;
    const child = spawn(process.execPath, [program, ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', ...environment, ...extra.environment },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let out = '';
    let err = '';
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
    child.stdin.end(extra.input ?? '');
    const finished = new Promise<Finished>((done) => {
      child.on('close', (code, signal) => {
        transcript.push(out, err);
        done({ code, signal, out, err });
      });
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
        finished.then(() => failed(new Error(`the bot ended without saying "${text}":\n${out}${err}`)));
      });
    return { child, finished, says };
  };
  return {
    folder,
    transcript,
    settings: (text) => writeFileSync(join(folder, 'answershare.yaml'), text),
    run: (args, extra) => begin(args, extra).finished,
    begin,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
