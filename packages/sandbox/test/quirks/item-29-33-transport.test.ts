import { expect, test } from 'vitest';
import { readError, readJson, startTestSandbox } from '../sandbox.ts';
import { type CallOptions, createQuirkCaller, type QuirkCaller, testEachValue } from './quirk-caller.ts';

const WEBSITES = '/api/v1/websites';
const NOWHERE = '/api/v1/backlinks';

testEachValue('unknownPath', 1, {
  async 'error-object'({ call }) {
    expect((await readError(await call(NOWHERE))).code).toBe('not_found');
    expect((await readError(await call(WEBSITES, { method: 'POST' }))).code).toBe('method_not_allowed');
  },
  async html({ call }) {
    for (const [path, method, status] of [
      [NOWHERE, 'GET', 404],
      [WEBSITES, 'POST', 405],
    ] as const) {
      const response = await call(path, { method });
      expect(response.status).toBe(status);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(await response.text()).toContain(`<h1>${status}</h1>`);
    }
  },
  async 'error-text'({ call }) {
    expect(await readJson(await call(NOWHERE), 404)).toEqual({
      error: expect.stringContaining('no such endpoint'),
    });
    expect(await readJson(await call(WEBSITES, { method: 'POST' }), 405)).toEqual({
      error: expect.any(String),
    });
  },
});

interface Feed {
  citations: object[];
  total: number;
  nextCursor?: string | null;
  hasMore?: boolean;
}

async function feed(caller: QuirkCaller, more = ''): Promise<Feed> {
  return (await caller.body('citations', more)) as unknown as Feed;
}

testEachValue('pages', 1, {
  none: async (caller) => expect((await feed(caller)).citations).toHaveLength(278),
  async cursor(caller) {
    const found: object[] = [];
    let page = await feed(caller);
    found.push(...page.citations);
    while (page.hasMore) {
      expect(page.citations).toHaveLength(25);
      page = await feed(caller, `&cursor=${page.nextCursor}`);
      found.push(...page.citations);
    }
    expect(page.nextCursor).toBeNull();
    expect(found).toEqual((await feed({ ...createQuirkCaller(caller.sandbox, 'pages=none') })).citations);
    expect((await readError(await caller.call(caller.path('citations', '&cursor=x')))).code).toBe(
      'invalid_request',
    );
    expect(await readJson(await caller.call(WEBSITES))).toMatchObject({ hasMore: false, nextCursor: null });
  },
  async 'page-total'(caller) {
    const marks = { perPage: 25, totalPages: 12, totalItems: 278 };
    expect(await feed(caller)).toMatchObject({ page: 1, ...marks });
    const last = await feed(caller, '&page=12');
    expect(last).toMatchObject({ page: 12, ...marks });
    expect(last.citations).toHaveLength(3);
    expect((await feed(caller, '&page=13')).citations).toEqual([]);
    expect((await readError(await caller.call(caller.path('citations', '&page=0')))).code).toBe(
      'invalid_request',
    );
    expect((await caller.body('analytics')).days).toHaveLength(25);
  },
});

testEachValue('etag', 1, {
  async none(caller) {
    expect((await caller.call(WEBSITES)).headers.get('etag')).toBeNull();
    expect((await caller.call(WEBSITES, { headers: { 'If-None-Match': '*' } })).status).toBe(200);
  },
  async weak(caller) {
    const first = await caller.call(WEBSITES);
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\/"[\w-]{16}"$/);
    const known = (asking: string): CallOptions => ({ headers: { 'If-None-Match': asking } });
    const second = await caller.call(WEBSITES, known(`"other", ${tag}`));
    expect([second.status, await second.text(), second.headers.get('etag')]).toEqual([304, '', tag]);
    expect(second.headers.get('x-ratelimit-remaining')).toBe('298');
    expect((await caller.call(WEBSITES, known('W/"other"'))).status).toBe(200);
    expect((await caller.call(caller.path('authority'), known(tag))).status).toBe(200);
    expect((await caller.call(NOWHERE, known('*'))).status).toBe(404);
  },
});

async function encoding(caller: QuirkCaller): Promise<string | null> {
  const response = await caller.call(caller.path('citations'), { headers: { 'Accept-Encoding': 'gzip' } });
  expect((await readJson(response)).total).toBe(278);
  return response.headers.get('content-encoding');
}

testEachValue('gzip', 1, {
  on: async (caller) => expect(await encoding(caller)).toBe('gzip'),
  off: async (caller) => expect(await encoding(caller)).toBeNull(),
});

testEachValue('cors', 1, {
  async none({ call }) {
    expect((await call(WEBSITES)).headers.get('access-control-allow-origin')).toBeNull();
    expect((await call(WEBSITES, { method: 'OPTIONS', key: null })).status).toBe(401);
  },
  async open({ call }) {
    expect((await call(WEBSITES)).headers.get('access-control-allow-origin')).toBe('*');
    expect((await call(WEBSITES, { key: null })).headers.get('access-control-allow-origin')).toBe('*');
    const preflight = await call(WEBSITES, { method: 'OPTIONS', key: null });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toBe('Authorization');
  },
});

testEachValue('versions', 1, {
  async plain({ call }) {
    const { headers } = await call(WEBSITES);
    expect([headers.get('deprecation'), headers.get('sunset')]).toEqual([null, null]);
  },
  async deprecated({ call }) {
    for (const key of [undefined, null]) {
      const { headers } = await call(WEBSITES, key === null ? { key } : {});
      expect(headers.get('deprecation')).toBe('@1788220800');
      expect(headers.get('sunset')).toBe('Mon, 01 Mar 2027 00:00:00 GMT');
    }
  },
});

test.each([
  [0, 'Mon, 16 Nov 2026 09:00:00 GMT'],
  [600, 'Mon, 16 Nov 2026 09:10:00 GMT'],
  [-600, 'Mon, 16 Nov 2026 08:50:00 GMT'],
])('dateSkew %i moves the Date header and no limit', async (seconds, date) => {
  const { call } = createQuirkCaller(await startTestSandbox(1), `dateSkew=${seconds}`);
  const { headers } = await call(WEBSITES);
  expect([headers.get('date'), headers.get('x-ratelimit-reset')]).toEqual([date, '60']);
});
