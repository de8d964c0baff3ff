import { type Library, nothingToClose } from './contender.ts';
import { pathOf } from './question.ts';

export const ky: Library = {
  name: 'ky',
  packages: ['ky'],
  tuning: 'retry.limit as the case wants, retry.maxRetryAfter 60 s',
  takesFetch: true,
  async open({ baseUrl, key, form, now = Date.now, retries, fetch: given }, tuned) {
    const { default: library } = await import('ky');
    const client = library.create({
      headers: { authorization: `Bearer ${key}` },
      ...(tuned ? { retry: { limit: retries, maxRetryAfter: 60_000 } } : {}),
      ...(given ? { fetch: given } : {}),
    });
    return {
      lookup: (question, signal) =>
        client.get(baseUrl + pathOf(question, form, now()), signal ? { signal } : {}).json(),
      close: nothingToClose,
    };
  },
};
