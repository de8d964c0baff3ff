import { describe, expect, test } from 'vitest';
import { createTwoTierHost } from '../../src/cache/two-tier-cache.ts';
import type { Platform } from '../../src/ports/platform.ts';

function recorded(kept: Record<string, string> = {}, lockable = true, stored: Record<string, string> = {}) {
  const calls: string[] = [];
  let now = 0;
  const outside: Platform = {
    send: (requests) => {
      calls.push(`send ${requests.length}`);
      return requests.map(() => ({ ok: true, status: 200, headers: {}, text: '' }));
    },
    sleep: (ms) => {
      calls.push(`sleep ${ms}`);
      now += ms;
    },
    cache: {
      getAll: (keys) => {
        calls.push(`get ${keys.join()}`);
        return Object.fromEntries(Object.entries(kept).filter(([key]) => keys.includes(key)));
      },
      putAll: (texts, ttl) => {
        calls.push(`put ${Object.keys(texts).join()} ${ttl}`);
        Object.assign(kept, texts);
      },
    },
    store: {
      getAll: (keys) => {
        if (keys.length > 0) calls.push(`read ${keys.join()}`);
        return Object.fromEntries(Object.entries(stored).filter(([key]) => keys.includes(key)));
      },
      putAll: (texts) => {
        calls.push(`keep ${Object.keys(texts).join()}`);
      },
    },
    lock: {
      acquire: (patienceMs) => {
        calls.push(patienceMs === 200 ? 'lock' : `lock ${patienceMs}`);
        return lockable;
      },
      release: () => {
        calls.push('unlock');
      },
    },
  };
  const host = createTwoTierHost(
    outside,
    () => now,
    () => 0.5,
  );
  return { host, calls, pass: (ms: number) => (now += ms) };
}

/** The client's calls for a batch: one read of all, then lock, read again, claim, unlock. */
function claim({ host, pass }: ReturnType<typeof recorded>, keys: readonly string[], eachMs = 0): void {
  host.cache.get([...keys, 'block']);
  for (const key of keys) {
    host.lock?.acquire(200);
    host.cache.get([key, 'block'], true);
    host.cache.put([{ key, text: 'claim', ttlSeconds: 17 }]);
    pass(eachMs);
    host.lock?.release();
  }
}

const request = { url: 'https://a.example', headers: {}, timeoutMs: 1 };

describe('a batch', () => {
  test('is claimed under one lock with one write, before its requests go out', () => {
    const batch = recorded();
    const { host, calls } = batch;
    claim(batch, ['a', 'b', 'c']);
    host.send([request, request, request]);
    expect(calls).toEqual(['get a,b,c,block', 'lock', 'get a,block,b,c', 'unlock', 'put a,b,c 17', 'send 3']);
  });

  test('is in the store before the cache, which may lose it at once', () => {
    const { host, calls } = recorded();
    host.cache.put([{ key: 'as3:abcdefghijk', text: 'answer', ttlSeconds: 60 }]);
    host.flush();
    expect(calls).toEqual(['keep as3:abcdefghijk', 'put as3:abcdefghijk 60']);
  });

  test('writes its answers in one call per TTL', () => {
    const { host, calls } = recorded();
    host.cache.put([{ key: 'a', text: '1', ttlSeconds: 60 }]);
    host.cache.put([{ key: 'b', text: '2', ttlSeconds: 30 }]);
    host.cache.put([{ key: 'c', text: '3', ttlSeconds: 60 }]);
    expect(calls).toEqual([]);
    host.flush();
    expect(calls).toEqual(['put a,c 60', 'put b 30']);
  });

  test('reads its own writes before they are written', () => {
    const { host, calls } = recorded({ b: 'old' });
    host.cache.put([{ key: 'b', text: 'new', ttlSeconds: 60 }]);
    expect(host.cache.get(['a', 'b'])).toEqual([null, 'new']);
    expect(calls).toEqual(['get a']);
  });
});

describe('a read', () => {
  const answer = 'as3:abcdefghijk';
  const state = `${answer}:s`;

  test.each([
    ['that need not be consistent is one of the cache', false, {}, {}, [null, null], 0],
    [
      'that is consistent finds what the cache lost',
      true,
      {},
      { [answer]: 'a', [state]: 's' },
      ['a', 's'],
      1,
    ],
    [
      'takes the cache’s answer, which may be too long for the store',
      true,
      { [answer]: 'new' },
      { [answer]: 'old' },
      ['new', null],
      1,
    ],
    [
      'takes the store’s state, which is written first',
      true,
      { [state]: 'old' },
      { [state]: 'new' },
      [null, 'new'],
      1,
    ],
    ['takes a state that only the cache has', true, { [state]: 'only' }, {}, [null, 'only'], 1],
  ])('%s', (_, consistent, cached, stored, texts, reads) => {
    const { host, calls } = recorded(cached, true, stored);
    expect(host.cache.get([answer, state], consistent)).toEqual(texts);
    expect(calls).toEqual([`get ${answer},${state}`, `read ${answer},${state}`].slice(0, 1 + reads));
  });

  test('of entries that the store does not hold does not call the store', () => {
    const { host, calls } = recorded();
    expect(host.cache.get(['profile'], true)).toEqual([null]);
    expect(calls).toEqual(['get profile']);
  });
});

test('a claim is in the store before the lock’s release, and in the cache after it', () => {
  const { host, calls } = recorded();
  host.lock?.acquire(200);
  host.cache.put([{ key: 'as3:abcdefghijk:s', text: 'claim', ttlSeconds: 17 }]);
  host.wait(150);
  expect(calls).toEqual([
    'lock',
    'keep as3:abcdefghijk:s',
    'unlock',
    'put as3:abcdefghijk:s 17',
    'sleep 150',
  ]);
});

test('the lock is released as soon as there is nothing to write under it', () => {
  const { host, calls } = recorded();
  host.lock?.acquire(200);
  host.unlock();
  host.cache.put([{ key: 'warm:x', text: 'ready', ttlSeconds: 60 }]);
  host.flush();
  expect(calls).toEqual(['lock', 'unlock', 'put warm:x 60']);
});

test('others’ writes are visible after the lock’s release', () => {
  const kept: Record<string, string> = {};
  const batch = recorded(kept);
  const { host } = batch;
  claim(batch, ['a']);
  expect(host.cache.get(['b'])).toEqual([null]);
  host.wait(10);
  kept.b = 'theirs';
  expect(host.cache.get(['b'])).toEqual(['theirs']);
});

test('a lock is not held for longer than a second', () => {
  const batch = recorded();
  claim(batch, ['a', 'b'], 501);
  expect(batch.calls.slice(-2)).toEqual(['unlock', 'put a,b 17']);
});

test('a lock that was not acquired is not released', () => {
  const { host, calls } = recorded({}, false);
  expect(host.lock?.acquire(200)).toBe(false);
  host.flush();
  expect(calls).toEqual(['lock']);
});

test('a batch waits for the lock once, and again only after a cache read', () => {
  const { host, calls } = recorded({}, false);
  for (const _ of ['a', 'b', 'c']) expect(host.lock?.acquire(200)).toBe(false);
  host.cache.get(['a', 'b', 'c']);
  for (const _ of ['a', 'b', 'c']) expect(host.lock?.acquire(400)).toBe(false);
  host.send([request]);
  expect(host.lock?.acquire(5_000)).toBe(false);
  expect(calls).toEqual(['lock', 'get a,b,c', 'lock 400', 'send 1', 'lock 5000']);
});
