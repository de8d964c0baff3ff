import { setTimeout as sleep } from 'node:timers/promises';
import type { AsyncHost, HttpOutcome, HttpRequest } from '../src/index.ts';

/** Ports that a program may replace or add; each has a default or is omitted. */
export interface NodeHostOptions
  extends Pick<AsyncHost, 'cache' | 'lock' | 'emit' | 'learn' | 'learnLimits'> {
  /** Milliseconds since the epoch. Default: the machine's clock. */
  readonly now?: () => number;
  /** Default: `fetch` of Node.js. */
  readonly fetch?: typeof fetch;
}

/** Never follows redirects: the key must not travel to another address. */
async function sendOne(request: HttpRequest, send: typeof fetch): Promise<HttpOutcome> {
  try {
    const { url, headers, timeoutMs } = request;
    const response = await send(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    const { status } = response;
    return { ok: true, status, headers: Object.fromEntries(response.headers), text: await response.text() };
  } catch (thrown) {
    const { name, message, cause } = thrown as Error & { cause?: { code?: string } };
    const kind = name === 'TimeoutError' ? 'timeout' : 'transport';
    return { ok: false, kind, message: cause?.code ?? message };
  }
}

/** The client's ports on Node.js: fetch, timers, clock and random numbers. */
export function nodeHost({ now = Date.now, fetch: send = fetch, ...parts }: NodeHostOptions = {}): AsyncHost {
  return {
    send: (requests) => Promise.all(requests.map((request) => sendOne(request, send))),
    wait: (ms) => sleep(ms),
    now,
    random: Math.random,
    ...parts,
  };
}

/** A cache for the clients of one process. Entries never expire. */
export function memoryCache(): NonNullable<AsyncHost['cache']> {
  const kept = new Map<string, string>();
  return {
    get: async (keys) => keys.map((key) => kept.get(key) ?? null),
    put: async (entries) => {
      for (const { key, text } of entries) kept.set(key, text);
    },
  };
}
