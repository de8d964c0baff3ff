import { hasDailyHeaders, toFaultKind } from '../dialects/recognise-form.ts';
import { ApiError, type FaultKind, type Subject } from '../errors/api-error.ts';
import { formatSentence } from '../errors/sentences.ts';
import type { HttpOutcome } from '../exchange/effect.ts';
import { formatLimitAdvice } from '../json/parse-json.ts';
import { redact } from '../keys/redact.ts';
import { type RateState, specifiedLimits, unknownRateState } from '../quota/limits-recipe.ts';
import { parseHeaderWait, readLimits } from '../quota/read-limits.ts';
import { findErrorEnvelope, readErrorBody } from './error-body.ts';
import { parseOutcome } from './redact-outcome.ts';

/** A 429 that asks to stay away longer than a minute window can last stands for the daily cap (specification §7, Form 1). */
export const longestBurstMs = 120_000;

/** No limit is longer than a day (specification §8); a wait beyond it is a unit mistaken. */
const longestWaitMs = 25 * 3_600_000;

/** The specification promises whole seconds (§7); less is no wait that a limit could end in. */
export const leastWaitMs = 1_000;

/** So much of a message is inspected. */
const maxSearchedLength = 500;

/**
 * The wait in a message (specification §7: that of `rate_limited` includes the seconds), in milliseconds: `in 12 seconds`,
 * `after 1m30s`. Of several the longest; null where there is none.
 */
export function parseWaitFromMessage(message: string): number | null {
  let longest: number | null = null;
  const stated = /\b(?:in|after|for|wait) (\d(?:[\w.]*\w)?)( s(?:ec(?:ond)?s?)?\b)?/gi;
  message.slice(0, maxSearchedLength).replace(stated, (match, amount: string, seconds?: string) => {
    const wait = parseHeaderWait(seconds === undefined ? 'duration' : 'seconds', amount, 0);
    if (wait !== null) longest = Math.max(longest ?? 0, wait.ms);
    return match;
  });
  return longest;
}

/**
 * How long the text of an error's body asks to stay away, where it has a field for that (`retry_after`, `retryDelay`); milliseconds.
 * A number above 120 may be milliseconds and counts for nothing.
 */
export function findWaitInBody(text: string, nowMs: number): number | null {
  const value = /"retry_?(?:after|in|delay)"\s*:\s*"?([^",}\s]+)/i.exec(text)?.[1] ?? '';
  if (Number(value) > 120) return null;
  return (parseHeaderWait('seconds', value, nowMs) ?? parseHeaderWait('any', value, nowMs))?.ms ?? null;
}

/**
 * How long a refusal asks to stay away: Retry-After, which the specification promises (§7), or the seconds of the message
 * where the header is missing, has less than a second, or has days where the message has seconds; else what the body's own
 * field has. Milliseconds; null where none has any.
 */
export function findWait(
  retryAfterMs: number | null,
  message: string,
  body: string,
  nowMs: number,
): number | null {
  const stated = parseWaitFromMessage(message);
  const isShort = retryAfterMs === null || retryAfterMs < leastWaitMs;
  const isContradicted = (retryAfterMs ?? 0) > longestBurstMs && stated !== null && stated <= longestBurstMs;
  const wait =
    isShort || isContradicted ? (stated ?? retryAfterMs ?? findWaitInBody(body, nowMs)) : retryAfterMs;
  return wait === null ? null : Math.min(wait, longestWaitMs);
}

type Headers = Readonly<Record<string, string>>;

/** A limit that is refused with 403, as GitHub and Tyk do. */
const rateLimitPattern = /rate.?limit|quota exceeded/i;

/** A limit that is not over in a minute, where no wait is told: `Monthly quota reached`. */
const longLimitPattern = /quota|daily|per day|month/i;

function inferFaultKind(
  status: number,
  { code, message }: { readonly code: string | null; readonly message: string | null },
  headers: Headers,
  waitMs: number | null,
): FaultKind {
  const known = code === null ? null : toFaultKind(code);
  const text = `${code} ${message}`;
  const isLimit = known === null && status === 403 && rateLimitPattern.test(text);
  if (status === 429 || known === 'burst' || isLimit) {
    const onlyDaily = hasDailyHeaders(headers) && !('x-ratelimit-remaining' in headers);
    const isLong =
      waitMs === null ? longLimitPattern.test(text) && !/minute|second/i.test(text) : waitMs > longestBurstMs;
    return known === 'daily' || onlyDaily || isLong ? 'daily' : 'burst';
  }
  if (known) return known;
  if (status === 401) return 'auth.invalid';
  if (status === 402 || status === 403) return 'forbidden';
  if (status === 404) return 'not_found';
  if (status >= 500) return 'server';
  return status >= 400 ? 'bad_request' : 'unexpected';
}

const owners: Readonly<Partial<Record<FaultKind, 'service' | 'network'>>> = {
  server: 'service',
  bad_body: 'service',
  shape: 'service',
  unexpected: 'service',
  transport: 'network',
  timeout: 'network',
};

const retryableKinds: readonly FaultKind[] = ['burst', 'daily', 'server', 'transport', 'timeout', 'bad_body'];

interface Details {
  readonly status?: number;
  readonly code?: string | null;
  readonly retryAt?: number | null;
  readonly detail?: string;
  /** The next step, where it is not the usual one of the kind. */
  readonly hint?: string;
  readonly raw?: string;
  readonly serviceMessage?: string | null;
  readonly requestId?: string | null;
}

/** So much of the service's message is shown. */
const maxMessageLength = 200;

/** The service's message on one line, without key, and cut. */
function shorten(message: string | null): string | null {
  const line = redact(message ?? '')
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
  if (line.length <= maxMessageLength) return line || null;
  return `${line.slice(0, maxMessageLength - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

const quoteMessage = (message: string): string =>
  `The service's message: "${message}${/[.!?…]$/.test(message) ? '' : '.'}"`;

function createFault(kind: FaultKind, subject: Subject, details: Details): ApiError {
  const { message: sentence, hint } = formatSentence(kind, subject, details);
  const { detail: _, hint: __, ...known } = details;
  const { serviceMessage } = details;
  const message = serviceMessage ? `${sentence} ${quoteMessage(serviceMessage)}` : sentence;
  const owner = owners[kind] ?? 'caller';
  return new ApiError({ ...known, kind, owner, message, hint, retryable: retryableKinds.includes(kind) });
}

/** A minute's limit is over in a minute, where nothing tells when (specification §8). */
const minuteMs = 60_000;

/**
 * Where a limit's refusal tells no wait, a reset that can mean one thing only. A day that is over in less than a second is
 * none: nobody knows when it ends.
 */
function findFaultWait(
  kind: FaultKind,
  rate: RateState,
  statedMs: number | null,
  nowMs: number,
): number | null {
  if ((statedMs ?? 0) >= leastWaitMs || (kind !== 'burst' && kind !== 'daily')) return statedMs;
  const { resetAt, sure } = rate[kind === 'daily' ? 'day' : 'minute'];
  const wait = resetAt !== null && sure ? Math.max(statedMs ?? 0, resetAt - nowMs) : statedMs;
  return kind === 'daily' && (wait ?? 0) < leastWaitMs ? null : wait;
}

/**
 * What is wrong with an outcome; null for an answer of 2xx with a JSON body. A 2xx that is no JSON is a fault of kind
 * `bad_body`: a proxy's login page is no success. One that is an error of the specification (§7) and nothing else means what
 * that error means under its own status.
 */
export function classifyFault(
  outcome: HttpOutcome,
  subject: Subject,
  nowMs: number,
  parsed = parseOutcome(outcome),
  rate = outcome.ok ? readLimits(specifiedLimits, outcome.headers, nowMs) : unknownRateState,
): ApiError | null {
  if (!outcome.ok) return createFault(outcome.kind, subject, { detail: outcome.message });
  const { status, headers, text } = outcome;
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess && !parsed.ok && parsed.limit)
    return createFault('shape', subject, {
      status,
      detail: `it is ${parsed.what}`,
      hint: formatLimitAdvice(parsed.limit),
      raw: text,
    });
  if (isSuccess && !parsed.ok)
    return createFault('bad_body', subject, { status, detail: parsed.what, raw: text });
  const error = parsed.ok ? (isSuccess ? findErrorEnvelope : readErrorBody)(parsed.body) : null;
  if (isSuccess && error === null) return null;
  if (error === null && status < 500 && status !== 429) {
    const redirect = status === 304 ? 'word of nothing new, which was not asked for,' : 'a redirect';
    const detail = status >= 300 && status < 400 ? redirect : parsed.ok ? 'no error object' : parsed.what;
    return createFault('bad_body', subject, { status, detail, raw: text });
  }
  const { code, message } = error ?? { code: null, message: null };
  const statedMs = findWait(rate.retryAfterMs, message ?? '', text, nowMs);
  const kind = inferFaultKind(status, { code, message }, headers, statedMs);
  const waitMs = findFaultWait(kind, rate, statedMs, nowMs) ?? (kind === 'burst' ? minuteMs : null);
  const isTimed = waitMs !== null && (kind === 'burst' || kind === 'daily' || kind === 'server');
  return createFault(kind, subject, {
    status,
    code,
    retryAt: isTimed ? nowMs + waitMs : null,
    raw: text,
    serviceMessage: shorten(message),
    requestId: headers['x-request-id'] ?? error?.requestId ?? null,
  });
}
