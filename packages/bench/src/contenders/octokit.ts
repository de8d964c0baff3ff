import { type Library, nothingToClose } from './contender.ts';
import { pathOf } from './question.ts';

/** The statuses that plugin-retry leaves alone by default. */
const notRetried = [400, 401, 403, 404, 410, 422, 451];

let opened = 0;

/** At its defaults as its documentation sets it up: both plugins, and handlers that ask for one more try. */
export const octokit: Library = {
  name: 'octokit',
  packages: ['@octokit/core', '@octokit/plugin-retry', '@octokit/plugin-throttling'],
  tuning: '429 in doNotRetry, the throttling handlers retry as often as the case wants',
  takesFetch: true,
  async open({ baseUrl, key, form, now = Date.now, retries, fetch: given }, tuned) {
    const { Octokit } = await import('@octokit/core');
    const { retry } = await import('@octokit/plugin-retry');
    const { throttling } = await import('@octokit/plugin-throttling');
    const again = (_wait: number, _options: unknown, _octokit: unknown, tried: number): boolean =>
      tried < (tuned ? retries : 1);
    const silent = (): void => undefined;
    const headers = { authorization: `Bearer ${key}` };
    opened += 1;
    const client = new (Octokit.plugin(retry, throttling))({
      baseUrl,
      log: { debug: silent, info: silent, warn: silent, error: silent },
      throttle: { id: `bench ${opened}`, onRateLimit: again, onSecondaryRateLimit: again },
      ...(tuned ? { retry: { doNotRetry: notRetried.concat(429) } } : {}),
      ...(given ? { request: { fetch: given } } : {}),
    });
    return {
      lookup: (question, signal) =>
        client
          .request(`GET ${pathOf(question, form, now())}`, {
            headers,
            ...(signal ? { request: { signal } } : {}),
          })
          .then(({ data }) => data as unknown),
      close: nothingToClose,
    };
  },
};
