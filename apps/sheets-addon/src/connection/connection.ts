import {
  axisNames,
  type DialectProfile,
  type Endpoint,
  findWebsite,
  fingerprintKey,
  maskKey,
  matchWebsites,
  type NameList,
  parseKey,
  type RecipeBook,
  type RecipeStatus,
  toForm,
  unknownProfile,
  type Website,
} from '@answershare/core';
import { quoteArgument } from '../cells/choice-error.ts';
import { CellError } from '../ports/cell.ts';
import type { CellFault } from '../ports/query.ts';

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
  /** Ids of the only websites that the file shows; null for all of the key's. */
  readonly allowed: readonly string[] | null;
  /** The names that the file keeps. */
  readonly names: NameList;
  /** When the key was connected, milliseconds since the epoch; 0 if unknown. */
  readonly connectedAt: number;
  /** The mail address of who connected it; empty if unknown. */
  readonly connectedBy: string;
}

/** A connection without any history. */
const noHistory = {
  freshFrom: 0,
  refreshedAt: 0,
  paused: false,
  shared: false,
  recipes: {},
  allowed: null,
  names: {},
  connectedAt: 0,
  connectedBy: '',
} as const;

const connectHint = 'Connect one in the sidebar: Extensions > Answershare > Open sidebar.';
const reconnectHint = 'Connect a key in the sidebar.';

function isConnection(
  value: unknown,
): value is Omit<Connection, keyof typeof noHistory> & Partial<Connection> {
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

function parseObject(stored: string | null): { readonly [name: string]: unknown } | null {
  try {
    return stored === null ? null : (Object(JSON.parse(stored)) as { readonly [name: string]: unknown });
  } catch {
    return null;
  }
}

/**
 * Reads the stored connection; null for none. A key is sent only to the address it was entered for: a connection with
 * another address is rejected.
 * @throws CellError
 */
export function readConnection(stored: string | null, addressNow: () => string): Connection | null {
  if (stored === null) return null;
  const value = parseObject(stored);
  if (!isConnection(value)) {
    throw new CellError('not_connected', `The connection stored in this file is damaged. ${reconnectHint}`);
  }
  if (value.baseUrl !== addressNow()) {
    throw new CellError(
      'not_connected',
      `This file's key was given for another service address. ${reconnectHint}`,
    );
  }
  return { ...noHistory, ...value };
}

/** @throws CellError without a connected key */
export function getConnection(stored: string | null, addressNow: () => string): Connection {
  const connection = readConnection(stored, addressNow);
  if (connection === null)
    throw new CellError('not_connected', `This file has no API key yet. ${connectHint}`);
  return connection;
}

/** A connection with an untested key. @throws CellError for a key of wrong format */
export function createConnection(text: unknown, baseUrl: string, epoch: string): Connection {
  const reading = parseKey(typeof text === 'string' ? text : '');
  if (!reading.ok) {
    throw new CellError(reading.kind === 'auth.missing' ? 'no_key' : 'invalid_key', reading.complaint);
  }
  return { ...noHistory, key: reading.key, baseUrl, profile: unknownProfile, websites: null, epoch };
}

/** The epoch of answers in cells: it changes with the websites that the file shows, and with its names. */
export function toReadyEpoch({
  epoch,
  allowed,
  names,
}: Pick<Connection, 'epoch' | 'allowed' | 'names'>): string {
  const shown = JSON.stringify([allowed, names]);
  return shown === '[null,{}]' ? epoch : `${epoch}:${fingerprintKey(shown)}`;
}

export const selectAllowed = <T extends { readonly id: string }>(
  websites: readonly T[],
  allowed: Connection['allowed'],
): readonly T[] => websites.filter(({ id }) => allowed === null || allowed.includes(id));

export const notAllowed = (what: string): CellError =>
  new CellError(
    'not_allowed',
    `This file does not show ${what}. The sidebar chooses its websites under Key.`,
  );

/**
 * The website of a reference among those that the file shows.
 * @param all of the key
 * @throws CellError for another one of the key; ApiError for none or several
 */
export function findAllowedWebsite(
  shown: readonly Website[],
  all: readonly Website[],
  reference: string,
): Website {
  const isOther = matchWebsites(shown, reference).length === 0 && matchWebsites(all, reference).length > 0;
  if (isOther) throw notAllowed(quoteArgument(reference));
  return findWebsite(shown, reference);
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
      'The workspace key of this add-on is not an API key. Tell its administrator.',
    );
  }
  const baseUrl = address();
  const epoch = fingerprintKey(`${baseUrl}\n${reading.key}`).slice(0, 8);
  const before = own !== null && own.epoch === epoch ? own : { profile: unknownProfile, websites: null };
  return JSON.stringify({ ...before, key: reading.key, baseUrl, epoch, shared: true });
}

/** A connection as the sidebar sees it: without the key, in values that google.script.run can transfer. */
export interface Connected {
  readonly ok: true;
  readonly connected: true;
  /** The detected Form; null while unknown. */
  readonly form: 1 | 2 | 'mixed' | null;
  /** Null until counted. */
  readonly websites: number | null;
  /** True if the file shows only some websites of the key. */
  readonly isLimited: boolean;
  readonly connectedAt: number;
  readonly connectedBy: string;
  /** True for the workspace's key, which this file cannot remove. */
  readonly shared: boolean;
  /** The recipe status of each endpoint; an endpoint without a recipe is absent. */
  readonly recipes: Readonly<Partial<Record<Endpoint, RecipeStatus>>>;
  /** Prefix and last four characters. */
  readonly masked: string;
  /** The service's host name. */
  readonly host: string;
  /** Why the service rejects the key, as its last answer states; null if it does not. */
  readonly refusal: CellFault | null;
}

interface NotConnected {
  readonly ok: true;
  readonly connected: false;
  /** The host that a key would be sent to. */
  readonly host: string;
}

export interface FailedAnswer {
  readonly ok: false;
  readonly code: string;
  readonly sentence: string;
}

export type ConnectAnswer = Connected | FailedAnswer;
export type StatusAnswer = Connected | NotConnected | FailedAnswer;

export function toHostName(baseUrl: string): string {
  return /^https?:\/\/([^/]+)/i.exec(baseUrl)?.[1] ?? baseUrl;
}

/** The status of the first recipe of each endpoint. */
function listRecipeStatuses(book: RecipeBook): Connected['recipes'] {
  const statuses: Partial<Record<Endpoint, RecipeStatus>> = {};
  for (const endpoint of Object.keys(book) as Endpoint[]) {
    const first = book[endpoint]?.[0];
    if (first) statuses[endpoint] = first.status;
  }
  return statuses;
}

/** The status of a stored connection, without a request. `book` holds all recipes in use. */
export function toConnectionStatus(
  { key, baseUrl, profile, websites, shared, allowed, connectedAt, connectedBy }: Connection,
  book: RecipeBook,
  refusal: CellFault | null,
): Connected {
  return {
    ok: true,
    connected: true,
    form: toForm(profile),
    websites,
    isLimited: allowed !== null,
    connectedAt,
    connectedBy,
    shared,
    recipes: listRecipeStatuses(book),
    masked: maskKey(key),
    host: toHostName(baseUrl),
    refusal,
  };
}

/** Cache key of a dialect learnt after connecting. */
export const profileSlot = 'profile';

/** A cached profile; null for none. */
export function decodeProfile(text: string | null): DialectProfile | null {
  if (text === null) return null;
  const profile = JSON.parse(text) as Partial<DialectProfile>;
  return axisNames.every((name) => profile[name] !== undefined) ? (profile as DialectProfile) : null;
}

/** True if the two profiles encode a query differently. */
export function hasChanged(one: DialectProfile, other: DialectProfile): boolean {
  const endpoints = Object.keys({ ...one.parameterOf, ...other.parameterOf }) as Endpoint[];
  return (
    endpoints.some((name) => one.parameterOf?.[name] !== other.parameterOf?.[name]) ||
    axisNames.some((name) => one[name].form !== other[name].form)
  );
}
