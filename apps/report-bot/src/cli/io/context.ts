import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { parseEnv } from 'node:util';
import type { Variables } from '../../settings/references.ts';
import { type BotSettings, readSettings, type StoreLocation } from '../../settings/settings.ts';
import type { Store, StoreUse } from '../../store/store.ts';
import { UsageError } from '../../system/errors.ts';
import { readSmallFile } from '../../system/files.ts';
import { type Environment, hideEnvironment, hidePassword, type Redactor } from '../../system/redactor.ts';
import type { Shutdown } from '../../system/shutdown.ts';
import { renameProgram } from './help.ts';
import type { Streams } from './terminal.ts';

export const defaultConfig = './answershare.yaml';

/** The environment of a command. Secrets are redacted from all output. */
export interface Context extends Shutdown {
  /** Prints data for programs, unchanged. */
  write(text: string): void;
  /** Prints a result of `--json` as one line. Quoted commands name the program as in {@link Context.report}. */
  writeJson(value: object): void;
  /** Prints a report for people. */
  report(text: string): void;
  /** Prints a new key, the one secret that a command shows. */
  reveal(text: string): void;
  /** Prints an error; after its time, an ISO text, if given. */
  writeError(text: string, at?: string): void;
  /** Prints a notice that is not an error. */
  notice(text: string): void;
  /** Suggests the next command, with the settings file and the clock of this one. */
  next(command: string, options: { readonly config?: string; readonly now?: string }): void;
  /** Shows how much of the work is done, on a terminal. */
  progress(done: number, total: number, noun: string): void;
  /** Redacts a value from all later output. */
  hide(secret: string | null | undefined): void;
  /** The process environment plus a `.env` file of the folder. */
  variables(folder: string): Variables;
  settings(file: string): BotSettings;
  /** Standard input. */
  input(): Readable;
  /** Opens the store, or returns the one that is open. By default a folder may be that of a running `start`. */
  store(location: StoreLocation, use?: StoreUse): Promise<Store>;
  /** Closes the open stores, so that another process can use the folder. A later use opens them again. */
  closeStores(): Promise<void>;
}

/** The stores of one process: each is opened once and closed at the end. */
export interface Stores {
  open(location: StoreLocation, use: StoreUse): Promise<Store>;
  close(): Promise<void>;
}

export function openStores(redact: (text: string) => string): Stores {
  const held = new Map<string, Promise<Store>>();
  return {
    async open(location, use) {
      const name = JSON.stringify(location);
      const known = held.get(name);
      if (known !== undefined && (use === 'shared' || !(await known).isShared)) return known;
      await (await known)?.close();
      const { openStore } = await import('../../store/store.ts');
      const opening = openStore(location, redact, use);
      held.set(name, opening);
      opening.catch(() => held.delete(name));
      return opening;
    },
    async close() {
      for (const store of held.values()) await (await store).close();
      held.clear();
    },
  };
}

/** What {@link openContext} needs of the process and the command line. */
interface ContextParts {
  readonly streams: Streams;
  /** Standard output without redaction. */
  readonly reveal: (text: string) => void;
  readonly stores: Stores;
  readonly shutdown: Shutdown;
  readonly environment: Environment;
  /** Null if standard input is used already. */
  readonly input: Readable | null;
  readonly redactor: Redactor;
  /** Files of which the user was warned. */
  readonly warned: Set<string>;
  /** How the user calls this program, for the next command. */
  readonly program: string;
  /** True for `--json`: both streams get JSON lines only. */
  readonly json: boolean;
}

export function openContext(parts: ContextParts): Context {
  const { streams, stores, shutdown, environment: variables, input, redactor, program, json } = parts;
  const clean = (text: string): string => `${replaceControls(text)}\n`;
  const context: Context = {
    write: (text) => streams.out(clean(text)),
    writeJson: (value) => context.write(renameProgram(JSON.stringify(value), program)),
    report: (text) => streams.report(clean(text)),
    reveal: (text) => parts.reveal(clean(text)),
    writeError: (text, at) => {
      const time = at === undefined ? {} : { at, level: 'error' };
      streams.err(clean(json ? JSON.stringify({ ...time, error: text }) : `${at ?? ''} ${text}`.trimStart()));
    },
    notice: (text) => streams.notice(clean(json ? JSON.stringify({ notice: text }) : text)),
    next: (command, { config = defaultConfig, now }) => {
      const repeated = [
        ...(config === defaultConfig ? [] : [`--config ${quoteWord(config)}`]),
        ...(now === undefined ? [] : [`--now ${now}`]),
      ];
      if (!json) streams.hint(clean(['Next:', program, command, ...repeated].join(' ')));
    },
    progress: (done, total, noun) => {
      if (!json) streams.progress(`${done} of ${total} ${noun}`);
    },
    hide: (secret) => {
      redactor.hide(secret);
      hidePassword(redactor, secret ?? '');
    },
    variables: (folder) => {
      const file = readEnvironmentFile(join(folder, '.env'), (path) => {
        if (!parts.warned.has(path))
          context.notice(
            `Other users of this machine may change the file ${path}, and so where your secrets go; make it this user's alone (chown, chmod 600).`,
          );
        parts.warned.add(path);
      });
      hideEnvironment(redactor, file);
      const fromFile = new Set(Object.keys(file).filter((name) => variables[name] === undefined));
      // Without inherited names: a command line may name any variable.
      return { values: Object.assign(Object.create(null), file, variables), fromFile };
    },
    settings: (file) => {
      const { values, fromFile } = context.variables(dirname(file));
      return readSettings(file, values, { fromFile, hide: context.hide });
    },
    input: () => {
      if (input === null)
        throw new UsageError('Standard input holds the batch itself. Name a file in place of -.');
      return input;
    },
    store: (location, use = 'shared') => stores.open(location, use),
    closeStores: () => stores.close(),
    ...shutdown,
  };
  return context;
}

/** A word of a command line, quoted for a shell if necessary. */
export function quoteWord(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Replaces control characters: names from outside may contain terminal escapes. */
function replaceControls(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, '\ufffd');
}

/** Variables of a `.env` file next to the settings; process variables win. */
function readEnvironmentFile(path: string, warn: (path: string) => void): Environment {
  const file = readSmallFile(path);
  if ('why' in file) {
    if (file.isMissing) return {};
    throw new UsageError(
      `The file ${path} ${file.why}; write a text file there, or remove it and set its variables in the environment.`,
    );
  }
  if (file.isSharedForWriting) warn(path);
  return parseEnv(file.text);
}
