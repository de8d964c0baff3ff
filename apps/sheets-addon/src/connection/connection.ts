import { type DialectProfile, fingerprintKey, parseKey, type RecipeBook } from '@answershare/core';
import { Refusal } from '../cells/refusal.ts';

/** What a document keeps about its service: the key, the one address it was given for, and what was learnt there. */
export interface Connection {
  readonly key: string;
  readonly baseUrl: string;
  readonly profile: DialectProfile;
  /** Null where nobody counted them yet. */
  readonly websites: number | null;
  /** Changes with every connecting; cached answers of an earlier one are not used. */
  readonly epoch: string;
  /** Answers from before this are asked for again, milliseconds since the epoch: the last refresh that was whole. */
  readonly freshFrom: number;
  /** When the last refresh ended that brought an answer, milliseconds since the epoch; 0 for none. */
  readonly refreshedAt: number;
  /** While true no request goes out, and cells show what is kept. */
  readonly paused: boolean;
  /** True where the key is the workspace's: the file does not keep it. */
  readonly shared: boolean;
  /** How the service's bodies are read, as far as this file learnt it. */
  readonly recipes: RecipeBook;
}

const again = 'Connect one in the sidebar: Extensions > Answershare > Open sidebar.';
const anew = 'Connect a key in the sidebar.';

function isConnection(
  value: unknown,
): value is Omit<Connection, 'freshFrom' | 'refreshedAt' | 'paused' | 'shared' | 'recipes'> &
  Partial<Connection> {
  if (typeof value !== 'object' || value === null) return false;
  const { key, baseUrl, profile, websites, epoch } = value as Partial<Connection>;
  return (
    typeof key === 'string' &&
    typeof baseUrl === 'string' &&
    (typeof websites === 'number' || websites === null) &&
    typeof epoch === 'string' &&
    typeof profile === 'object' &&
    profile !== null &&
    parseKey(key).ok
  );
}

/** Stands for a key at an address; the key cannot be read from it. */
export function identityOf({ key, baseUrl }: Pick<Connection, 'key' | 'baseUrl'>): string {
  return fingerprintKey(`${baseUrl}\n${key}`);
}

export function writeConnection(connection: Connection): string {
  const { key, ...rest } = connection;
  return JSON.stringify(connection.shared ? { v: 1, ...rest } : { v: 1, key, ...rest });
}

/**
 * Reads the stored connection; null where there is none. A key goes only to the address it was given for: a connection
 * with another address is refused.
 * @throws Refusal
 */
export function readConnection(stored: string | null, addressNow: () => string): Connection | null {
  if (stored === null) return null;
  let value: unknown;
  try {
    value = JSON.parse(stored);
  } catch {
    throw new Refusal('not_connected', `The connection stored in this file is damaged. ${anew}`);
  }
  if (!isConnection(value)) {
    throw new Refusal('not_connected', `The connection stored in this file is damaged. ${anew}`);
  }
  if (value.baseUrl !== addressNow()) {
    throw new Refusal('not_connected', `This file's key was given for another service address. ${anew}`);
  }
  return {
    ...value,
    freshFrom: value.freshFrom ?? 0,
    refreshedAt: value.refreshedAt ?? 0,
    paused: value.paused ?? false,
    shared: value.shared ?? false,
    recipes: value.recipes ?? {},
  };
}

/** @throws Refusal where no key is connected */
export function requireConnection(stored: string | null, addressNow: () => string): Connection {
  const connection = readConnection(stored, addressNow);
  if (connection === null) throw new Refusal('not_connected', `This file has no API key yet. ${again}`);
  return connection;
}
