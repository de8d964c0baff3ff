import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { parseEnv } from 'node:util';
import type { Variables } from '../../settings/references.ts';
import { type BotSettings, readSettings, type StoreLocation } from '../../settings/settings.ts';
import type { Store } from '../../store/store.ts';
import { UsageError } from '../../system/errors.ts';
import { type Environment, hideEnvironment, hidePassword, type Redactor } from '../../system/redactor.ts';
import type { Shutdown } from '../../system/shutdown.ts';

/** The environment of a command. Secrets are redacted from all output. */
export interface Context extends Shutdown {
  write(text: string): void;
  writeError(text: string): void;
  /** Prints a notice that is not an error. */
  notice(text: string): void;
  /** Redacts a value from all later output. */
  hide(secret: string | null | undefined): void;
  /** The process environment plus a `.env` file of the folder. */
  variables(folder: string): Variables;
  settings(file: string): BotSettings;
  /** Standard input. */
  input(): Readable;
  /** Opens the store, or returns the one that is open. */
  store(location: StoreLocation): Promise<Store>;
}

/** The stores of one process: each is opened once and closed at the end. */
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
      const { openStore } = await import('../../store/store.ts');
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
  /** For messages that the user must see at once, even inside a batch. */
  readonly notice: (text: string) => void;
}

export function openContext(
  streams: Streams,
  stores: Stores,
  shutdown: Shutdown,
  variables: Environment,
  input: Readable | null,
  redactor: Redactor,
): Context {
  const clean = (text: string): string => `${replaceControls(text)}\n`;
  const context: Context = {
    write: (text) => streams.out(clean(text)),
    writeError: (text) => streams.err(clean(text)),
    notice: (text) => streams.notice(clean(text)),
    hide: (secret) => {
      redactor.hide(secret);
      hidePassword(redactor, secret ?? '');
    },
    variables: (folder) => {
      const file = readEnvironmentFile(join(folder, '.env'));
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
        throw new UsageError('Standard input holds the batch itself. Name a file in place of -.');
      return input;
    },
    store: (location) => stores.open(location),
    ...shutdown,
  };
  return context;
}

/** Replaces control characters: names from outside may contain terminal escapes. */
function replaceControls(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, '\ufffd');
}

/** Variables of a `.env` file next to the settings; process variables win. */
function readEnvironmentFile(path: string): Environment {
  try {
    return parseEnv(readFileSync(path, 'utf8'));
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new UsageError(
      `The file ${path} cannot be read: ${(thrown as Error).message}. Correct or remove it.`,
    );
  }
}

/**
 * An output stream whose reader may leave (`answershare list | head`). Drops writes after an error, so that the work
 * in progress continues. `fault` is the error; null without one, and if the reader left.
 */
export function openOutput(stream: Writable): { write(text: string): void; fault(): string | null } {
  let open = true;
  let fault: string | null = null;
  stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    open = false;
    if (code !== 'EPIPE') fault ??= code ?? message;
  });
  return {
    write: (text) => {
      if (open) stream.write(text);
    },
    fault: () => fault,
  };
}
