import type { RunningSandbox } from '../../src/index.ts';
import { get } from '../sandbox.ts';

export const WEBSITES = '/api/v1/websites';

type Call = (sandbox: RunningSandbox, signal?: AbortSignal) => Promise<Response>;

/** The two ways to call a sandbox: over its port, and by its fetch in the same process. */
export const CALLERS: [string, Call][] = [
  ['over the socket', (sandbox, signal) => fetch(createRequest(sandbox, signal))],
  ['in process', (sandbox, signal) => sandbox.fetch(createRequest(sandbox, signal))],
];

function createRequest({ baseUrl, keys }: RunningSandbox, signal?: AbortSignal): Request {
  const headers = { Authorization: `Bearer ${keys.live}` };
  return new Request(`${baseUrl}${WEBSITES}`, signal === undefined ? { headers } : { headers, signal });
}

/** The calls of the live key that counted in this minute. */
export async function countUsed(sandbox: RunningSandbox): Promise<number> {
  return 300 - 1 - Number((await get(sandbox, WEBSITES)).headers.get('x-ratelimit-remaining'));
}
