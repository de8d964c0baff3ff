import { parseHeaderWait } from './read-limits.ts';

/** A 429 with a longer wait than a minute window allows is the daily limit (specification §7, Form 1). */
export const maxBurstMs = 120_000;

/** No limit lasts longer than a day (specification §8); a longer wait has a wrong unit. */
const maxWaitMs = 25 * 3_600_000;

/** The specification states waits in whole seconds (§7); a shorter one is not a wait. */
export const minWaitMs = 1_000;

/** The wait of Retry-After, milliseconds: seconds or a date (RFC 9110 §10.2.3), or a format that services send by mistake. */
export function parseRetryAfter(value: string | undefined, nowMs: number): number | null {
  if (value === undefined) return null;
  return (parseHeaderWait('seconds', value, nowMs) ?? parseHeaderWait('any', value, nowMs))?.ms ?? null;
}

const maxSearchedLength = 500;

/**
 * The longest wait in a message, milliseconds: `in 12 seconds`, `after 1m30s`; null if none. Messages of `rate_limited`
 * include the seconds (specification §7).
 */
export function parseWaitFromMessage(message: string): number | null {
  let longest: number | null = null;
  const stated = /\b(?:in|after|for|wait) (\d(?:[\w.]*\w)?)( s(?:ec(?:ond)?s?)?\b)?/gi;
  message.slice(0, maxSearchedLength).replace(stated, (match, amount: string, seconds?: string) => {
    const wait = parseHeaderWait(seconds === undefined ? 'duration' : 'seconds', amount, 0);
    if (wait !== null) longest = Math.max(longest || 0, wait.ms);
    return match;
  });
  return longest;
}

/**
 * The wait in a field of an error body (`retry_after`, `retryDelay`), milliseconds. A number above 120 is ignored, because
 * it may be milliseconds.
 */
export function findWaitInBody(text: string, nowMs: number): number | null {
  const value = /"retry_?(?:after|in|delay)"\s*:\s*"?([^",}\s]+)/i.exec(text)?.[1] || '';
  if (Number(value) > 120) return null;
  return parseRetryAfter(value, nowMs);
}

/**
 * The wait of a refusal, milliseconds; null if none is stated. Retry-After takes precedence (specification §7). The message
 * replaces it if the header is missing, below a second, or states days where the message states seconds. The body's own
 * field comes last.
 */
export function findRefusalWait(
  retryAfterMs: number | null,
  message: string,
  body: string,
  nowMs: number,
): number | null {
  const stated = parseWaitFromMessage(message);
  const isShort = retryAfterMs === null || retryAfterMs < minWaitMs;
  const isContradicted = (retryAfterMs || 0) > maxBurstMs && stated !== null && stated <= maxBurstMs;
  const wait =
    isShort || isContradicted ? (stated ?? retryAfterMs ?? findWaitInBody(body, nowMs)) : retryAfterMs;
  return wait === null ? null : Math.min(wait, maxWaitMs);
}
