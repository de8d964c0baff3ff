import { type ClientLibrary, nothingToClose, toPath } from './contender.ts';

/** The usual script: `fetch`, a status check, `json()`. */
export const plainFetch: ClientLibrary = {
  name: 'fetch',
  packages: [],
  tuning: null,
  takesFetch: true,
  async open({ baseUrl, key, form, now = Date.now, fetch: send = fetch }) {
    const headers = { authorization: `Bearer ${key}`, accept: 'application/json' };
    return {
      async lookup(question, signal) {
        const response = await send(baseUrl + toPath(question, form, now()), {
          headers,
          ...(signal ? { signal } : {}),
        });
        if (!response.ok) throw new Error(`HTTP ${response.status}`);
        return response.json();
      },
      close: nothingToClose,
    };
  },
};

export const ky: ClientLibrary = {
  name: 'ky',
  packages: ['ky'],
  tuning: 'retry.limit as the case wants, retry.maxRetryAfter 60 s',
  takesFetch: true,
  async open({ baseUrl, key, form, now = Date.now, retries, fetch: customFetch }, tuned) {
    const { default: library } = await import('ky');
    const client = library.create({
      headers: { authorization: `Bearer ${key}` },
      ...(tuned ? { retry: { limit: retries, maxRetryAfter: 60_000 } } : {}),
      ...(customFetch ? { fetch: customFetch } : {}),
    });
    return {
      lookup: (question, signal) =>
        client.get(baseUrl + toPath(question, form, now()), signal ? { signal } : {}).json(),
      close: nothingToClose,
    };
  },
};

export const ofetch: ClientLibrary = {
  name: 'ofetch',
  packages: ['ofetch'],
  tuning: 'retry as the case wants, retryDelay reads Retry-After',
  takesFetch: true,
  async open({ baseUrl, key, form, now = Date.now, retries, fetch: send = fetch }, tuned) {
    const { createFetch } = await import('ofetch');
    const client = createFetch({ fetch: send, Headers, AbortController }).create({
      headers: { authorization: `Bearer ${key}` },
      ...(tuned
        ? {
            retry: retries,
            retryDelay: ({ response }) => 1000 * Number(response?.headers.get('retry-after') ?? 1),
          }
        : {}),
    });
    return {
      lookup: (question, signal) => client(baseUrl + toPath(question, form, now()), signal ? { signal } : {}),
      close: nothingToClose,
    };
  },
};

/** The plan of the sandbox's keys (specification §6). */
const growthPerMinute = 300;

/** A self-built client: ofetch behind a single-flight cache, at a fixed pace. */
export const assembled: ClientLibrary = {
  name: 'ofetch, lru-cache, p-throttle',
  packages: ['ofetch', 'lru-cache', 'p-throttle'],
  tuning: null,
  takesFetch: true,
  async open({
    baseUrl,
    key,
    form,
    now = Date.now,
    fetch: send = fetch,
    perMinute: limit = growthPerMinute,
  }) {
    const [{ createFetch }, { LRUCache }, { default: pThrottle }] = await Promise.all([
      import('ofetch'),
      import('lru-cache'),
      import('p-throttle'),
    ]);
    const client = createFetch({ fetch: send, Headers, AbortController }).create({
      headers: { authorization: `Bearer ${key}` },
    });
    const throttled = pThrottle({ limit, interval: 60_000 })((path: string) =>
      client<object>(baseUrl + path),
    );
    const cache = new LRUCache<string, object>({ max: 10_000, ttl: 21_600_000, fetchMethod: throttled });
    return {
      lookup: (question, signal) => cache.fetch(toPath(question, form, now()), signal ? { signal } : {}),
      close: nothingToClose,
    };
  },
};

export const got: ClientLibrary = {
  name: 'got',
  packages: ['got'],
  tuning: 'retry.limit as the case wants, retry.maxRetryAfter 60 s',
  takesFetch: false,
  async open({ baseUrl, key, form, now = Date.now, retries }, tuned) {
    const { default: library } = await import('got');
    const client = library.extend({
      headers: { authorization: `Bearer ${key}` },
      ...(tuned ? { retry: { limit: retries, maxRetryAfter: 60_000 } } : {}),
    });
    return {
      lookup: (question, signal) =>
        client(baseUrl + toPath(question, form, now()), signal ? { signal } : {}).json(),
      close: nothingToClose,
    };
  },
};

export const undici: ClientLibrary = {
  name: 'undici',
  packages: ['undici'],
  tuning: 'retry.maxRetries as the case wants, retry.maxTimeout 60 s, deduplicate',
  takesFetch: false,
  async open({ baseUrl, key, form, now = Date.now, retries }, tuned) {
    const { Agent, interceptors, request } = await import('undici');
    const agent = new Agent();
    const dispatcher = tuned
      ? agent.compose(
          interceptors.retry({ maxRetries: retries, maxTimeout: 60_000 }),
          interceptors.deduplicate(),
        )
      : agent.compose(interceptors.retry());
    const headers = { authorization: `Bearer ${key}` };
    return {
      async lookup(question, signal) {
        const { statusCode, body } = await request(baseUrl + toPath(question, form, now()), {
          dispatcher,
          headers,
          ...(signal ? { signal } : {}),
        });
        if (statusCode >= 400) throw new Error(`HTTP ${statusCode}: ${await body.text()}`);
        return body.json();
      },
      close: () => agent.destroy(),
    };
  },
};
