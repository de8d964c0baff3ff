import type { ApiError, FaultKind } from './api-error.ts';

const minuteMs = 60_000;

/**
 * How long a fault is cached, milliseconds, so that one wrong id or key costs one request for many cells. A limit lasts
 * until its stated end; a daily limit without one lasts an hour. A server fault lasts for its stated wait, at most ten
 * minutes.
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

/** The scope of a fault: all requests of the key, of one endpoint, or one query. */
export function toFaultScope(error: ApiError): 'key' | 'endpoint' | 'question' {
  return faultScopes[error.kind] ?? 'question';
}

const transientKinds: readonly FaultKind[] = [
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

/** True for a fault that a later answer can replace, and that does not invalidate an older answer. */
export const isTransientFault = (kind: FaultKind): boolean => transientKinds.includes(kind);
