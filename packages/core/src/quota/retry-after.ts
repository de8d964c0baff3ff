import { readInstant } from '../windows/instant.ts';
import { readDuration } from './duration.ts';
import { epochMs, isNumber, single } from './reset.ts';

type Headers = Readonly<Record<string, string>>;

/** The service's own time where an answer tells it (RFC 9110 §6.6.1, `Date`), else the host's. */
export function serviceTime(headers: Headers, hostMs: number): number {
  return readInstant(headers.date ?? '') ?? hostMs;
}

/**
 * How long to stay away, in milliseconds: Retry-After in seconds (specification §7), an HTTP-date (RFC 9110 §10.2.3), or
 * what services send by mistake; else the seconds that the message of `rate_limited` includes (specification §7). Null
 * where neither says.
 */
export function readRetryAfter(headers: Headers, message: string, hostMs: number): number | null {
  const header = headers['retry-after'];
  if (header === undefined) return said(message);
  const value = single(header);
  const now = serviceTime(headers, hostMs);
  if (isNumber(value)) {
    const n = Number(value);
    return n >= 1e9 ? Math.max(0, epochMs(n) - now) : Math.ceil(n * 1000);
  }
  const at = readInstant(value);
  if (at !== null) return Math.max(0, at - now);
  return readDuration(value) ?? said(message);
}

const waits = /\b(?:in|after|wait)\s+(?:((?:\d+(?:\.\d+)?(?:ms|[smhd]))+)\b|(\d+) ?min)/i;

/** Of a message of any length so much is looked at: a megabyte of digits would take these patterns minutes. */
const longestSentence = 500;

/** The wait in a message: `in 30 seconds`, `in 6m0s`, `after 2 minutes`. */
function said(text: string): number | null {
  const message = text.slice(0, longestSentence);
  const [found, duration, minutes] = waits.exec(message) ?? [];
  if (duration !== undefined) return readDuration(duration.toLowerCase());
  if (found !== undefined) return Number(minutes) * 60_000;
  const seconds = /(\d+(?:\.\d+)?)\s*s(?:ec|\b)/i.exec(message);
  return seconds ? Math.ceil(Number(seconds[1]) * 1000) : null;
}

/**
 * How long the text of an error's body asks to stay away, where it has a field for that (`retry_after`, `retryDelay`); milliseconds.
 * A number above 120 may be milliseconds and says nothing.
 */
export function waitInBody(text: string, nowMs: number): number | null {
  const told = /"retry_?(?:after|in|delay)"\s*:\s*"?([^",}\s]+)/i.exec(text)?.[1] ?? '';
  return Number(told) > 120 ? null : readRetryAfter({ 'retry-after': told }, '', nowMs);
}
