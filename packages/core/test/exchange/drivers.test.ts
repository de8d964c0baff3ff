import { describe, expect, it } from 'vitest';
import { runAsync, runSync } from '../../src/exchange/drivers.ts';
import {
  acquire,
  cacheGet,
  cachePut,
  type Exchange,
  release,
  send,
  wait,
} from '../../src/exchange/effect.ts';
import { runSyncAll } from '../../src/exchange/run-together.ts';
import type { AsyncHost, HttpOutcome, SyncHost } from '../../src/index.ts';

const answer = (text: string): HttpOutcome => ({ ok: true, status: 200, headers: {}, text });

/** A host that notes what it is asked for; its clock moves only by waiting. */
function recorder(): { host: SyncHost; trace: string[] } {
  const trace: string[] = [];
  const kept = new Map<string, string>();
  let clock = 1_000;
  const host: SyncHost = {
    send: (requests) => {
      trace.push(`send ${requests.map((request) => request.url).join(' ')}`);
      return requests.map((request) => answer(request.url));
    },
    wait: (ms) => {
      trace.push(`wait ${ms}`);
      clock += ms;
    },
    now: () => clock,
    random: () => 0.5,
    cache: {
      get: (keys) => keys.map((key) => kept.get(key) ?? null),
      put: (entries) => {
        for (const entry of entries) kept.set(entry.key, entry.text);
      },
    },
  };
  return { host, trace };
}

function asAsync(host: SyncHost): AsyncHost {
  return {
    send: async (requests) => host.send(requests),
    wait: async (ms) => host.wait(ms),
    now: host.now,
    random: host.random,
    cache: {
      get: async (keys) => host.cache?.get(keys) ?? [],
      put: async (entries) => host.cache?.put(entries),
    },
  };
}

const to = (url: string) => [{ url, headers: {}, timeoutMs: 1 }];

function* twoSteps(name: string, pause: number): Exchange<string> {
  const [first] = yield* send(to(`${name}1`));
  yield* wait(pause);
  yield* cachePut([{ key: name, text: 'kept', ttlSeconds: 1 }]);
  const [second] = yield* send(to(`${name}2`));
  const [kept] = yield* cacheGet([name]);
  return `${first?.ok && first.text} ${second?.ok && second.text} ${kept}`;
}

describe('drivers', () => {
  it('give the same trace and the same value, synchronous and asynchronous', async () => {
    const sync = recorder();
    const async = recorder();
    const valueSync = runSync(twoSteps('a', 20), sync.host);
    const valueAsync = await runAsync(twoSteps('a', 20), asAsync(async.host));
    expect(valueSync).toBe('a1 a2 kept');
    expect(valueAsync).toBe(valueSync);
    expect(async.trace).toEqual(sync.trace);
  });

  it("throw a host's error inside the exchange, so that it can clean up", () => {
    const { host } = recorder();
    let cleaned = false;
    function* careful(): Exchange<void> {
      try {
        yield* send(to('x'));
      } finally {
        cleaned = true;
      }
    }
    const broken: SyncHost = {
      ...host,
      send: () => {
        throw new Error('no network');
      },
    };
    expect(() => runSync(careful(), broken)).toThrow('no network');
    expect(cleaned).toBe(true);
  });

  it('refuse a promise from a synchronous host', () => {
    const { host } = recorder();
    const wrong = { ...host, send: async () => [] } as unknown as SyncHost;
    expect(() => runSync(twoSteps('a', 1), wrong)).toThrow(/promise/);
  });
});

describe('runTogether', () => {
  it('sends the pending requests of all exchanges together and keeps their order', () => {
    const { host, trace } = recorder();
    const settled = runSyncAll([twoSteps('a', 10), twoSteps('b', 10), twoSteps('c', 10)], host);
    expect(trace.filter((line) => line.startsWith('send'))).toEqual(['send a1 b1 c1', 'send a2 b2 c2']);
    expect(settled.map((result) => result.ok && result.value.slice(0, 5))).toEqual([
      'a1 a2',
      'b1 b2',
      'c1 c2',
    ]);
  });

  it('waits at least as long as requested, and once for ends that lie close', () => {
    const near = recorder();
    runSyncAll([twoSteps('a', 10), twoSteps('b', 30)], near.host);
    expect(near.trace).toEqual(['send a1 b1', 'wait 30', 'send a2 b2']);
    const far = recorder();
    runSyncAll([twoSteps('a', 10), twoSteps('b', 5_010)], far.host);
    expect(far.trace).toEqual(['send a1 b1', 'wait 10', 'send a2', 'wait 5000', 'send b2']);
  });

  it('fails one exchange without the others', () => {
    const { host } = recorder();
    function* failing(): Exchange<string> {
      yield* send(to('f'));
      throw new Error('mine alone');
    }
    const [bad, good] = runSyncAll([failing(), twoSteps('a', 1)], host);
    expect(bad).toEqual({ ok: false, error: new Error('mine alone') });
    expect(good?.ok).toBe(true);
  });

  it('throws a failed send into every sending exchange', () => {
    const { host } = recorder();
    const broken: SyncHost = {
      ...host,
      send: () => {
        throw new Error('down');
      },
    };
    const settled = runSyncAll([twoSteps('a', 1), twoSteps('b', 1)], broken);
    expect(settled.map((result) => !result.ok && (result.error as Error).message)).toEqual(['down', 'down']);
  });

  it('reads the cache at once for all, and separately under the lock', () => {
    const { host } = recorder();
    const gets: string[] = [];
    const counting: SyncHost = {
      ...host,
      cache: {
        put: (entries) => host.cache?.put(entries),
        get: (keys) => {
          gets.push(keys.join());
          return keys.map((key) => `kept ${key}`);
        },
      },
      lock: { acquire: () => true, release: () => undefined },
    };
    function* reading(own: string): Exchange<string> {
      const outside = yield* cacheGet([own, 'shared']);
      yield* acquire(1);
      const inside = yield* cacheGet([own]);
      yield* release();
      const after = yield* cacheGet([own]);
      return outside.concat(inside, after).join();
    }
    const settled = runSyncAll([reading('a'), reading('b')], counting);
    expect(gets).toEqual(['a,shared,b', 'a', 'b', 'a,b']);
    expect(settled.map((result) => result.ok && result.value)).toEqual([
      'kept a,kept shared,kept a,kept a',
      'kept b,kept shared,kept b,kept b',
    ]);
  });

  it('of no exchange gives no result', () => {
    expect(runSyncAll([], recorder().host)).toEqual([]);
  });
});
