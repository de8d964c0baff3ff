import { expect } from 'vitest';
import { readError, readJson } from '../sandbox.ts';
import { type QuirkCaller, testEachValue } from './quirk-caller.ts';

/** First and last day of an analytics answer and how many there are. */
async function days(caller: QuirkCaller, more = ''): Promise<unknown[]> {
  const list = ((await caller.body('analytics', more)).days as { date: string }[]).map(({ date }) => date);
  return [list[0], list.at(-1), list.length];
}

async function refused(caller: QuirkCaller, more: string, status: number, code: string): Promise<void> {
  expect(await readError(await caller.call(caller.path('analytics', more)))).toMatchObject({ status, code });
}

const LAST_30 = ['2026-10-18', '2026-11-16', 30];

testEachValue('periodDefault', 2, {
  '30d': async (caller) => expect(await days(caller)).toEqual(LAST_30),
  '7d': async (caller) => expect(await days(caller)).toEqual(['2026-11-10', '2026-11-16', 7]),
  '90d': async (caller) => expect(await days(caller)).toEqual(['2026-08-19', '2026-11-16', 90]),
  'bad-request': (caller) => refused(caller, '', 400, 'bad_request'),
});

testEachValue('rangeDefault', 1, {
  '30-days': async (caller) => expect(await days(caller)).toEqual(LAST_30),
  all: async (caller) => expect(await days(caller)).toEqual(['2024-02-12', '2026-11-16', 1009]),
  'bad-request': (caller) => refused(caller, '', 400, 'bad_request'),
});

testEachValue('oneBound', 1, {
  async implied(caller) {
    expect(await days(caller, '&from=2026-11-10')).toEqual(['2026-11-10', '2026-11-16', 7]);
    expect(await days(caller, '&to=2026-10-30')).toEqual(['2026-10-01', '2026-10-30', 30]);
  },
  async 'bad-request'(caller) {
    await refused(caller, '&from=2026-11-10', 400, 'bad_request');
    await refused(caller, '&to=2026-10-30', 400, 'bad_request');
    expect(await days(caller)).toEqual(LAST_30);
  },
});

testEachValue('bounds', 1, {
  inclusive: async (caller) =>
    expect(await days(caller, '&from=2026-11-01&to=2026-11-07')).toEqual(['2026-11-01', '2026-11-07', 7]),
  async 'exclusive-end'(caller) {
    expect(await days(caller, '&from=2026-11-01&to=2026-11-07')).toEqual(['2026-11-01', '2026-11-06', 6]);
    expect(await caller.body('analytics', '&from=2026-11-01&to=2026-11-07')).toMatchObject({
      to: '2026-11-07',
    });
  },
});

testEachValue('bounds', 2, {
  inclusive: async (caller) =>
    expect(await days(caller, '&period=7d')).toEqual(['2026-11-10', '2026-11-16', 7]),
  'exclusive-end': async (caller) =>
    expect(await days(caller, '&period=7d')).toEqual(['2026-11-09', '2026-11-15', 7]),
});

testEachValue('dayZone', 2, {
  utc: async (caller) => expect((await days(caller, '&period=7d'))[1]).toBe('2026-11-16'),
  async team(caller) {
    expect((await days(caller, '&period=7d'))[1]).toBe('2026-11-15');
    await caller.sandbox.admin.setClock('2026-11-16T10:00:00Z');
    expect((await days(caller, '&period=7d'))[1]).toBe('2026-11-16');
  },
});

interface TodaySeen {
  row: { visitors: number; pageviews: number; ai_citations: number } | undefined;
  feed: number;
  mentions: unknown;
}

async function today(caller: QuirkCaller): Promise<TodaySeen> {
  const { days: rows } = (await caller.body('analytics', '&period=7d')) as { days: { date: string }[] };
  const { citations } = (await caller.body('citations')) as { citations: { date: string }[] };
  const isToday = ({ date }: { date: string }) => date === '2026-11-16';
  return {
    row: rows.find(isToday) as TodaySeen['row'],
    feed: citations.filter(isToday).length,
    mentions: (await caller.body('competitors')).mentions,
  };
}

const WHOLE_DAY = { date: '2026-11-16', visitors: 3408, pageviews: 7185, ai_citations: 10 };
const HALF_DAY = { date: '2026-11-16', visitors: 1704, pageviews: 3592, ai_citations: 5 };

testEachValue(
  'today',
  2,
  {
    whole: async (caller) =>
      expect(await today(caller)).toEqual({ row: WHOLE_DAY, feed: 10, mentions: 1561 }),
    partial: async (caller) =>
      expect(await today(caller)).toEqual({ row: HALF_DAY, feed: 5, mentions: 1561 }),
    async absent(caller) {
      const seen = await today(caller);
      expect(seen).toMatchObject({ row: undefined, feed: 0 });
      expect(seen.mentions).toBeLessThan(1561);
    },
  },
  '2026-11-16T12:00:00Z',
);

const NONE = [undefined, undefined, 0];
const BACKWARDS = '&from=2026-11-07&to=2026-11-01';

testEachValue('invalid', 1, {
  async form(caller) {
    await refused(caller, '&from=yesterday', 400, 'invalid_request');
    await refused(caller, BACKWARDS, 400, 'invalid_request');
  },
  async 'bad-request'(caller) {
    await refused(caller, '&from=yesterday', 400, 'bad_request');
    await refused(caller, BACKWARDS, 400, 'bad_request');
  },
  async empty(caller) {
    expect(await days(caller, '&from=yesterday')).toEqual(NONE);
    expect(await days(caller, BACKWARDS)).toEqual(NONE);
  },
  async clamped(caller) {
    expect(await days(caller, '&from=yesterday')).toEqual(LAST_30);
    expect(await days(caller, BACKWARDS)).toEqual(['2026-11-01', '2026-11-07', 7]);
  },
  async 'server-error'(caller) {
    await refused(caller, '&from=yesterday', 500, 'server_error');
    await refused(caller, BACKWARDS, 500, 'server_error');
  },
});

testEachValue('invalid', 2, {
  form: (caller) => refused(caller, '&period=14d', 400, 'bad_request'),
  'bad-request': (caller) => refused(caller, '&period=14d', 400, 'bad_request'),
  empty: async (caller) => expect(await days(caller, '&period=14d')).toEqual(NONE),
  clamped: async (caller) => expect(await days(caller, '&period=14d')).toEqual(LAST_30),
  'server-error': (caller) => refused(caller, '&period=14d', 500, 'server_error'),
});

testEachValue('bothWindows', 2, {
  async 'period-wins'(caller) {
    expect(await days(caller, '&period=7d&from=2026-01-01')).toEqual(['2026-11-10', '2026-11-16', 7]);
  },
  async 'bad-request'(caller) {
    await refused(caller, '&period=7d&from=2026-01-01', 400, 'bad_request');
    await refused(caller, '&period=7d&to=2026-01-01', 400, 'bad_request');
    expect((await readJson(await caller.call(caller.path('analytics', '&period=7d')))).days).toHaveLength(7);
  },
});

testEachValue('unknownParameters', 1, {
  async ignored(caller) {
    expect(await days(caller, '&period=7d&colour=red')).toEqual(LAST_30);
    expect((await caller.call('/api/v1/websites?colour=red')).status).toBe(200);
  },
  async refused(caller) {
    await refused(caller, '&period=7d', 400, 'invalid_request');
    await refused(caller, '&from=2026-11-10&website_id=x', 400, 'invalid_request');
    expect((await caller.call(caller.path('citations', '&from=2026-11-10'))).status).toBe(400);
    expect(await readError(await caller.call('/api/v1/websites?colour=red&size=1'))).toMatchObject({
      message: 'This endpoint has no parameter colour, size: it takes none.',
    });
    expect(await days(caller, '&from=2026-11-01&to=2026-11-07')).toEqual(['2026-11-01', '2026-11-07', 7]);
    const both = caller.path('analytics', '&period=7d');
    expect((await caller.call(both, { quirks: 'form=both' })).status).toBe(200);
    const paged = caller.path('citations', '&page=2');
    expect((await caller.call(paged, { quirks: 'pages=page-total' })).status).toBe(200);
  },
});

testEachValue('unknownParameters', 2, {
  ignored: async (caller) => expect(await days(caller, '&from=2026-01-01')).toEqual(LAST_30),
  async refused(caller) {
    await refused(caller, '&from=2026-01-01', 400, 'bad_request');
    await refused(caller, '&period=7d&to=2026-01-01', 400, 'bad_request');
    expect(await readError(await caller.call(caller.path('authority', '&websiteId=x')))).toMatchObject({
      message: 'This endpoint has no parameter websiteId: it takes website_id.',
    });
    expect(await days(caller, '&period=7d')).toEqual(['2026-11-10', '2026-11-16', 7]);
    const accepted = { quirks: 'otherName=accepted' };
    expect((await caller.call(caller.path('authority', '&websiteId=x'), accepted)).status).toBe(200);
  },
});
