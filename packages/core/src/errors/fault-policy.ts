import type { ApiError, FaultKind } from './api-error.ts';

const minuteMs = 60_000;

/**
 * How long a failure is remembered, so that a mistyped id or a refused key costs one request and not one a cell.
 * A limit is remembered until the service said that it ends; a day's limit without a word of its end for an hour. A failure
 * of the service is remembered for the wait that it asks for, ten minutes at most.
 */
export function faultLifeMs(error: ApiError, nowMs: number): number {
  switch (error.kind) {
    case 'not_found':
    case 'bad_request':
    case 'shape':
    case 'window':
    case 'auth.missing':
    case 'auth.invalid':
      return 10 * minuteMs;
    case 'forbidden':
      return 60 * minuteMs;
    case 'burst':
    case 'daily':
    case 'budget':
      if (error.retryAt !== null) return Math.max(1_000, error.retryAt - nowMs);
      return error.kind === 'daily' ? 60 * minuteMs : minuteMs;
    case 'server':
      if (error.retryAt !== null) return Math.min(10 * minuteMs, Math.max(1_000, error.retryAt - nowMs));
      return minuteMs / 2;
    default:
      return minuteMs / 2;
  }
}

const faultScopes: Readonly<Partial<Record<FaultKind, 'key' | 'endpoint'>>> = {
  'auth.invalid': 'key',
  'auth.missing': 'key',
  daily: 'key',
  burst: 'key',
  forbidden: 'endpoint',
};

/** What a fault concerns: every request of the key, every one to an endpoint, or one question. */
export function toFaultScope(error: ApiError): 'key' | 'endpoint' | 'question' {
  return faultScopes[error.kind] ?? 'question';
}

const passingKinds: readonly FaultKind[] = [
  'burst',
  'daily',
  'budget',
  'server',
  'transport',
  'timeout',
  'bad_body',
  'shape',
  'pending',
  'paused',
];

/** True for a fault that says nothing against an older answer: it will pass, or another shape came. */
export function isPassing(error: ApiError): boolean {
  return passingKinds.includes(error.kind);
}
