import { readInstant } from '../calendar/instant.ts';
import { readDuration } from './duration.ts';
import { epochMs, isNumber, single } from './reset.ts';
import { spokenWait } from './spoken-wait.ts';

type Headers = Readonly<Record<string, string>>;

/** The service's own time where an answer tells it (RFC 9110 §6.6.1, `Date`), else the host's. */
export function serviceTime(headers: Headers, hostMs: number): number {
  return readInstant(headers.date ?? '') ?? hostMs;
}

/** Headers of a wait, the specified one first, and what a number in them counts, milliseconds. */
const waitHeaders: readonly (readonly [name: string, unitMs: number])[] = [
  ['retry-after', 1_000],
  ['x-retry-after', 1_000],
  ['retry-after-ms', 1],
  ['x-retry-after-ms', 1],
];

function waitIn(header: string, unitMs: number, now: number): number | null {
  const value = single(header);
  if (isNumber(value)) {
    const n = Number(value);
    return n >= 1e9 ? Math.max(0, epochMs(n) - now) : Math.ceil(n * unitMs);
  }
  const at = readInstant(value);
  return at === null ? readDuration(value) : Math.max(0, at - now);
}

/**
 * How long to stay away, in milliseconds: Retry-After in seconds (specification §7), an HTTP-date (RFC 9110 §10.2.3), or
 * what services send by mistake, also under the names that others give it; else the seconds that the message of `rate_limited`
 * includes (specification §7). Null where neither says.
 */
export function readRetryAfter(headers: Headers, message: string, hostMs: number): number | null {
  const now = serviceTime(headers, hostMs);
  for (const [name, unitMs] of waitHeaders) {
    const ms = waitIn(headers[name] ?? '', unitMs, now);
    if (ms !== null) return ms;
  }
  return spokenWait(message);
}

/**
 * How long the text of an error's body asks to stay away, where it has a field for that (`retry_after`, `retryDelay`); milliseconds.
 * A number above 120 may be milliseconds and says nothing.
 */
export function waitInBody(text: string, nowMs: number): number | null {
  const told = /"retry_?(?:after|in|delay)"\s*:\s*"?([^",}\s]+)/i.exec(text)?.[1] ?? '';
  return Number(told) > 120 ? null : readRetryAfter({ 'retry-after': told }, '', nowMs);
}
