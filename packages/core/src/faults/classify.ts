import { form1 } from '../dialects/form-1.ts';
import { form2 } from '../dialects/form-2.ts';
import { hasDailyHeaders } from '../dialects/recognise.ts';
import type { HttpOutcome } from '../exchange/effect.ts';
import { redact } from '../keys/redact.ts';
import { readRetryAfter } from '../quota/headers.ts';
import { parseBody } from '../reading/json.ts';
import { ApiError, type FaultKind } from './api-error.ts';
import { readErrorBody } from './error-body.ts';
import { sentenceFor } from './sentences.ts';
import type { Subject } from './subject.ts';

/** A 429 that asks to stay away longer than a minute window can last stands for the daily cap (specification §7, Form 1). */
const longestBurstMs = 120_000;

const codes: Readonly<Record<string, FaultKind>> = { ...form1.codes, ...form2.codes };

function kindOf(
  status: number,
  code: string | null,
  headers: Readonly<Record<string, string>>,
  waitMs: number | null,
): FaultKind {
  const known = code === null ? undefined : codes[code];
  if (status === 429 || known === 'burst' || known === 'daily') {
    const onlyDaily = hasDailyHeaders(headers) && !('x-ratelimit-remaining' in headers);
    return known === 'daily' || onlyDaily || (waitMs ?? 0) > longestBurstMs ? 'daily' : 'burst';
  }
  if (known) return known;
  if (status === 401) return 'auth.invalid';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not_found';
  if (status >= 500) return 'server';
  return status >= 400 && status < 500 ? 'bad_request' : 'unexpected';
}

const owners: Readonly<Partial<Record<FaultKind, 'service' | 'network'>>> = {
  server: 'service',
  bad_body: 'service',
  shape: 'service',
  unexpected: 'service',
  transport: 'network',
  timeout: 'network',
};

function fault(
  kind: FaultKind,
  subject: Subject,
  details: { status?: number; code?: string | null; retryAt?: number | null; said?: string; raw?: string },
): ApiError {
  const { message, hint } = sentenceFor(kind, subject, details);
  return new ApiError({
    kind,
    owner: owners[kind] ?? 'caller',
    message: redact(message),
    hint,
    code: details.code ?? null,
    retryAt: details.retryAt ?? null,
    retryable: ['burst', 'daily', 'server', 'transport', 'timeout', 'bad_body'].indexOf(kind) >= 0,
    raw: redact(details.raw ?? '').slice(0, 2_000),
    ...(details.status === undefined ? {} : { status: details.status }),
  });
}

/**
 * What is wrong with an outcome; null for an answer of 2xx with a JSON body. A 2xx that is no JSON is a fault of kind
 * `bad_body`: a proxy's login page is no success.
 */
export function classify(outcome: HttpOutcome, subject: Subject, nowMs: number): ApiError | null {
  if (!outcome.ok) return fault(outcome.kind, subject, { said: outcome.message });
  const { status, headers, text } = outcome;
  const parsed = parseBody(text);
  if (status >= 200 && status < 300) {
    return parsed.ok ? null : fault('bad_body', subject, { status, said: parsed.what, raw: text });
  }
  const error = parsed.ok ? readErrorBody(parsed.body) : null;
  if (error === null && status < 500 && status !== 429) {
    const said = status >= 300 && status < 400 ? 'a redirect' : parsed.ok ? 'no error object' : parsed.what;
    return fault('bad_body', subject, { status, said, raw: text });
  }
  const waitMs = readRetryAfter(headers, error?.message ?? '', nowMs);
  const kind = kindOf(status, error?.code ?? null, headers, waitMs);
  return fault(kind, subject, {
    status,
    code: error?.code ?? null,
    said: error?.message ?? '',
    retryAt:
      waitMs !== null && (kind === 'burst' || kind === 'daily' || kind === 'server') ? nowMs + waitMs : null,
    raw: text,
  });
}
