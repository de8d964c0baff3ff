import { describe, expect, test } from 'vitest';
import { gatheredHost } from '../../src/exchange/gathered-host.ts';
import type { Outside } from '../../src/exchange/outside.ts';

function recorded(kept: Record<string, string> = {}, lockable = true) {
  const calls: string[] = [];
  let now = 0;
  const outside: Outside = {
    quiet: false,
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
      getAll: () => ({}),
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
  const host = gatheredHost(
    outside,
    () => now,
    () => 0.5,
  );
  return { host, calls, pass: (ms: number) => (now += ms) };
}

/** What the client does for one question: look, lock, look again, claim, unlock. */
function claim(host: ReturnType<typeof recorded>['host'], key: string): void {
  host.cache.get([key, 'block']);
  host.lock?.acquire(200);
  host.cache.get([key, 'block']);
  host.cache.put([{ key, text: 'claim', ttlSeconds: 17 }]);
  host.lock?.release();
}

const request = { url: 'https://a.example', headers: {}, timeoutMs: 1 };

describe('a batch', () => {
  test('is claimed under one lock with one write, before its requests go out', () => {
    const { host, calls } = recorded();
    for (const key of ['a', 'b', 'c']) claim(host, key);
    host.send([request, request, request]);
    expect(calls).toEqual([
      'get a,block',
      'lock',
      'get a,block',
      'get b',
      'get c',
      'put a,b,c 17',
      'unlock',
      'send 3',
    ]);
  });

  test('is in the store before the cache, which may lose it at once', () => {
    const { host, calls } = recorded();
    host.cache.put([{ key: 'as3:abcdefghijk', text: 'answer', ttlSeconds: 60 }]);
    host.settle();
    expect(calls).toEqual(['keep as3:abcdefghijk', 'put as3:abcdefghijk 60']);
  });

  test('writes its answers together, by how long they live', () => {
    const { host, calls } = recorded();
    host.cache.put([{ key: 'a', text: '1', ttlSeconds: 60 }]);
    host.cache.put([{ key: 'b', text: '2', ttlSeconds: 30 }]);
    host.cache.put([{ key: 'c', text: '3', ttlSeconds: 60 }]);
    expect(calls).toEqual([]);
    host.settle();
    expect(calls).toEqual(['put a,c 60', 'put b 30']);
  });

  test('reads its own writes before they are written', () => {
    const { host, calls } = recorded({ b: 'old' });
    host.cache.put([{ key: 'b', text: 'new', ttlSeconds: 60 }]);
    expect(host.cache.get(['a', 'b'])).toEqual([null, 'new']);
    expect(calls).toEqual(['get a']);
  });
});

test('others’ writes are seen as soon as the lock is let go', () => {
  const kept: Record<string, string> = {};
  const { host } = recorded(kept);
  claim(host, 'a');
  expect(host.cache.get(['b'])).toEqual([null]);
  host.wait(10);
  kept.b = 'theirs';
  expect(host.cache.get(['b'])).toEqual(['theirs']);
});

test('a lock is not held for longer than a second', () => {
  const { host, calls, pass } = recorded();
  claim(host, 'a');
  pass(1_001);
  claim(host, 'b');
  expect(calls.slice(-2)).toEqual(['put a,b 17', 'unlock']);
});

test('a lock that cannot be had is not let go', () => {
  const { host, calls } = recorded({}, false);
  expect(host.lock?.acquire(200)).toBe(false);
  host.settle();
  expect(calls).toEqual(['lock']);
});

test('a batch waits for the lock once, and again only after it has read the cache', () => {
  const { host, calls } = recorded({}, false);
  for (const _ of ['a', 'b', 'c']) expect(host.lock?.acquire(200)).toBe(false);
  host.cache.get(['a', 'b', 'c']);
  for (const _ of ['a', 'b', 'c']) expect(host.lock?.acquire(400)).toBe(false);
  host.send([request]);
  expect(host.lock?.acquire(5_000)).toBe(false);
  expect(calls).toEqual(['lock', 'get a,b,c', 'lock 400', 'send 1', 'lock 5000']);
});
