import { type Library, nothingToClose } from './contender.ts';
import { pathOf } from './question.ts';

export const gaxios: Library = {
  name: 'gaxios',
  packages: ['gaxios'],
  tuning: 'retryConfig.retry as the case wants, retryBackoff reads Retry-After',
  takesFetch: true,
  async open({ baseUrl, key, form, now = Date.now, retries, fetch: given }, tuned) {
    const { Gaxios } = await import('gaxios');
    const { setTimeout: sleep } = await import('node:timers/promises');
    const client = new Gaxios({
      headers: new Headers({ authorization: `Bearer ${key}` }),
      responseType: 'json',
      ...(given ? { fetchImplementation: given } : {}),
      retry: true,
      ...(tuned
        ? {
            retryConfig: {
              retry: retries,
              retryBackoff: (error) =>
                sleep(1000 * Number(error.response?.headers.get('retry-after') ?? 1), undefined, {
                  ref: false,
                }),
            },
          }
        : {}),
    });
    return {
      lookup: (question, signal) =>
        client
          .request({ url: baseUrl + pathOf(question, form, now()), ...(signal ? { signal } : {}) })
          .then(({ data }) => data),
      close: nothingToClose,
    };
  },
};
