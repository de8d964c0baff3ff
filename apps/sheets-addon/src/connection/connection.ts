import {
  type DialectProfile,
  fingerprintKey,
  parseKey,
  type RecipeBook,
  unknownProfile,
} from '@answershare/core';
import { CellError } from '../ports/cell.ts';

/** A document's connection: the key, the one address it was entered for, and what the file learnt there. */
export interface Connection {
  readonly key: string;
  readonly baseUrl: string;
  readonly profile: DialectProfile;
  /** Null until counted. */
  readonly websites: number | null;
  /** New on every connect; cached answers of an earlier epoch are ignored. */
  readonly epoch: string;
  /** Older answers are requested again, milliseconds since the epoch: the last full refresh. */
  readonly freshFrom: number;
  /** End of the last refresh that brought an answer, milliseconds since the epoch; 0 for none. */
  readonly refreshedAt: number;
  /** While true no request is sent, and cells show cached answers. */
  readonly paused: boolean;
  /** True for the workspace's key: the file does not store it. */
  readonly shared: boolean;
  /** The recipes that this file has learnt. */
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

/** Fingerprint of a key and its address; does not reveal the key. */
export function toIdentity({ key, baseUrl }: Pick<Connection, 'key' | 'baseUrl'>): string {
  return fingerprintKey(`${baseUrl}\n${key}`);
}

export function writeConnection(connection: Connection): string {
  const { key, ...rest } = connection;
  return JSON.stringify(connection.shared ? { v: 1, ...rest } : { v: 1, key, ...rest });
}

/**
 * Reads the stored connection; null for none. A key is sent only to the address it was entered for: a connection with
 * another address is rejected.
 * @throws CellError
 */
export function readConnection(stored: string | null, addressNow: () => string): Connection | null {
  if (stored === null) return null;
  let value: unknown;
  try {
    value = JSON.parse(stored);
  } catch {
    throw new CellError('not_connected', `The connection stored in this file is damaged. ${anew}`);
  }
  if (!isConnection(value)) {
    throw new CellError('not_connected', `The connection stored in this file is damaged. ${anew}`);
  }
  if (value.baseUrl !== addressNow()) {
    throw new CellError('not_connected', `This file's key was given for another service address. ${anew}`);
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

/** @throws CellError without a connected key */
export function getConnection(stored: string | null, addressNow: () => string): Connection {
  const connection = readConnection(stored, addressNow);
  if (connection === null) throw new CellError('not_connected', `This file has no API key yet. ${again}`);
  return connection;
}

/** A connection with an untested key. @throws CellError for a key of wrong format */
export function createConnection(text: unknown, baseUrl: string, epoch: string): Connection {
  const reading = parseKey(typeof text === 'string' ? text : '');
  if (!reading.ok) {
    throw new CellError(reading.kind === 'auth.missing' ? 'no_key' : 'invalid_key', reading.complaint);
  }
  return {
    key: reading.key,
    baseUrl,
    profile: unknownProfile,
    websites: null,
    epoch,
    freshFrom: 0,
    refreshedAt: 0,
    paused: false,
    shared: false,
    recipes: {},
  };
}

function parseObject(stored: string | null): { readonly [name: string]: unknown } | null {
  try {
    return stored === null ? null : (Object(JSON.parse(stored)) as { readonly [name: string]: unknown });
  } catch {
    return null;
  }
}

/**
 * The connection of a file that may have no key of its own. It then uses the workspace's key, if the deploying engineer
 * has set one. The file stores what it learnt and whether it is paused, never that key. With another key it starts
 * over. A damaged connection stays as it is.
 * @param stored the file's connection
 * @throws CellError for a workspace key of wrong format
 */
export function withWorkspaceKey(
  stored: string | null,
  workspaceKey: string | null,
  address: () => string,
): string | null {
  const own = parseObject(stored);
  if (stored !== null && (own === null || own.shared !== true)) return stored;
  if (workspaceKey === null || workspaceKey.trim() === '') return null;
  const reading = parseKey(workspaceKey);
  if (!reading.ok) {
    throw new CellError(
      'invalid_key',
      'The workspace key of this add-on is no API key. Tell its administrator.',
    );
  }
  const baseUrl = address();
  const epoch = fingerprintKey(`${baseUrl}\n${reading.key}`).slice(0, 8);
  const before = own !== null && own.epoch === epoch ? own : { profile: unknownProfile, websites: null };
  return JSON.stringify({ ...before, key: reading.key, baseUrl, epoch, shared: true });
}
