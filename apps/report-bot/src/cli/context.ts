import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { parseEnv } from 'node:util';
import { Complaint } from '../complaint.ts';
import type { Ending } from '../ending.ts';
import { hideEnvironment, hidePassword } from '../secrets/environment.ts';
import type { Redactor } from '../secrets/redactor.ts';
import type { Environment, Variables } from '../settings/references.ts';
import { readSettings, type Settings, type StoreLocation } from '../settings/settings.ts';
import type { Store } from '../store/store.ts';

/** What a command may use of the outside. Secrets are taken out of everything that it writes. */
export interface Context extends Ending {
  write(text: string): void;
  complain(text: string): void;
  /** Something to know that is no failure. */
  notice(text: string): void;
  /** Takes a value out of everything written from now on. */
  hide(secret: string | null | undefined): void;
  /** The process's environment, and what a `.env` file in the folder adds. */
  variables(folder: string): Variables;
  settings(file: string): Settings;
  /** Standard input. */
  input(): Readable;
  /** Opens the store, or gives the one that is held open. */
  store(location: StoreLocation): Promise<Store>;
}

/** The stores of one process: each opened once and closed at the end. */
export interface Stores {
  open(location: StoreLocation): Promise<Store>;
  close(): Promise<void>;
}

export function openStores(redact: (text: string) => string): Stores {
  const held = new Map<string, Promise<Store>>();
  return {
    async open(location) {
      const name = JSON.stringify(location);
      const known = held.get(name);
      if (known !== undefined) return known;
      const { openStore } = await import('../store/store.ts');
      const opening = openStore(location, redact);
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

export interface Streams {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** For what a person should see at once, also where a batch gathers the rest. */
  readonly notice: (text: string) => void;
}

export function openContext(
  streams: Streams,
  stores: Stores,
  ending: Ending,
  variables: Environment,
  input: Readable | null,
  redactor: Redactor,
): Context {
  const clean = (text: string): string => `${printable(text)}\n`;
  const context: Context = {
    write: (text) => streams.out(clean(text)),
    complain: (text) => streams.err(clean(text)),
    notice: (text) => streams.notice(clean(text)),
    hide: (secret) => {
      redactor.hide(secret);
      hidePassword(redactor, secret ?? '');
    },
    variables: (folder) => {
      const file = environmentFile(join(folder, '.env'));
      hideEnvironment(redactor, file);
      const fromFile = new Set(Object.keys(file).filter((name) => variables[name] === undefined));
      return { values: { ...file, ...variables }, fromFile };
    },
    settings: (file) => {
      const { values, fromFile } = context.variables(dirname(file));
      return readSettings(file, values, { fromFile, hide: context.hide });
    },
    input: () => {
      if (input === null)
        throw new Complaint('Standard input holds the batch itself. Name a file in place of -.', 2);
      return input;
    },
    store: (location) => stores.open(location),
    ...ending,
  };
  return context;
}

/** Names from a service or a file may hold control characters, which a terminal would obey. */
function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, '\ufffd');
}

/** Variables of a `.env` file beside the settings; real variables win over them. */
function environmentFile(path: string): Environment {
  try {
    return parseEnv(readFileSync(path, 'utf8'));
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new Complaint(
      `The file ${path} cannot be read: ${(thrown as Error).message}. Correct or remove it.`,
      2,
    );
  }
}
