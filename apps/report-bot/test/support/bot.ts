import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Line, runInProcess } from './in-process.ts';
import {
  baseEnvironment,
  command,
  type Finished,
  type RunningCommand,
  sources,
  startCommand,
} from './process.ts';
import { makeDatabaseFolder } from './temporary-folder.ts';

export { command, type Finished };

/** A fresh folder with settings, in which commands run. */
export interface Bot {
  readonly folder: string;
  /** Everything that any run wrote so far. */
  readonly transcript: string[];
  settings(text: string): void;
  /** Runs in this process; as a child process where the environment holds a fault, or the program is another file. */
  run(args: readonly string[], extra?: Running): Promise<Finished>;
  /** Starts the bundle as a child process, without waiting for its end. */
  begin(args: readonly string[], extra?: Running): RunningCommand;
  remove(): void;
}

export interface Running {
  readonly environment?: Readonly<Record<string, string>>;
  readonly input?: string;
}

export function newBot(environment: Readonly<Record<string, string>>, file?: string): Bot {
  const folder = makeDatabaseFolder('bot');
  const transcript: string[] = [];
  const line = (args: readonly string[], extra: Running): Line => ({
    args,
    folder,
    environment: { ...baseEnvironment, ...environment, ...extra.environment },
    input: extra.input ?? '',
  });
  const asProcess = ({ environment: more = {} }: Running): boolean =>
    file !== undefined || more.ANSWERSHARE_FAULT !== undefined || more.NODE_OPTIONS !== undefined;
  const kept = (finished: Finished): Finished => {
    transcript.push(finished.out, finished.err);
    return finished;
  };
  const begin: Bot['begin'] = (args, extra = {}) => {
    const program = extra.environment?.ANSWERSHARE_FAULT === undefined ? (file ?? command) : sources;
    const begun = startCommand(program, line(args, extra));
    return { ...begun, finished: begun.finished.then(kept) };
  };
  return {
    folder,
    transcript,
    settings: (text) => writeFileSync(join(folder, 'answershare.yaml'), text),
    run: (args, extra = {}) =>
      asProcess(extra) ? begin(args, extra).finished : runInProcess(line(args, extra)).then(kept),
    begin,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
