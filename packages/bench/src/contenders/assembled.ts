import { type Library, nothingToClose } from './contender.ts';
import { pathOf } from './question.ts';

/** The plan of the sandbox's keys (specification §6). */
const growthPerMinute = 300;

/** What one would build without our client: ofetch inside a cache with one flight a key, at a fixed pace. */
export const assembled: Library = {
  name: 'ofetch, lru-cache, p-throttle',
  packages: ['ofetch', 'lru-cache', 'p-throttle'],
  tuning: null,
  takesFetch: true,
  async open({
    baseUrl,
    key,
    form,
    now = Date.now,
    fetch: given = fetch,
    perMinute: limit = growthPerMinute,
  }) {
    const [{ createFetch }, { LRUCache }, { default: pThrottle }] = await Promise.all([
      import('ofetch'),
      import('lru-cache'),
      import('p-throttle'),
    ]);
    const client = createFetch({ fetch: given, Headers, AbortController }).create({
      headers: { authorization: `Bearer ${key}` },
    });
    const send = pThrottle({ limit, interval: 60_000 })((path: string) => client<object>(baseUrl + path));
    const cache = new LRUCache<string, object>({ max: 10_000, ttl: 21_600_000, fetchMethod: send });
    return {
      lookup: (question, signal) => cache.fetch(pathOf(question, form, now()), signal ? { signal } : {}),
      close: nothingToClose,
    };
  },
};
