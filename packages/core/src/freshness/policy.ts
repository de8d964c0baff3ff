import type { ApiError } from '../faults/api-error.ts';

const minute = 60_000;

/**
 * How long a failure is remembered, so that a mistyped id or a refused key costs one request and not one a cell.
 * A limit is remembered until the service said that it ends.
 */
export function faultLifeMs(error: ApiError, nowMs: number): number {
  switch (error.kind) {
    case 'not_found':
    case 'bad_request':
    case 'shape':
    case 'window':
    case 'auth.missing':
    case 'auth.invalid':
      return 10 * minute;
    case 'forbidden':
      return 60 * minute;
    case 'burst':
    case 'daily':
      return error.retryAt === null ? minute : Math.max(1_000, error.retryAt - nowMs);
    default:
      return minute / 2;
  }
}

/** True for what concerns the key and not one question: no request of this key can succeed until it is over. */
export function blocksKey(error: ApiError): boolean {
  return (
    error.kind === 'auth.invalid' ||
    error.kind === 'auth.missing' ||
    error.kind === 'daily' ||
    error.kind === 'burst'
  );
}
