import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from '../../src/store/store.ts';
import { inStore, type Line, releaseFolder, runInProcess } from './in-process.ts';
import { baseEnvironment, command, type Finished, type RunningCommand, startCommand } from './process.ts';
import { requestSupply } from './supplies.ts';
import { makeDatabaseFolder } from './temporary-folder.ts';

export { command, type Finished };

/** A fresh folder with settings, in which commands run. */
export interface Bot {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Everything that any run wrote so far. */
  readonly transcript: string[];
  settings(text: string): void;
  /** Runs in this process; as a child process where the environment holds a fault, or the program is another file. */
  run(args: readonly string[], extra?: Running): Promise<Finished>;
  /** Starts the bundle as a child process, without waiting for its end. */
  begin(args: readonly string[], extra?: Running): Promise<RunningCommand>;
  /** Reads or writes its database. */
  inStore<T>(work: (store: Store) => Promise<T>): Promise<T>;
  /** Closes the database, which stays open after a command in this process. */
  release(): Promise<void>;
  remove(): Promise<void>;
}

export interface Running {
  readonly environment?: Readonly<Record<string, string>>;
  readonly input?: string;
}

export function newBot(environment: Readonly<Record<string, string>>, file?: string): Bot {
  const folder = makeDatabaseFolder('bot');
  const transcript: string[] = [];
  const { DATABASE_URL: url } = environment;
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
  const begin: Bot['begin'] = async (args, extra = {}) => {
    await releaseFolder(folder);
    const isFaulty = extra.environment?.ANSWERSHARE_FAULT !== undefined;
    const program = isFaulty ? await requestSupply('faulty-command') : (file ?? command);
    const begun = startCommand(program, line(args, extra));
    return { ...begun, finished: begun.finished.then(kept) };
  };
  return {
    folder,
    environment,
    transcript,
    settings: (text) => writeFileSync(join(folder, 'answershare.yaml'), text),
    run: async (args, extra = {}) =>
      asProcess(extra) ? (await begin(args, extra)).finished : runInProcess(line(args, extra)).then(kept),
    begin,
    inStore: (work) =>
      inStore(url === undefined ? { folder: join(folder, 'answershare-data') } : { url }, work),
    release: () => releaseFolder(folder),
    remove: async () => {
      await releaseFolder(folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
