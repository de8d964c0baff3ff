import { type Library, nothingToClose } from './contender.ts';
import { pathOf } from './question.ts';

export const got: Library = {
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
        client(baseUrl + pathOf(question, form, now()), signal ? { signal } : {}).json(),
      close: nothingToClose,
    };
  },
};
