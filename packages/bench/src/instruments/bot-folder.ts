import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A folder with settings, in which the built command runs. */
export interface BotFolder {
  /** Resolves with the output. Rejects with it if the command fails. */
  run(line: readonly string[], key: string): Promise<string>;
  /** Starts the gateway. */
  serve(options: readonly string[], key: string): Promise<RunningProgram>;
  remove(): void;
}

/** A program that printed its address. */
export interface RunningProgram {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a program, and reads its address from its first line. */
export async function startProgram(
  child: ChildProcess,
  toUrl: (line: string) => string = (line) => line,
): Promise<RunningProgram> {
  if (child.stdout === null) throw new Error('The process has no output.');
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  return {
    url: toUrl(String(line).trim()),
    stop: async () => {
      const ended = once(child, 'close');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

export function openBotFolder(settings: readonly string[]): BotFolder {
  const home = findPackageJSON('@answershare/report-bot', import.meta.url);
  if (home === undefined) throw new Error('The bot is not built: run `npm test` once.');
  const program = join(dirname(home), 'dist/answershare.mjs');
  const folder = mkdtempSync(join(tmpdir(), 'answershare-bench-'));
  writeFileSync(join(folder, 'answershare.yaml'), settings.join('\n'));
  // The sandbox answers from this process, so that no command may block it.
  const start = (line: readonly string[], key: string, errors: 'pipe' | 'inherit'): ChildProcess =>
    spawn(process.execPath, [program, ...line], {
      cwd: folder,
      env: { PATH: process.env.PATH, ANSWERSHARE_API_KEY: key },
      stdio: ['ignore', 'pipe', errors],
    });
  return {
    run: async (line, key) => {
      const child = start(line, key, 'pipe');
      let [out, err] = ['', ''];
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        out += text;
      });
      child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        err += text;
      });
      const [code] = await once(child, 'close');
      if (code !== 0) throw new Error(`"answershare ${line.join(' ')}" failed: ${out}${err}`);
      return out;
    },
    serve: (options, key) =>
      startProgram(
        start(['serve', '--json', ...options], key, 'inherit'),
        (line) => (JSON.parse(line) as { url: string }).url,
      ),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
