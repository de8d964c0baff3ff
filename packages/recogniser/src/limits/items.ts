import type { Window } from './subject.ts';

/** One limit of a structured header: `"burst";r=50;t=30` (IETF RateLimit draft), `60;w=60` (its draft 7). */
export interface Item {
  /** The item as it is written, without parameters. */
  readonly text: string;
  readonly name: string;
  /** The number of a parameter; NaN where it has none. */
  readonly of: (parameter: string) => number;
}

export function itemsOf(header: string): Item[] {
  return header.split(',').map((item) => {
    const text = item.split(';')[0]?.trim() ?? '';
    return {
      text,
      name: text.replace(/"/g, ''),
      of: (parameter) => Number(new RegExp(`;\\s*${parameter}=(\\d+)`).exec(item)?.[1]),
    };
  });
}

/** The windows of policies by their names; null for one that is neither about a minute nor a day long. */
export type Policies = ReadonlyMap<string, Window | null>;

const byLength = (seconds: number): Window | null =>
  seconds >= 86_400 ? 'day' : seconds < 30 || seconds > 120 ? null : 'minute';

const words: readonly (readonly [RegExp, Window | null])[] = [
  [/day|daily/i, 'day'],
  [/min|burst/i, 'minute'],
  [/sec|hour|week|month|year/i, null],
];

/** A reset as far away is none of a minute, by a quarter and a minute more than it has; after an hour it is none of an hour. */
const [longestMinute, longestHour] = [135, 3_660];

/**
 * The window of an item: by its length, by the policy of its name, by its name, by how far its reset is. Null where it is
 * neither about a minute nor a day.
 */
export function windowOf(item: Item, policies: Policies, otherwise: Window): Window | null {
  const [length, reset] = [item.of('w'), item.of('t')];
  if (length >= 0) return byLength(length);
  const policy = policies.get(item.name);
  if (policy !== undefined) return policy;
  const worded = words.find(([word]) => word.test(item.name));
  if (worded) return worded[1];
  if (otherwise === 'day' || reset > longestHour) return 'day';
  return reset > longestMinute ? null : 'minute';
}
