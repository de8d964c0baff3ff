import { hasDailyHeaders, toFaultKind } from '../dialects/recognise-form.ts';
import { ApiError, type FaultKind, type Subject } from '../errors/api-error.ts';
import { type FaultDetails, formatSentence } from '../errors/sentences.ts';
import type { HttpOutcome } from '../exchange/effect.ts';
import { formatLimitAdvice, type ParsedBody } from '../json/parse-json.ts';
import { redact } from '../keys/redact.ts';
import {
  isStatedLimit,
  type LimitsRecipe,
  type RateState,
  specifiedLimits,
  unknownRateState,
} from '../quota/limits-recipe.ts';
import { readLimits } from '../quota/read-limits.ts';
import { findRefusalWait, maxBurstMs, minWaitMs } from '../quota/retry-after.ts';
import { findErrorEnvelope, readErrorBody } from './error-body.ts';
import { parseOutcome } from './redact-outcome.ts';

type Headers = Readonly<Record<string, string>>;

/** A limit refused with 403, as by GitHub, Tyk and Google. */
const rateLimitPattern = /(rate|daily).?limit|quota exceeded/i;

/** A limit longer than a minute without a stated wait: `Monthly quota reached`. */
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
      waitMs === null ? longLimitPattern.test(text) && !/minute|second/i.test(text) : waitMs > maxBurstMs;
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

const maxMessageLength = 200;

/** The service's message: one line, redacted, shortened. */
function shorten(message: string | null): string | null {
  const line = redact(message || '')
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
  if (line.length <= maxMessageLength) return line || null;
  return `${line.slice(0, maxMessageLength - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

const quoteMessage = (message: string): string =>
  `The service's message: "${message}${/[.!?…]$/.test(message) ? '' : '.'}"`;

function createFault(kind: FaultKind, subject: Subject, details: FaultDetails): ApiError {
  const { message: sentence, hint } = formatSentence(kind, subject, details);
  const { detail: _, hint: __, ...known } = details;
  const { serviceMessage } = details;
  const message = serviceMessage ? `${sentence} ${quoteMessage(serviceMessage)}` : sentence;
  const owner = owners[kind] ?? 'caller';
  return new ApiError({ ...known, kind, owner, message, hint, retryable: retryableKinds.includes(kind) });
}

/** A minute limit without a stated end is over after a minute (specification §8). */
const minuteMs = 60_000;

/**
 * The wait of a limit without Retry-After, from an unambiguous reset header; null if the end is unknown. A day that ends in
 * less than a second has an unknown end.
 */
function findFaultWait(
  kind: FaultKind,
  rate: RateState,
  statedMs: number | null,
  nowMs: number,
): number | null {
  if ((statedMs || 0) >= minWaitMs || (kind !== 'burst' && kind !== 'daily')) return statedMs;
  const { resetAt, sure } = rate[kind === 'daily' ? 'day' : 'minute'];
  const wait = resetAt !== null && sure ? Math.max(statedMs || 0, resetAt - nowMs) : statedMs;
  return kind === 'daily' && (wait || 0) < minWaitMs ? null : wait;
}

const isOk = (status: number): boolean => status >= 200 && status < 300;

/** The fault of an answer whose body neither answers the query nor states an error; null for one that may. */
function findBodyFault(
  { status, text }: Extract<HttpOutcome, { ok: true }>,
  subject: Subject,
  parsed: ParsedBody,
  isError: boolean,
): ApiError | null {
  const toBadBody = (detail: string): ApiError =>
    createFault('bad_body', subject, { status, detail, raw: text });
  if (isOk(status) && !parsed.ok)
    return parsed.limit
      ? createFault('shape', subject, {
          status,
          detail: `it is ${parsed.what}`,
          hint: formatLimitAdvice(parsed.limit),
          raw: text,
        })
      : toBadBody(parsed.what);
  if (isOk(status) || isError || status >= 500 || status === 429) return null;
  if (status === 304) return toBadBody('"not modified", which was not asked for,');
  if (status >= 300 && status < 400) return toBadBody('a redirect');
  return toBadBody(parsed.ok ? 'no error object' : parsed.what);
}

/**
 * Classifies an outcome; null for a 2xx answer with a JSON body. A 2xx without JSON is `bad_body`, such as a proxy's login
 * page. A 2xx that contains only an error of the specification (§7) has the fault of that error.
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
  const error = parsed.ok ? (isOk(status) ? findErrorEnvelope : readErrorBody)(parsed.body) : null;
  const bodyFault = findBodyFault(outcome, subject, parsed, error !== null);
  if (bodyFault !== null || (isOk(status) && error === null)) return bodyFault;
  const { code, message } = error ?? { code: null, message: null };
  const statedMs = findRefusalWait(rate.retryAfterMs, message || '', text, nowMs);
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

/**
 * Reads the limits that an answer states. In a refusal for the day, headers that state none left describe the day
 * (specification §7, Form 1), unless the day has its own.
 */
export function readOutcomeLimits(
  recipe: LimitsRecipe,
  outcome: Extract<HttpOutcome, { ok: true }>,
  nowMs: number,
  parsed?: ParsedBody,
): RateState {
  const rate = readLimits(recipe, outcome.headers, nowMs);
  const { minute, day } = rate;
  if (!isStatedLimit(minute) || isStatedLimit(day) || (minute.remaining || 0) >= 1) return rate;
  const subject = { endpoint: 'websites', website: null, baseUrl: '' } as const;
  if (classifyFault(outcome, subject, nowMs, parsed, rate)?.kind !== 'daily') return rate;
  return readLimits({ ...recipe, minute: [], day: recipe.minute }, outcome.headers, nowMs);
}
