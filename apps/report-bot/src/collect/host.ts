import { setTimeout as sleep } from 'node:timers/promises';
import type { AsyncHost, ClientEvent, HttpOutcome, HttpRequest } from '@answershare/core';

/** The outside of core's client on Node.js: fetch, timers, the clock. `now` may be set for a run of another day. */
export function nodeHost(emit?: (event: ClientEvent) => void): AsyncHost {
  return {
    send: (requests) => Promise.all(requests.map(exchange)),
    wait: (ms) => sleep(ms),
    now: () => Date.now(),
    random: () => Math.random(),
    ...(emit === undefined ? {} : { emit }),
  };
}

/** Redirects are not followed: a key must not travel to another address. */
async function exchange(request: HttpRequest): Promise<HttpOutcome> {
  try {
    const response = await fetch(request.url, {
      headers: request.headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(request.timeoutMs),
    });
    return {
      ok: true,
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text: await response.text(),
    };
  } catch (thrown) {
    const late = (thrown as Error).name === 'TimeoutError';
    return { ok: false, kind: late ? 'timeout' : 'transport', message: reason(thrown as Error) };
  }
}

function reason(thrown: Error): string {
  const cause = thrown.cause as { code?: string; message?: string } | undefined;
  return cause?.code ?? (cause?.message ? `${thrown.message}: ${cause.message}` : thrown.message);
}
