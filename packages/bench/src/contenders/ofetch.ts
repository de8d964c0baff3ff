import { type Library, nothingToClose } from './contender.ts';
import { pathOf } from './question.ts';

export const ofetch: Library = {
  name: 'ofetch',
  packages: ['ofetch'],
  tuning: 'retry as the case wants, retryDelay reads Retry-After',
  takesFetch: true,
  async open({ baseUrl, key, form, now = Date.now, retries, fetch: given = fetch }, tuned) {
    const { createFetch } = await import('ofetch');
    const client = createFetch({ fetch: given, Headers, AbortController }).create({
      headers: { authorization: `Bearer ${key}` },
      ...(tuned
        ? {
            retry: retries,
            retryDelay: ({ response }) => 1000 * Number(response?.headers.get('retry-after') ?? 1),
          }
        : {}),
    });
    return {
      lookup: (question, signal) => client(baseUrl + pathOf(question, form, now()), signal ? { signal } : {}),
      close: nothingToClose,
    };
  },
};
