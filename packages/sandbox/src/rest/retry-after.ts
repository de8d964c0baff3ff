import type { Standing } from '../limits/limits.ts';
import type { Quirks } from '../quirks/table.ts';
import { httpDate } from './reset-units.ts';

const LATER_SECONDS = 3;

/** Retry-After (specification §7: a number of seconds; the rest is undecided item 21). One header line for each text. */
export const RETRY_AFTER: Readonly<Record<Quirks['retryAfter'], (standing: Standing) => readonly string[]>> =
  {
    seconds: ({ resetSeconds }) => [String(resetSeconds)],
    zero: () => ['0'],
    half: () => ['0.5'],
    'http-date': ({ resetAt }) => [httpDate(resetAt)],
    absent: () => [],
    twice: ({ resetSeconds }) => [String(resetSeconds), String(resetSeconds + LATER_SECONDS)],
  };
