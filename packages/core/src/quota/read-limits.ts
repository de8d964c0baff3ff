import { parseInstant, readInstant } from '../calendar/instant.ts';
import type {
  HeaderField,
  HeaderFormat,
  LimitFields,
  LimitState,
  LimitsRecipe,
  RateState,
  WaitFormat,
} from './limits-recipe.ts';

export interface HeaderWait {
  /** Milliseconds from now, at least 0. */
  readonly ms: number;
  readonly unit: WaitFormat;
  /** False if the value is ambiguous. */
  readonly sure: boolean;
}

const groupedNumber = /^\d{1,3}(,\d{3})+$/;

/**
 * Parses a number without sign or exponent. `pick` chooses from a repeated header (`5, 3`). `1,000` is one number, unless
 * its parts are equal. NaN for anything else.
 */
function parseNumber(text: string, pick: (one: number, other: number) => number = Math.max): number {
  if (/^\d+$/.test(text)) return Number(text);
  const parts = text.split(',').map((part) => part.trim());
  const isGrouped = groupedNumber.test(text) && parts.some((part) => part !== parts[0]);
  return (isGrouped ? [parts.join('')] : parts)
    .map((one) => (/^\d+(\.\d+)?$/.test(one) ? Number(one) : Number.NaN))
    .reduce((picked, n) => pick(picked, n));
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Parses a duration as written by Go (`1h23m31s`, `17ms`), in milliseconds; NaN for anything else. */
function parseDuration(text: string): number {
  let total = 0;
  const rest = text.replace(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g, (_, amount: string, unit: string) => {
    total += Number(amount) * (unitMs[unit] || 0);
    return '';
  });
  return rest === '' && text !== '' ? total : Number.NaN;
}

/** Larger than any number of seconds or milliseconds until a reset. */
const minEpoch = 1e9;

const epochToMs = (n: number): number =>
  n >= 1e17 ? n / 1e6 : n >= 1e14 ? n / 1e3 : n >= 1e11 ? n : n * 1e3;

/**
 * Parses a wait in a format; null if malformed or longer than `latestMs`. With `any`, a number is seconds if that is short
 * enough, else milliseconds, and sure up to 60 seconds.
 * @param nowMs the service's time, milliseconds since the epoch
 */
export function parseHeaderWait(
  format: HeaderFormat,
  text: string,
  nowMs: number,
  latestMs = Number.POSITIVE_INFINITY,
): HeaderWait | null {
  const allows = (unit: WaitFormat): boolean => format === unit || format === 'any';
  const wait = (exactMs: number, unit: WaitFormat, sure = true): HeaderWait | null => {
    const ms = Math.max(0, Math.ceil(exactMs));
    return allows(unit) && ms <= latestMs ? { ms, unit, sure } : null;
  };
  const n = parseNumber(text);
  if (n >= minEpoch) return wait(epochToMs(n) - nowMs, 'epoch');
  if (n >= 0)
    return (
      wait(n * 1_000, 'seconds', format !== 'any' || n <= 60) ?? wait(n, 'milliseconds', format !== 'any')
    );
  const instant = allows('date') ? parseInstant(text.trim()) : null;
  return instant
    ? wait(instant.at - nowMs, 'date', instant.sure)
    : wait(parseDuration(text.trim()), 'duration');
}

type Headers = Readonly<Record<string, string>>;

/** The service's time from `Date` (RFC 9110 §6.6.1), else the host's; milliseconds since the epoch. */
export function readServiceTime(headers: Headers, hostMs: number): number {
  return readInstant(headers.date ?? '') ?? hostMs;
}

/** A parameter of an item, such as `t` of `"burst";r=50;t=30`; without a name the item itself. */
function findParameter(text: string, name: string, item: string | undefined): string | undefined {
  const items = item === undefined ? [text] : text.split(',');
  for (const one of items) {
    const pieces = one.split(/[;,]/).map((piece) => piece.trim());
    if (item !== undefined && !pieces.includes(item)) continue;
    return name === ''
      ? pieces[0]
      : pieces.find((piece) => piece.startsWith(`${name}=`))?.slice(name.length + 1);
  }
  return undefined;
}

/** A reset further away is not believed: the window plus a quarter and a minute, milliseconds. */
export const latestResetMs = { minute: 135_000, day: 108_060_000 };

type Window = keyof typeof latestResetMs;

const computeRemaining = ({ remaining }: LimitState): number => remaining ?? Number.POSITIVE_INFINITY;

/** Reads limits and Retry-After from headers by a recipe. A header in another format is unknown and listed in `unread`. */
export function readLimits(recipe: LimitsRecipe, headers: Headers, hostMs: number): RateState {
  const nowMs = readServiceTime(headers, hostMs);
  const read: string[] = [];
  const failed: string[] = [];

  function find<T>(field: HeaderField | undefined, decode: (text: string) => T | null): T | null {
    const [header = '', , parameter, item] = field || [];
    const text = headers[header];
    if (text === undefined) return null;
    const stated = parameter === undefined ? text : findParameter(text, parameter, item);
    const value = stated === undefined ? null : decode(stated);
    (value === null ? failed : read).push(header);
    return value;
  }

  const count = (field: HeaderField | undefined, pick?: typeof Math.min): number | null =>
    find(field, (text) => {
      const n = parseNumber(text, pick);
      return Number.isNaN(n) ? null : n;
    });
  const wait = (field: HeaderField | undefined, latest?: number): HeaderWait | null =>
    find(field, (text) => (field ? parseHeaderWait(field[1], text, nowMs, latest) : null));

  const readLimit = (window: Window, { limit: most, remaining, used, reset }: LimitFields): LimitState => {
    const limit = count(most);
    const spent = count(used);
    const left = limit === null || spent === null ? null : Math.max(0, limit - spent);
    const end = wait(reset, latestResetMs[window]);
    return {
      limit,
      remaining: count(remaining, Math.min) ?? left,
      resetAt: end && hostMs + end.ms,
      unit: end?.unit ?? null,
      sure: end?.sure ?? false,
    };
  };
  const readWindow = (window: Window): LimitState =>
    (recipe[window].length === 0 ? [{}] : recipe[window])
      .map((fields) => readLimit(window, fields))
      .reduce((least, state) => (computeRemaining(state) < computeRemaining(least) ? state : least));

  const [minute, day] = [readWindow('minute'), readWindow('day')];
  let retryAfter: HeaderWait | null = null;
  for (const field of recipe.retryAfter) retryAfter ??= wait(field);
  const unknown = recipe.unknown?.filter((name) => headers[name] !== undefined) || [];
  const unread = new Set([...unknown, ...failed.filter((name) => !read.includes(name))]);
  return {
    minute,
    day,
    retryAfterMs: retryAfter?.ms ?? null,
    unread: [...unread].map((name) => `${name}: ${headers[name]}`),
  };
}
