import { type AsyncClient, type AsyncHost, asyncClient } from '@answershare/core';
import { nodeHost } from '@answershare/core/node';
import { recognise, recogniseLimits } from '@answershare/recogniser';
import { memoryTexts } from '../hosts/memory-cache.ts';
import { type Library, type Lookups, nothingToClose, type Target } from './contender.ts';
import type { Question } from './question.ts';

/** Asks core's asynchronous client. */
export function asked(client: AsyncClient, question: Question): Promise<{ readonly value: unknown }> {
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

/** Core's asynchronous client over a cache, and over a lock where processes share the cache. */
export function openOurs(target: Target, shared: { cache: HostCache; lock?: HostLock }): Lookups {
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
    lookup: async (question) => (await asked(client, question)).value,
    close: nothingToClose,
  };
}

/** Our client as it comes, with a map as its cache. */
export const answershare: Library = {
  name: 'answershare',
  packages: ['@answershare/core'],
  tuning: null,
  takesFetch: true,
  async open(target) {
    const { get, put } = memoryTexts();
    return openOurs(target, {
      cache: { get: async (keys) => get(keys), put: async (entries) => put(entries) },
    });
  },
};
