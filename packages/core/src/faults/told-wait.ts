import { parseHeaderWait } from '../quota/header-value.ts';

/** A 429 that asks to stay away longer than a minute window can last stands for the daily cap (specification §7, Form 1). */
export const longestBurstMs = 120_000;

/** No limit is longer than a day (specification §8); a wait beyond it is a unit mistaken. */
const longestWaitMs = 25 * 3_600_000;

/** The specification promises whole seconds (§7); less is no wait that a limit could end in. */
export const leastWaitMs = 1_000;

/** So much of a message is inspected. */
const longestMessage = 500;

/**
 * The wait in a message (specification §7: that of `rate_limited` includes the seconds), in milliseconds: `in 12 seconds`,
 * `after 1m30s`. Of several the longest; null where there is none.
 */
export function waitInMessage(message: string): number | null {
  let longest: number | null = null;
  const stated = /\b(?:in|after|for|wait) (\d(?:[\w.]*\w)?)( s(?:ec(?:ond)?s?)?\b)?/gi;
  message.slice(0, longestMessage).replace(stated, (words, amount: string, seconds?: string) => {
    const wait = parseHeaderWait(seconds === undefined ? 'duration' : 'seconds', amount, 0);
    if (wait !== null) longest = Math.max(longest ?? 0, wait.ms);
    return words;
  });
  return longest;
}

/**
 * How long the text of an error's body asks to stay away, where it has a field for that (`retry_after`, `retryDelay`); milliseconds.
 * A number above 120 may be milliseconds and counts for nothing.
 */
export function waitInBody(text: string, nowMs: number): number | null {
  const written = /"retry_?(?:after|in|delay)"\s*:\s*"?([^",}\s]+)/i.exec(text)?.[1] ?? '';
  if (Number(written) > 120) return null;
  return (parseHeaderWait('seconds', written, nowMs) ?? parseHeaderWait('any', written, nowMs))?.ms ?? null;
}

/**
 * How long a refusal asks to stay away: Retry-After, which the specification promises (§7), or the seconds of the message
 * where the header is missing, has less than a second, or has days where the message has seconds; else what the body's own
 * field has. Milliseconds; null where none has any.
 */
export function toldWait(
  retryAfterMs: number | null,
  message: string,
  body: string,
  nowMs: number,
): number | null {
  const stated = waitInMessage(message);
  const isShort = retryAfterMs === null || retryAfterMs < leastWaitMs;
  const isContradicted = (retryAfterMs ?? 0) > longestBurstMs && stated !== null && stated <= longestBurstMs;
  const wait = isShort || isContradicted ? (stated ?? retryAfterMs ?? waitInBody(body, nowMs)) : retryAfterMs;
  return wait === null ? null : Math.min(wait, longestWaitMs);
}
