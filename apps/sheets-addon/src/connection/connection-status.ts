import {
  axisNames,
  type DialectProfile,
  type Endpoint,
  maskKey,
  type RecipeBook,
  type RecipeStatus,
  toForm,
} from '@answershare/core';
import type { CellFault } from '../ports/query.ts';
import type { Connection } from './connection.ts';

/** A connection as the sidebar sees it: without the key, in values that google.script.run can transfer. */
export interface Connected {
  readonly ok: true;
  readonly connected: true;
  /** The detected Form; null while unknown. */
  readonly form: 1 | 2 | 'mixed' | null;
  /** Null until counted. */
  readonly websites: number | null;
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

export interface NotConnected {
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
export function listRecipeStatuses(book: RecipeBook): Connected['recipes'] {
  const statuses: Partial<Record<Endpoint, RecipeStatus>> = {};
  for (const endpoint of Object.keys(book) as Endpoint[]) {
    const first = book[endpoint]?.[0];
    if (first) statuses[endpoint] = first.status;
  }
  return statuses;
}

/** The status of a stored connection, without a request. `book` holds all recipes in use. */
export function toConnectionStatus(
  { key, baseUrl, profile, websites, shared }: Connection,
  book: RecipeBook,
  refusal: CellFault | null,
): Connected {
  return {
    ok: true,
    connected: true,
    form: toForm(profile),
    websites,
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
