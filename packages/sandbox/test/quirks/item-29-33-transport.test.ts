import { expect, test } from 'vitest';
import { json, refusal, started } from '../started.ts';
import { type Asking, alternatives, type Sight, sight } from './alternatives.ts';

const WEBSITES = '/api/v1/websites';
const NOWHERE = '/api/v1/backlinks';

alternatives('unknownPath', 1, {
  async 'error-object'({ ask }) {
    expect((await refusal(await ask(NOWHERE))).code).toBe('not_found');
    expect((await refusal(await ask(WEBSITES, { method: 'POST' }))).code).toBe('method_not_allowed');
  },
  async html({ ask }) {
    for (const [path, method, status] of [
      [NOWHERE, 'GET', 404],
      [WEBSITES, 'POST', 405],
    ] as const) {
      const response = await ask(path, { method });
      expect(response.status).toBe(status);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(await response.text()).toContain(`<h1>${status}</h1>`);
    }
  },
  async 'error-text'({ ask }) {
    expect(await json(await ask(NOWHERE), 404)).toEqual({
      error: expect.stringContaining('no such endpoint'),
    });
    expect(await json(await ask(WEBSITES, { method: 'POST' }), 405)).toEqual({ error: expect.any(String) });
  },
});

interface Feed {
  citations: object[];
  total: number;
  nextCursor?: string | null;
  hasMore?: boolean;
}

async function feed(see: Sight, more = ''): Promise<Feed> {
  return (await see.body('citations', more)) as unknown as Feed;
}

alternatives('pages', 1, {
  none: async (see) => expect((await feed(see)).citations).toHaveLength(278),
  async cursor(see) {
    const found: object[] = [];
    let page = await feed(see);
    found.push(...page.citations);
    while (page.hasMore) {
      expect(page.citations).toHaveLength(25);
      page = await feed(see, `&cursor=${page.nextCursor}`);
      found.push(...page.citations);
    }
    expect(page.nextCursor).toBeNull();
    expect(found).toEqual((await feed({ ...sight(see.sandbox, 'pages=none') })).citations);
    expect((await refusal(await see.ask(see.path('citations', '&cursor=x')))).code).toBe('bad_request');
    expect(await json(await see.ask(WEBSITES))).toMatchObject({ hasMore: false, nextCursor: null });
  },
  async 'page-total'(see) {
    const marks = { perPage: 25, totalPages: 12, totalItems: 278 };
    expect(await feed(see)).toMatchObject({ page: 1, ...marks });
    const last = await feed(see, '&page=12');
    expect(last).toMatchObject({ page: 12, ...marks });
    expect(last.citations).toHaveLength(3);
    expect((await feed(see, '&page=13')).citations).toEqual([]);
    expect((await refusal(await see.ask(see.path('citations', '&page=0')))).code).toBe('bad_request');
    expect((await see.body('analytics')).days).toHaveLength(25);
  },
});

alternatives('etag', 1, {
  async none(see) {
    expect((await see.ask(WEBSITES)).headers.get('etag')).toBeNull();
    expect((await see.ask(WEBSITES, { headers: { 'If-None-Match': '*' } })).status).toBe(200);
  },
  async weak(see) {
    const first = await see.ask(WEBSITES);
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\/"[\w-]{16}"$/);
    const known = (asking: string): Asking => ({ headers: { 'If-None-Match': asking } });
    const second = await see.ask(WEBSITES, known(`"other", ${tag}`));
    expect([second.status, await second.text(), second.headers.get('etag')]).toEqual([304, '', tag]);
    expect(second.headers.get('x-ratelimit-remaining')).toBe('298');
    expect((await see.ask(WEBSITES, known('W/"other"'))).status).toBe(200);
    expect((await see.ask(see.path('authority'), known(tag))).status).toBe(200);
    expect((await see.ask(NOWHERE, known('*'))).status).toBe(404);
  },
});

async function encoding(see: Sight): Promise<string | null> {
  const response = await see.ask(see.path('citations'), { headers: { 'Accept-Encoding': 'gzip' } });
  expect((await json(response)).total).toBe(278);
  return response.headers.get('content-encoding');
}

alternatives('gzip', 1, {
  on: async (see) => expect(await encoding(see)).toBe('gzip'),
  off: async (see) => expect(await encoding(see)).toBeNull(),
});

alternatives('cors', 1, {
  async none({ ask }) {
    expect((await ask(WEBSITES)).headers.get('access-control-allow-origin')).toBeNull();
    expect((await ask(WEBSITES, { method: 'OPTIONS', key: null })).status).toBe(401);
  },
  async open({ ask }) {
    expect((await ask(WEBSITES)).headers.get('access-control-allow-origin')).toBe('*');
    expect((await ask(WEBSITES, { key: null })).headers.get('access-control-allow-origin')).toBe('*');
    const preflight = await ask(WEBSITES, { method: 'OPTIONS', key: null });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toBe('Authorization');
  },
});

alternatives('versions', 1, {
  async plain({ ask }) {
    const { headers } = await ask(WEBSITES);
    expect([headers.get('deprecation'), headers.get('sunset')]).toEqual([null, null]);
  },
  async deprecated({ ask }) {
    for (const key of [undefined, null]) {
      const { headers } = await ask(WEBSITES, key === null ? { key } : {});
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
  const { ask } = sight(await started(1), `dateSkew=${seconds}`);
  const { headers } = await ask(WEBSITES);
  expect([headers.get('date'), headers.get('x-ratelimit-reset')]).toEqual([date, '60']);
});
