import type { Quirks } from '../quirks/table.ts';
import type { Answer, ApiRequest } from './answer.ts';

/** What CORS adds to every answer, and whether it answers OPTIONS itself (Fetch standard, CORS protocol). */
interface Cors {
  readonly headers: Readonly<Record<string, string>>;
  readonly preflight: boolean;
}

const CORS: Readonly<Record<Quirks['cors'], Cors>> = {
  none: { headers: {}, preflight: false },
  open: {
    headers: { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': '*' },
    preflight: true,
  },
};

export function corsHeaders(quirks: Quirks): Readonly<Record<string, string>> {
  return CORS[quirks.cors].headers;
}

/** The answer to OPTIONS where CORS is open, else null (undecided item 30). */
export function preflight(quirks: Quirks, request: ApiRequest): Answer | null {
  const { headers, preflight: answers } = CORS[quirks.cors];
  if (request.method !== 'OPTIONS' || !answers) return null;
  const allowed = { 'Access-Control-Allow-Methods': 'GET', 'Access-Control-Allow-Headers': 'Authorization' };
  return { status: 204, headers: { ...headers, ...allowed }, body: '', code: null, counted: false };
}
