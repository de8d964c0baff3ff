import { setTimeout as sleep } from 'node:timers/promises';
import type { AsyncHost, HttpOutcome, HttpRequest } from '@answershare/core';

/** Redirects are not followed: a key must not travel to another address. */
async function exchange({ url, headers, timeoutMs }: HttpRequest): Promise<HttpOutcome> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, { headers, redirect: 'manual', signal });
    const { status } = response;
    return { ok: true, status, headers: Object.fromEntries(response.headers), text: await response.text() };
  } catch (thrown) {
    const { name, message } = thrown as Error;
    return { ok: false, kind: name === 'TimeoutError' ? 'timeout' : 'transport', message };
  }
}

/**
 * All that the client needs of the outside, on Node.js: fetch, timers, the clock, chance, and a cache (here a map; any store
 * that the processes share will do).
 * @param now milliseconds since the epoch
 */
export function nodeHost(now: () => number = Date.now): AsyncHost {
  const kept = new Map<string, string>();
  return {
    send: (requests) => Promise.all(requests.map(exchange)),
    wait: (ms) => sleep(ms),
    now,
    random: Math.random,
    cache: {
      get: async (keys) => keys.map((key) => kept.get(key) ?? null),
      put: async (entries) => {
        for (const { key, text } of entries) kept.set(key, text);
      },
    },
  };
}
