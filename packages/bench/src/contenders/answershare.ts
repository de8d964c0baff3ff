import { type AsyncClient, type AsyncHost, asyncClient } from '@answershare/core';
import { nodeHost } from '@answershare/core/node';
import { recognise, recogniseLimits } from '@answershare/recogniser';
import { createMemoryCache } from './caches.ts';
import {
  type BenchClient,
  type ClientLibrary,
  type ClientTarget,
  type LookupQuestion,
  nothingToClose,
} from './contender.ts';

function askClient(client: AsyncClient, question: LookupQuestion): Promise<{ readonly value: unknown }> {
  switch (question.endpoint) {
    case 'websites':
      return client.websites();
    case 'analytics':
      return client.analytics(question.website, { last: question.days });
    default:
      return client[question.endpoint](question.website);
  }
}

type HostCache = NonNullable<AsyncHost['cache']>;
type HostLock = NonNullable<AsyncHost['lock']>;

/** Core's asynchronous client. Processes that share a cache also share a lock. */
export function openAnswershare(
  target: ClientTarget,
  shared: { cache?: HostCache; lock?: HostLock },
): BenchClient {
  const { baseUrl, key, form, now, fetch } = target;
  const host = nodeHost({
    ...shared,
    learn: recognise,
    learnLimits: recogniseLimits,
    ...(now ? { now } : {}),
    ...(fetch ? { fetch } : {}),
  });
  const client = asyncClient({ baseUrl, key, form }, host);
  return {
    lookup: async (question) => (await askClient(client, question)).value,
    close: nothingToClose,
  };
}

/** Our client without a cache: it keeps and shares nothing, as the other clients. */
export const answershareUncached: ClientLibrary = {
  name: 'answershare',
  packages: ['@answershare/core'],
  tuning: null,
  takesFetch: true,
  open: async (target) => openAnswershare(target, {}),
};

/** Our client with an in-memory cache. */
export const answershare: ClientLibrary = {
  name: 'answershare',
  packages: ['@answershare/core'],
  tuning: null,
  takesFetch: true,
  async open(target) {
    const { get, put } = createMemoryCache();
    return openAnswershare(target, {
      cache: { get: async (keys) => get(keys), put: async (entries) => put(entries) },
    });
  },
};
