import { setTimeout as delay } from 'node:timers/promises';
import type { AsyncHost, HttpOutcome, HttpRequest } from '../src/index.ts';
import { learnShipped } from './sandbox-recipes.ts';

async function sendOne(request: HttpRequest): Promise<HttpOutcome> {
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
    const error = thrown as Error & { cause?: { code?: string } };
    const kind = error.name === 'TimeoutError' ? 'timeout' : 'transport';
    return { ok: false, kind, message: error.cause?.code ?? error.message };
  }
}

/** A host over real HTTP; `now` can be set to the sandbox's clock. */
export function nodeHost(over: Partial<AsyncHost> = {}): AsyncHost {
  return {
    send: (requests) => Promise.all(requests.map(sendOne)),
    wait: (ms) => delay(ms),
    now: () => Date.now(),
    random: () => Math.random(),
    learn: learnShipped,
    ...over,
  };
}
