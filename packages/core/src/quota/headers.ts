/*
 * What services send under these names, since the specification shows no unit (§8):
 * - Retry-After: seconds (specification §7); elsewhere an HTTP-date (RFC 9110 §10.2.3), a fraction, or two values joined.
 * - X-RateLimit-Reset: seconds from now, seconds or milliseconds since the epoch, or an ISO 8601 instant.
 * Retry-After alone decides how long to wait; a reset is for display and pacing.
 */
import type { LimitState, RateState } from './rate-state.ts';

type Headers = Readonly<Record<string, string>>;

function largest(text: string): string {
  const parts = text.split(',').map((part) => part.trim());
  return parts.length > 1 && parts.every((part) => /^\d+(\.\d+)?$/.test(part))
    ? String(Math.max(...parts.map(Number)))
    : text.trim();
}

function count(text: string | undefined): number | null {
  if (text === undefined) return null;
  const value = largest(text);
  return /^\d+$/.test(value) ? Number(value) : null;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** An instant in ISO 8601 or as an IMF-fixdate (RFC 9110 §5.6.7), milliseconds since the epoch. */
export function readInstant(text: string): number | null {
  const iso = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,3})\d*)?(Z|[+-]\d\d:?\d\d)?$/.exec(text);
  if (iso) {
    const zone = iso[8] ?? 'Z';
    const offset =
      zone === 'Z'
        ? 0
        : (zone[0] === '-' ? -1 : 1) * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2)));
    const ms = Number((iso[7] ?? '0').padEnd(3, '0'));
    return (
      Date.UTC(
        Number(iso[1]),
        Number(iso[2]) - 1,
        Number(iso[3]),
        Number(iso[4]),
        Number(iso[5]),
        Number(iso[6]),
        ms,
      ) -
      offset * 60_000
    );
  }
  const fix = /^[A-Za-z]{3}, (\d\d) ([A-Za-z]{3}) (\d{4}) (\d\d):(\d\d):(\d\d) GMT$/.exec(text);
  if (!fix) return null;
  const month = months.indexOf((fix[2] ?? '').toLowerCase());
  if (month < 0) return null;
  return Date.UTC(Number(fix[3]), month, Number(fix[1]), Number(fix[4]), Number(fix[5]), Number(fix[6]));
}

/** A reset as an instant; null where no meaning is plausible within `windowSeconds`. */
export function readReset(text: string | undefined, nowMs: number, windowSeconds: number): number | null {
  if (text === undefined) return null;
  const value = largest(text);
  const latest = nowMs + (windowSeconds * 1.25 + 60) * 1000;
  let at = readInstant(value);
  if (/^\d+(\.\d+)?$/.test(value)) {
    const n = Number(value);
    at = n >= 1e11 ? n : n >= 1e9 ? n * 1000 : nowMs + n * 1000;
    if (at > latest && n < 1e9) at = nowMs + n;
  }
  if (at === null || at > latest) return null;
  return Math.max(at, nowMs);
}

/** How long to stay away, in milliseconds; null where neither the header nor the error message says. */
export function readRetryAfter(headers: Headers, message: string, nowMs: number): number | null {
  const header = headers['retry-after'];
  if (header !== undefined) {
    const value = largest(header);
    if (/^\d+(\.\d+)?$/.test(value)) {
      const n = Number(value);
      return Math.ceil(
        n >= 1e11 ? Math.max(0, n - nowMs) : n >= 1e9 ? Math.max(0, n * 1000 - nowMs) : n * 1000,
      );
    }
    const at = readInstant(value);
    if (at !== null) return Math.max(0, at - nowMs);
  }
  const said = /(\d+(?:\.\d+)?)\s*s(?:ec|\b)/i.exec(message);
  return said ? Math.ceil(Number(said[1]) * 1000) : null;
}

function limitOf(headers: Headers, prefix: string, nowMs: number, windowSeconds: number): LimitState {
  return {
    limit: count(headers[`${prefix}-limit`]),
    remaining: count(headers[`${prefix}-remaining`]),
    resetAt: readReset(headers[`${prefix}-reset`], nowMs, windowSeconds),
  };
}

/** The limits that an answer's headers tell. */
export function readRate(headers: Headers, nowMs: number): RateState {
  return {
    minute: limitOf(headers, 'x-ratelimit', nowMs, 60),
    day: limitOf(headers, 'x-dailyquota', nowMs, 86_400),
  };
}
