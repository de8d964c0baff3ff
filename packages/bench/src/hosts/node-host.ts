import { setTimeout as sleep } from 'node:timers/promises';
import type { AsyncHost, HttpOutcome, HttpRequest } from '@answershare/core';

export type HostCache = NonNullable<AsyncHost['cache']>;
export type HostLock = NonNullable<AsyncHost['lock']>;

interface Parts {
  readonly fetch?: typeof fetch;
  readonly now?: () => number;
  readonly cache?: HostCache;
  readonly lock?: HostLock;
}

/** The outside of core's client on Node. */
export function nodeHost({ fetch: given = fetch, now = Date.now, cache, lock }: Parts): AsyncHost {
  const sendOne = async (request: HttpRequest): Promise<HttpOutcome> => {
    try {
      const response = await given(request.url, {
        headers: request.headers,
        redirect: 'manual',
        signal: AbortSignal.timeout(request.timeoutMs),
      });
      const headers: Record<string, string> = {};
      for (const [name, value] of response.headers) headers[name] = value;
      return { ok: true, status: response.status, headers, text: await response.text() };
    } catch (thrown) {
      const { name, message, cause } = thrown as Error & { cause?: { code?: string } };
      const kind = name === 'TimeoutError' ? 'timeout' : 'transport';
      return { ok: false, kind, message: cause?.code ?? message };
    }
  };
  return {
    send: (requests) => Promise.all(requests.map(sendOne)),
    wait: (ms) => sleep(ms),
    now,
    random: () => Math.random(),
    ...(cache ? { cache } : {}),
    ...(lock ? { lock } : {}),
  };
}
