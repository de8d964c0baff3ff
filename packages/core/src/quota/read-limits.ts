import { readInstant } from '../calendar/instant.ts';
import { type HeaderWait, numberIn, parseHeaderWait } from './header-value.ts';
import type { HeaderField, LimitFields, LimitsRecipe } from './limits-recipe.ts';
import type { LimitState, RateState } from './rate-state.ts';

type Headers = Readonly<Record<string, string>>;

/** The service's own time where an answer tells it (RFC 9110 §6.6.1, `Date`), else the host's; milliseconds since the epoch. */
export function readServiceTime(headers: Headers, hostMs: number): number {
  return readInstant(headers.date ?? '') ?? hostMs;
}

/** A parameter of an item, `t` of `"burst";r=50;t=30`; without a name the item itself. */
function parameterIn(text: string, name: string, item: string | undefined): string | undefined {
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

/** A reset beyond its window by more than a quarter and a minute is not believed, milliseconds. */
export const findLatestResetMs = { minute: 135_000, day: 108_060_000 };

type Window = keyof typeof findLatestResetMs;

const leftIn = ({ remaining }: LimitState): number => remaining ?? Number.POSITIVE_INFINITY;

/**
 * The limits and the wait that an answer's headers state, as far as the recipe names them. A header that is not written as the
 * recipe has it is unknown and in `unread`.
 */
export function readLimits(recipe: LimitsRecipe, headers: Headers, hostMs: number): RateState {
  const nowMs = readServiceTime(headers, hostMs);
  const read: string[] = [];
  const failed: string[] = [];

  function find<T>(field: HeaderField | undefined, decode: (text: string) => T | null): T | null {
    const [header = '', , parameter, item] = field ?? [];
    const text = headers[header];
    if (text === undefined) return null;
    const written = parameter === undefined ? text : parameterIn(text, parameter, item);
    const value = written === undefined ? null : decode(written);
    (value === null ? failed : read).push(header);
    return value;
  }

  const count = (field: HeaderField | undefined, pick?: typeof Math.min): number | null =>
    find(field, (text) => {
      const n = numberIn(text, pick);
      return Number.isNaN(n) ? null : n;
    });
  const wait = (field: HeaderField | undefined, latest?: number): HeaderWait | null =>
    find(field, (text) => (field ? parseHeaderWait(field[1], text, nowMs, latest) : null));

  const stateOf = (window: Window, { limit: most, remaining, used, reset }: LimitFields): LimitState => {
    const limit = count(most);
    const spent = count(used);
    const left = limit === null || spent === null ? null : Math.max(0, limit - spent);
    const end = wait(reset, findLatestResetMs[window]);
    return {
      limit,
      remaining: count(remaining, Math.min) ?? left,
      resetAt: end && hostMs + end.ms,
      unit: end?.unit ?? null,
      sure: end?.sure ?? false,
    };
  };
  const stateIn = (window: Window): LimitState =>
    (recipe[window].length === 0 ? [{}] : recipe[window])
      .map((fields) => stateOf(window, fields))
      .reduce((least, state) => (leftIn(state) < leftIn(least) ? state : least));

  const [minute, day] = [stateIn('minute'), stateIn('day')];
  let retryAfter: HeaderWait | null = null;
  for (const field of recipe.retryAfter) retryAfter ??= wait(field);
  const unknown = recipe.unknown?.filter((name) => headers[name] !== undefined) ?? [];
  const unread = new Set([...unknown, ...failed.filter((name) => !read.includes(name))]);
  return {
    minute,
    day,
    retryAfterMs: retryAfter?.ms ?? null,
    unread: [...unread].map((name) => `${name}: ${headers[name]}`),
  };
}
