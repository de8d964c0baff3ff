import { createHash } from 'node:crypto';
import { type ApiErrorResponse, errorBody } from '../query/api-errors.ts';
import type { Quirks, QuirkTable } from '../quirks/quirks.ts';
import type { ApiRequest, ApiResponse } from './exchange.ts';

/** The CORS headers, and whether OPTIONS is answered (Fetch standard, CORS protocol). */
interface CorsPolicy {
  readonly headers: Readonly<Record<string, string>>;
  readonly preflight: boolean;
}

const CORS_POLICIES: QuirkTable<'cors', CorsPolicy> = {
  none: { headers: {}, preflight: false },
  open: {
    headers: { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': '*' },
    preflight: true,
  },
};

export function createCorsHeaders(quirks: Quirks): Readonly<Record<string, string>> {
  return CORS_POLICIES[quirks.cors].headers;
}

/** The response to OPTIONS if CORS is open, else null (undecided item 30). */
export function answerPreflight(quirks: Quirks, request: ApiRequest): ApiResponse | null {
  const { headers, preflight: answers } = CORS_POLICIES[quirks.cors];
  if (request.method !== 'OPTIONS' || !answers) return null;
  const allowed = { 'Access-Control-Allow-Methods': 'GET', 'Access-Control-Allow-Headers': 'Authorization' };
  return { status: 204, headers: { ...headers, ...allowed }, body: '', code: null, counted: false };
}

/** Deprecated since 1 September 2026 (RFC 9745 §2.1: a structured date), sunset on 1 March 2027 (RFC 8594 §3). */
export const VERSION_SIGNS: QuirkTable<'versions', Readonly<Record<string, string>>> = {
  plain: {},
  deprecated: {
    Deprecation: `@${Date.UTC(2026, 8, 1) / 1000}`,
    Sunset: new Date(Date.UTC(2027, 2, 1)).toUTCString(),
  },
};

/** ETag and conditional requests (RFC 9110 §8.8.3 and §13.1.2; undecided item 30). */
export const VALIDATED: QuirkTable<'etag', (answer: ApiResponse, request: ApiRequest) => ApiResponse> = {
  none: (answer) => answer,
  weak(answer, request) {
    if (answer.status !== 200) return answer;
    const tag = `W/"${createHash('sha256').update(answer.body).digest('base64url').slice(0, 16)}"`;
    const tagged = { ...answer, headers: { ...answer.headers, ETag: tag } };
    return matchesTag(request.ifNoneMatch, tag) ? { ...tagged, status: 304, body: '' } : tagged;
  },
};

function matchesTag(header: string | null, tag: string): boolean {
  const tags = (header ?? '').split(',').map((text) => text.trim());
  return tags.includes('*') || tags.some((text) => text.replace(/^W\//, '') === tag.slice(2));
}

/** A body with its media type. */
export interface WrittenAnswer {
  readonly type: string;
  readonly body: string;
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/** The body for an unknown path or a wrong method (undecided item 29). */
export const STRANGE_PATHS: QuirkTable<'unknownPath', (error: ApiErrorResponse) => WrittenAnswer> = {
  'error-object': (error) => ({ type: JSON_TYPE, body: errorBody(error) }),
  html: ({ status }) => ({
    type: 'text/html; charset=utf-8',
    body: `<!doctype html>\n<title>${status}</title>\n<h1>${status}</h1>\n`,
  }),
  'error-text': ({ message }) => ({ type: JSON_TYPE, body: JSON.stringify({ error: message }) }),
};
