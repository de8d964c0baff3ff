import type { RunningSandbox } from '@answershare/sandbox';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseAnswerEntry, parseStateEntry, writeEntry } from '../../src/cache/entry.ts';
import type { AsyncHost } from '../../src/index.ts';
import { nodeHost } from '../support/http-host.ts';
import { memoryCache } from '../support/memory-cache.ts';
import { clientOf, forms, startSandboxOf } from '../support/sandbox-client.ts';

/** A body of authority about a website, in the words of Form 1. */
const authorityOf = (websiteId: string) => ({ websiteId, score: 7, maxScore: 100, components: [] });

/** A cache and a lock that several clients share, as executions of Apps Script do; time passes only by waiting, or not at all. */
function sharedCache({ waitingTakesTime = true } = {}) {
  const { kept, cache } = memoryCache();
  let clock = 1_800_000_000_000;
  let locked = false;
  const host = (): Partial<AsyncHost> => ({
    now: () => clock,
    wait: async (ms) => {
      if (waitingTakesTime) clock += ms;
      await new Promise((resolve) => setImmediate(resolve));
    },
    cache,
    lock: {
      acquire: async () => {
        while (locked) await new Promise((resolve) => setImmediate(resolve));
        locked = true;
        return true;
      },
      release: async () => {
        locked = false;
      },
    },
  });
  return {
    host,
    kept,
    now: () => clock,
    pass: (ms: number) => {
      clock += ms;
    },
  };
}

describe.each(forms)('clients that share a cache, Form %i', (form) => {
  let sandbox: RunningSandbox;
  let site: string;
  beforeEach(async () => {
    sandbox = await startSandboxOf(form);
    site = sandbox.websites[0]?.id ?? '';
  });
  afterEach(() => sandbox.close());

  const spent = async () => (await sandbox.admin.requests()).total;

  it('send one request for a query of thirty executions, then none', async () => {
    const cache = sharedCache({ waitingTakesTime: false });
    const ask = () => clientOf(sandbox, { form }, cache.host()).authority(site);
    const results = await Promise.all(Array.from({ length: 30 }, ask));
    expect(await spent()).toBe(1);
    expect(results.filter((result) => result.meta.source === 'network')).toHaveLength(1);
    expect((await ask()).meta.source).toBe('fresh');
    expect(await spent()).toBe(1);
  });

  it('ask again for an answer that is no longer fresh', async () => {
    const cache = sharedCache();
    const ask = () => clientOf(sandbox, { form, freshSeconds: 60 }, cache.host()).authority(site);
    await ask();
    cache.pass(61_000);
    expect((await ask()).meta.source).toBe('network');
    expect(await spent()).toBe(2);
  });

  it('send one request in ten minutes for an unknown website', async () => {
    const cache = sharedCache();
    const ask = () => clientOf(sandbox, { form }, cache.host()).authority('ws_nobody');
    await expect(ask()).rejects.toMatchObject({ kind: 'not_found' });
    await expect(ask()).rejects.toMatchObject({ kind: 'not_found', status: 404 });
    expect(await spent()).toBe(1);
    cache.pass(600_001);
    await expect(ask()).rejects.toMatchObject({ kind: 'not_found' });
    expect(await spent()).toBe(2);
  });

  it('send no query with a refused key, and go on with another key', async () => {
    const cache = sharedCache();
    const refused = (endpoint: 'authority' | 'citations') =>
      clientOf(sandbox, { form, key: sandbox.keys.revoked }, cache.host())[endpoint](site);
    await expect(refused('authority')).rejects.toMatchObject({ kind: 'auth.invalid' });
    await expect(refused('citations')).rejects.toMatchObject({ kind: 'auth.invalid' });
    expect(await spent()).toBe(1);
    await clientOf(sandbox, { form }, cache.host()).citations(site);
    expect(await spent()).toBe(2);
  });

  it('send one request at a daily limit and then none until it ends', async () => {
    const cache = sharedCache();
    await sandbox.admin.setUsage(sandbox.keys.live, { day: 1000 });
    const ask = (at: number) =>
      clientOf(sandbox, { form, retries: 0 }, cache.host()).authority(sandbox.websites[at]?.id ?? '');
    const first = await ask(0).catch((error: { retryAt: number }) => error);
    for (let at = 1; at <= 5; at++)
      await expect(ask(at)).rejects.toMatchObject({
        kind: 'daily',
        retryAt: (first as { retryAt: number }).retryAt,
      });
    expect((await sandbox.admin.requests()).total).toBe(1);
  });

  it('take over a claim whose owner died', async () => {
    const cache = sharedCache();
    let dead = true;
    const host = cache.host();
    const dying: Partial<AsyncHost> = {
      ...host,
      send: () => (dead ? new Promise<never>(() => undefined) : Promise.reject(new Error('unused'))),
    };
    void clientOf(sandbox, { form }, dying).authority(site);
    await new Promise((resolve) => setImmediate(resolve));
    dead = false;
    const result = await clientOf(sandbox, { form, deadlineMs: 60_000 }, host).authority(site);
    expect(result.meta.source).toBe('network');
    expect(await spent()).toBe(1);
  });

  it('keep a claim for one request, however long the whole call of its owner may last', async () => {
    const cache = sharedCache();
    const host = cache.host();
    const dying: Partial<AsyncHost> = { ...host, send: () => new Promise<never>(() => undefined) };
    void clientOf(sandbox, { form, timeoutMs: 12_000, deadlineMs: 600_000 }, dying).authority(site);
    await new Promise((resolve) => setImmediate(resolve));
    const follower = clientOf(sandbox, { form, timeoutMs: 12_000, deadlineMs: 18_000 }, host);
    expect((await follower.authority(site)).meta.source).toBe('network');
    expect(await spent()).toBe(1);
  });

  it('fetch an answer from before a refresh again, and give it if that fails', async () => {
    const cache = sharedCache();
    const ask = (freshFrom: number) =>
      clientOf(sandbox, { form, freshFrom, retries: 0 }, cache.host()).authority(site);
    const { fetchedAt } = (await ask(0)).meta;
    expect((await ask(fetchedAt)).meta.source).toBe('fresh');
    await sandbox.admin.fault({ fault: 'html502', endpoint: 'authority', times: 1 });
    expect((await ask(fetchedAt + 1)).meta).toMatchObject({ source: 'stale', fetchedAt });
    cache.pass(31_000);
    expect((await ask(fetchedAt + 1)).meta.source).toBe('network');
    expect(await spent()).toBe(3);
  });

  it('fetch again after a failure from before a refresh, and remember the new failure', async () => {
    const cache = sharedCache();
    const ask = (freshFrom: number) =>
      clientOf(sandbox, { form, freshFrom, retries: 0 }, cache.host()).authority(site);
    await sandbox.admin.fault({ fault: 'status', endpoint: 'authority', times: 2 });
    await expect(ask(0)).rejects.toMatchObject({ kind: 'server', spent: 1 });
    cache.pass(10_000);
    await expect(ask(0)).rejects.toMatchObject({ kind: 'server', spent: 0 });
    const begun = cache.now();
    await expect(ask(begun)).rejects.toMatchObject({ kind: 'server', spent: 1 });
    await expect(ask(begun)).rejects.toMatchObject({ kind: 'server', spent: 0 });
    cache.pass(1);
    expect((await ask(cache.now())).meta.source).toBe('network');
    expect(await spent()).toBe(3);
  });

  it('keep to a wait that the service stated, also in a refresh', async () => {
    const cache = sharedCache();
    const { send } = nodeHost();
    const waiting: AsyncHost['send'] = async (requests) =>
      (await send(requests)).map((outcome) =>
        outcome.ok && outcome.status === 503
          ? { ...outcome, headers: { ...outcome.headers, 'retry-after': '20' } }
          : outcome,
      );
    const ask = (freshFrom: number) =>
      clientOf(sandbox, { form, freshFrom, retries: 0 }, { ...cache.host(), send: waiting }).authority(site);
    await sandbox.admin.fault({ fault: 'status', status: 503, endpoint: 'authority', times: 1 });
    await expect(ask(0)).rejects.toMatchObject({ kind: 'server', spent: 1 });
    cache.pass(10_000);
    await expect(ask(cache.now())).rejects.toMatchObject({ kind: 'server', spent: 0 });
    cache.pass(10_001);
    expect((await ask(cache.now())).meta.source).toBe('network');
    expect(await spent()).toBe(2);
  });

  it('ask again after midnight for a day that was not over, also in a window by dates', async () => {
    const evening = Date.parse('2026-11-21T20:00:00Z');
    await sandbox.admin.setClock(new Date(evening).toISOString());
    const cache = sharedCache();
    cache.pass(evening - cache.now());
    const ask = (to: string) =>
      clientOf(sandbox, { form }, cache.host()).analytics(site, { from: '2026-11-15', to });
    await Promise.all([ask('2026-11-21'), ask('2026-11-20')]);
    cache.pass(5 * 3_600_000);
    await sandbox.admin.advanceClock(5 * 3_600_000);
    expect((await ask('2026-11-21')).meta.source).toBe('network');
  });

  it('end every call at a deadline that holds for all of them', async () => {
    const cache = sharedCache();
    const host = cache.host();
    const until = cache.now() + 1_000;
    void clientOf(sandbox, { form }, { ...host, send: () => new Promise<never>(() => undefined) }).authority(
      site,
    );
    await new Promise((resolve) => setImmediate(resolve));
    const late = clientOf(sandbox, { form, deadlineMs: 60_000, until }, host);
    await expect(late.authority(site)).rejects.toMatchObject({ kind: 'pending' });
    expect(cache.now()).toBeLessThanOrEqual(until);
  });

  it('send nothing while paused, and give a cached answer with its age', async () => {
    const cache = sharedCache();
    const ask = (paused: boolean, about = site) =>
      clientOf(sandbox, { form, paused, freshSeconds: 60 }, cache.host()).authority(about);
    const { fetchedAt } = (await ask(false)).meta;
    expect((await ask(true)).meta.source).toBe('fresh');
    cache.pass(86_400_000);
    expect((await ask(true)).meta).toMatchObject({ source: 'stale', fetchedAt, fault: { kind: 'paused' } });
    await expect(ask(true, sandbox.websites[1]?.id)).rejects.toMatchObject({ kind: 'paused', spent: 0 });
    expect(await spent()).toBe(1);
  });

  it('report a slow leader to a follower before its deadline', async () => {
    const cache = sharedCache();
    const host = cache.host();
    void clientOf(sandbox, { form }, { ...host, send: () => new Promise<never>(() => undefined) }).authority(
      site,
    );
    await new Promise((resolve) => setImmediate(resolve));
    await expect(clientOf(sandbox, { form, deadlineMs: 2_000 }, host).authority(site)).rejects.toMatchObject({
      kind: 'pending',
    });
    expect(await spent()).toBe(0);
  });

  it('reach a burst limit once: the others wait until it ends', async () => {
    const cache = sharedCache();
    await sandbox.admin.setUsage(sandbox.keys.live, { minute: 300 });
    const host = cache.host();
    const patient: Partial<AsyncHost> = {
      ...host,
      wait: async (ms) => {
        await host.wait?.(ms);
        if (ms > 900) await sandbox.admin.setUsage(sandbox.keys.live, { minute: 0 });
      },
    };
    const ask = (at: number) =>
      clientOf(sandbox, { form, deadlineMs: 300_000 }, patient).authority(sandbox.websites[at]?.id ?? '');
    const first = ask(0);
    while (![...cache.kept.keys()].some((key) => key.startsWith('as3:block:')))
      await new Promise((resolve) => setImmediate(resolve));
    await Promise.all([first, ask(1), ask(2)]);
    const statuses = (await sandbox.admin.requests()).entries.map((entry) => entry.status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
  });

  it('renew a claim before each retry, so that only its owner asks', async () => {
    const cache = sharedCache({ waitingTakesTime: false });
    const host = cache.host();
    let sent = 0;
    const failing = {
      ok: true as const,
      status: 500,
      headers: {},
      text: '{"error":{"code":"server_error","message":"x"}}',
    };
    const good = { ok: true as const, status: 200, headers: {}, text: JSON.stringify(authorityOf(site)) };
    const slow: Partial<AsyncHost> = {
      ...host,
      send: async (requests) => {
        sent += 1;
        const outcome = sent < 3 ? failing : good;
        cache.pass(10_000);
        await new Promise((resolve) => setImmediate(resolve));
        return requests.map(() => outcome);
      },
    };
    const ask = () => clientOf(sandbox, { form, deadlineMs: 60_000 }, slow).authority(site);
    const results = await Promise.all([ask(), ask(), ask()]);
    expect(results.map((result) => result.value.score)).toEqual([7, 7, 7]);
    expect(sent).toBe(3);
  });

  it('look again while they wait for the lock, and need no request once another has asked', async () => {
    const cache = sharedCache();
    const patience: number[] = [];
    const waiting: Partial<AsyncHost> = {
      ...cache.host(),
      lock: {
        acquire: async (patienceMs) => {
          patience.push(patienceMs);
          if (patience.length === 2) await clientOf(sandbox, { form }, cache.host()).authority(site);
          return false;
        },
        release: () => Promise.reject(new Error('The lock was never held.')),
      },
    };
    const result = await clientOf(sandbox, { form }, waiting).authority(site);
    expect(result.meta).toMatchObject({ source: 'fresh', spent: 0 });
    expect(patience).toEqual([200, 400]);
    expect(await spent()).toBe(1);
  });

  it('claim without the lock after a wait of 12 s', async () => {
    const patience: number[] = [];
    const unlucky: Partial<AsyncHost> = {
      ...sharedCache().host(),
      lock: {
        acquire: async (patienceMs) => {
          patience.push(patienceMs);
          return false;
        },
        release: () => Promise.reject(new Error('The lock was never held.')),
      },
    };
    const result = await clientOf(sandbox, { form }, unlucky).authority(site);
    expect(result.meta.source).toBe('network');
    expect(patience).toEqual([200, 400, 800, 1_600, 3_200, 5_800]);
    expect(await spent()).toBe(1);
  });

  it('send one request if thirty claim without the lock: that of the remaining claim', async () => {
    const cache = sharedCache({ waitingTakesTime: false });
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    let writing = 0;
    const unlucky: Partial<AsyncHost> = {
      ...cache.host(),
      // All have written when the first of them looks again.
      wait: async () => {
        do await turn();
        while (writing > 0);
      },
      cache: {
        get: async (keys) => keys.map((key) => cache.kept.get(key) ?? null),
        put: async (entries) => {
          writing += 1;
          await turn();
          for (const { key, text } of entries) cache.kept.set(key, text);
          writing -= 1;
        },
      },
      lock: { acquire: async () => false, release: () => Promise.reject(new Error('Never held.')) },
    };
    const ask = () => clientOf(sandbox, { form }, unlucky).authority(site);
    const results = await Promise.all(Array.from({ length: 30 }, ask));
    expect(results.filter((result) => result.meta.source === 'network')).toHaveLength(1);
    expect(await spent()).toBe(1);
  });

  it('refuse a body of another website for ten minutes, not for the life of an answer', async () => {
    const cache = sharedCache();
    const host = cache.host();
    let wrong = true;
    const sent: string[] = [];
    const answering: Partial<AsyncHost> = {
      ...host,
      send: async (requests) =>
        requests.map((request) => {
          sent.push(request.url);
          return {
            ok: true as const,
            status: 200,
            headers: {},
            text: JSON.stringify(authorityOf(wrong ? 'ws_other' : site)),
          };
        }),
    };
    const ask = () => clientOf(sandbox, { form }, answering).authority(site);
    await expect(ask()).rejects.toMatchObject({
      kind: 'shape',
      message: expect.stringContaining('ws_other'),
    });
    await expect(ask()).rejects.toMatchObject({ kind: 'shape' });
    expect(sent).toHaveLength(1);
    wrong = false;
    cache.pass(600_001);
    expect((await ask()).value.score).toBe(7);
  });

  it('give no request more time than is left of the deadline', async () => {
    const cache = sharedCache();
    const host = cache.host();
    const timeouts: number[] = [];
    const slow: Partial<AsyncHost> = {
      ...host,
      send: async (requests) => {
        timeouts.push(requests[0]?.timeoutMs ?? 0);
        await host.wait?.(9_000);
        return requests.map(() => ({ ok: false as const, kind: 'transport' as const, message: 'reset' }));
      },
    };
    await expect(clientOf(sandbox, { form, deadlineMs: 20_000 }, slow).authority(site)).rejects.toMatchObject(
      { kind: 'transport' },
    );
    expect(timeouts[0]).toBe(12_000);
    expect(timeouts[1]).toBeLessThanOrEqual(11_000);
  });

  it('put neither API key nor website into a cache key, and no API key into an entry', async () => {
    const cache = sharedCache();
    await clientOf(sandbox, { form }, cache.host()).authority(site);
    const secret = sandbox.keys.live.slice('rs_live_'.length);
    for (const [key, text] of cache.kept) {
      expect(key).not.toContain(secret);
      expect(key).not.toContain(site);
      expect(text).not.toContain(secret);
      expect(key.length).toBeLessThanOrEqual(250);
    }
  });
});

/** The text of a slot with an answer. */
function answerOf(fields: object, text: string): string {
  const answer = { fetchedAt: 1, rate: {}, ...fields };
  return `${JSON.stringify({ v: 4, about: 'q', kind: 'answer', until: 9, answer, characters: text.length })}\n${text}`;
}

describe('a cache slot', () => {
  it('gives the text of an answer byte for byte', () => {
    const text = '{"a":\r\n"\\u00e9\u2028"}\n';
    const entry = parseAnswerEntry('q', answerOf({}, text));
    expect(entry?.answer.text).toBe(text);
    expect(entry && parseAnswerEntry('q', writeEntry('q', entry))).toEqual(entry);
  });

  it.each([
    null,
    '',
    'x',
    '{}',
    '[]',
    '{"v":4}',
    '{"v":3,"about":"q","kind":"claim","owner":"o","at":1,"until":9}',
    '{"v":4,"about":"q","kind":"claim","at":1,"until":9}',
    '{"v":4,"about":"q","kind":"claim","owner":"o","until":9}',
    '{"v":4,"about":"q","kind":"fault","error":null,"at":1,"until":9}',
    answerOf({}, '{}').replace('"v":4', '"v":3'),
    answerOf({}, '{}').slice(0, -1),
    answerOf({}, '{}').replace('\n', ' '),
    answerOf({ fetchedAt: null }, '{}'),
  ])('that holds %j is empty', (text) => {
    expect(parseStateEntry('q', text)).toBeNull();
    expect(parseAnswerEntry('q', text)).toBeNull();
  });

  it('of another query is empty, whatever its digest', () => {
    const text = '{"v":4,"about":"other","kind":"claim","owner":"o","at":1,"until":9}';
    expect(parseStateEntry('q', text)).toBeNull();
    expect(parseStateEntry('other', text)).toMatchObject({ kind: 'claim' });
  });
});
