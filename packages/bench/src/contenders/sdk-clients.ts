import { type ClientLibrary, nothingToClose, toPath } from './contender.ts';

/** The request core of OpenAI's client, the most used generated SDK core. */
export const openai: ClientLibrary = {
  name: 'openai core',
  packages: ['openai'],
  tuning: 'maxRetries as the case wants',
  takesFetch: true,
  async open({ baseUrl, key, form, now = Date.now, retries, fetch: customFetch }, tuned) {
    const { OpenAI } = await import('openai');
    const client = new OpenAI({
      apiKey: key,
      baseURL: baseUrl,
      ...(tuned ? { maxRetries: retries } : {}),
      ...(customFetch ? { fetch: customFetch } : {}),
    });
    return {
      lookup: (question, signal) => client.get(toPath(question, form, now()), signal ? { signal } : {}),
      close: nothingToClose,
    };
  },
};

/** The default of plugin-retry. */
const statusesNotRetried = [400, 401, 403, 404, 410, 422, 451];

let opened = 0;

/** The defaults follow its documentation: both plugins, and handlers that retry once. */
export const octokit: ClientLibrary = {
  name: 'octokit',
  packages: ['@octokit/core', '@octokit/plugin-retry', '@octokit/plugin-throttling'],
  tuning: '429 in doNotRetry, the throttling handlers retry as often as the case wants',
  takesFetch: true,
  async open({ baseUrl, key, form, now = Date.now, retries, fetch: customFetch }, tuned) {
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
      ...(tuned ? { retry: { doNotRetry: statusesNotRetried.concat(429) } } : {}),
      ...(customFetch ? { request: { fetch: customFetch } } : {}),
    });
    return {
      lookup: (question, signal) =>
        client
          .request(`GET ${toPath(question, form, now())}`, {
            headers,
            ...(signal ? { request: { signal } } : {}),
          })
          .then(({ data }) => data as unknown),
      close: nothingToClose,
    };
  },
};

export const gaxios: ClientLibrary = {
  name: 'gaxios',
  packages: ['gaxios'],
  tuning: 'retryConfig.retry as the case wants, retryBackoff reads Retry-After',
  takesFetch: true,
  async open({ baseUrl, key, form, now = Date.now, retries, fetch: customFetch }, tuned) {
    const { Gaxios } = await import('gaxios');
    const { setTimeout: sleep } = await import('node:timers/promises');
    const client = new Gaxios({
      headers: new Headers({ authorization: `Bearer ${key}` }),
      responseType: 'json',
      ...(customFetch ? { fetchImplementation: customFetch } : {}),
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
          .request({ url: baseUrl + toPath(question, form, now()), ...(signal ? { signal } : {}) })
          .then(({ data }) => data),
      close: nothingToClose,
    };
  },
};
