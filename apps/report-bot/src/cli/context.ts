import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { parseEnv } from 'node:util';
import { redact } from '@answershare/core';
import { Complaint } from '../complaint.ts';
import type { Ending } from '../ending.ts';
import type { Environment, Variables } from '../settings/references.ts';
import { readSettings, type Settings, type StoreLocation } from '../settings/settings.ts';
import type { Store } from '../store/store.ts';

/** What a command may use of the outside. Everything it writes passes {@link Context.write}, which redacts. */
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
  /** All of standard input. */
  input(): Promise<Buffer>;
  /** Opens the store, or gives the one that is held open. */
  store(location: StoreLocation): Promise<Store>;
}

/** The stores of one process: each opened once and closed at the end. */
export interface Stores {
  open(location: StoreLocation): Promise<Store>;
  close(): Promise<void>;
}

export function openStores(): Stores {
  const held = new Map<string, Promise<Store>>();
  return {
    async open(location) {
      const name = JSON.stringify(location);
      const known = held.get(name);
      if (known !== undefined) return known;
      const { openStore } = await import('../store/store.ts');
      const opening = openStore(location);
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
): Context {
  const secrets = new Set<string>();
  const clean = (text: string): string => `${printable(redact(text, [...secrets]))}\n`;
  const context: Context = {
    write: (text) => streams.out(clean(text)),
    complain: (text) => streams.err(clean(text)),
    notice: (text) => streams.notice(clean(text)),
    hide: (secret) => {
      if (!secret || isKeyPrefix(secret)) return;
      for (const written of [secret, ...otherWritings(secret)]) secrets.add(written);
    },
    variables: (folder) => {
      const file = environmentFile(join(folder, '.env'));
      const fromFile = new Set(Object.keys(file).filter((name) => variables[name] === undefined));
      return { values: { ...file, ...variables }, fromFile };
    },
    settings: (file) => {
      const { values, fromFile } = context.variables(dirname(file));
      for (const [name, value] of Object.entries(values)) {
        if (/KEY|PASSWORD|SECRET|TOKEN|DATABASE_URL/.test(name)) context.hide(value);
      }
      const settings = readSettings(file, values, fromFile);
      context.hide(settings.service.key);
      context.hide(settings.smtp?.password);
      return settings;
    },
    input: async () => {
      if (input === null)
        throw new Complaint('Standard input holds the batch itself. Name a file in place of -.', 2);
      return buffer(input);
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

/** As what a service may echo a secret that is long enough to be told from words: in another case or encoding, a key without its prefix. */
function otherWritings(secret: string): readonly string[] {
  const bare = secret.replace(/^rsc?_(live|test)_/, '');
  return [secret, bare].flatMap((text) =>
    text.length < 12
      ? []
      : [
          text,
          text.toUpperCase(),
          text.toLowerCase(),
          encodeURIComponent(text),
          ...(['base64', 'base64url', 'hex'] as const).map((encoding) =>
            Buffer.from(text).toString(encoding).replace(/=+$/, ''),
          ),
        ],
  );
}

/** The public beginnings of keys (specification §5) are words of our own hints and no secret. */
function isKeyPrefix(text: string): boolean {
  return ['rs_live_', 'rs_test_', 'rsc_live_', 'rsc_test_'].some((prefix) => prefix.startsWith(text));
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
