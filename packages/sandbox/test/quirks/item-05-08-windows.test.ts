import { expect } from 'vitest';
import { json, refusal } from '../started.ts';
import { alternatives, type Sight } from './alternatives.ts';

/** First and last day of an analytics answer and how many there are. */
async function days(see: Sight, more = ''): Promise<unknown[]> {
  const list = ((await see.body('analytics', more)).days as { date: string }[]).map(({ date }) => date);
  return [list[0], list.at(-1), list.length];
}

async function refused(see: Sight, more: string, status: number, code: string): Promise<void> {
  expect(await refusal(await see.ask(see.path('analytics', more)))).toMatchObject({ status, code });
}

const LAST_30 = ['2026-10-18', '2026-11-16', 30];

alternatives('periodDefault', 2, {
  '30d': async (see) => expect(await days(see)).toEqual(LAST_30),
  '7d': async (see) => expect(await days(see)).toEqual(['2026-11-10', '2026-11-16', 7]),
  '90d': async (see) => expect(await days(see)).toEqual(['2026-08-19', '2026-11-16', 90]),
  'bad-request': (see) => refused(see, '', 400, 'bad_request'),
});

alternatives('rangeDefault', 1, {
  '30-days': async (see) => expect(await days(see)).toEqual(LAST_30),
  all: async (see) => expect(await days(see)).toEqual(['2024-02-12', '2026-11-16', 1009]),
  'bad-request': (see) => refused(see, '', 400, 'bad_request'),
});

alternatives('oneBound', 1, {
  async implied(see) {
    expect(await days(see, '&from=2026-11-10')).toEqual(['2026-11-10', '2026-11-16', 7]);
    expect(await days(see, '&to=2026-10-30')).toEqual(['2026-10-01', '2026-10-30', 30]);
  },
  async 'bad-request'(see) {
    await refused(see, '&from=2026-11-10', 400, 'bad_request');
    await refused(see, '&to=2026-10-30', 400, 'bad_request');
    expect(await days(see)).toEqual(LAST_30);
  },
});

alternatives('bounds', 1, {
  inclusive: async (see) =>
    expect(await days(see, '&from=2026-11-01&to=2026-11-07')).toEqual(['2026-11-01', '2026-11-07', 7]),
  async 'exclusive-end'(see) {
    expect(await days(see, '&from=2026-11-01&to=2026-11-07')).toEqual(['2026-11-01', '2026-11-06', 6]);
    expect(await see.body('analytics', '&from=2026-11-01&to=2026-11-07')).toMatchObject({ to: '2026-11-07' });
  },
});

alternatives('bounds', 2, {
  inclusive: async (see) => expect(await days(see, '&period=7d')).toEqual(['2026-11-10', '2026-11-16', 7]),
  'exclusive-end': async (see) =>
    expect(await days(see, '&period=7d')).toEqual(['2026-11-09', '2026-11-15', 7]),
});

alternatives('dayZone', 2, {
  utc: async (see) => expect((await days(see, '&period=7d'))[1]).toBe('2026-11-16'),
  async team(see) {
    expect((await days(see, '&period=7d'))[1]).toBe('2026-11-15');
    await see.sandbox.admin.setClock('2026-11-16T10:00:00Z');
    expect((await days(see, '&period=7d'))[1]).toBe('2026-11-16');
  },
});

interface TodaySeen {
  row: { visitors: number; pageviews: number; ai_citations: number } | undefined;
  feed: number;
  mentions: unknown;
}

async function today(see: Sight): Promise<TodaySeen> {
  const { days: rows } = (await see.body('analytics', '&period=7d')) as { days: { date: string }[] };
  const { citations } = (await see.body('citations')) as { citations: { date: string }[] };
  const isToday = ({ date }: { date: string }) => date === '2026-11-16';
  return {
    row: rows.find(isToday) as TodaySeen['row'],
    feed: citations.filter(isToday).length,
    mentions: (await see.body('competitors')).mentions,
  };
}

const WHOLE_DAY = { date: '2026-11-16', visitors: 3408, pageviews: 7185, ai_citations: 10 };
const HALF_DAY = { date: '2026-11-16', visitors: 1704, pageviews: 3592, ai_citations: 5 };

alternatives(
  'today',
  2,
  {
    whole: async (see) => expect(await today(see)).toEqual({ row: WHOLE_DAY, feed: 10, mentions: 1561 }),
    partial: async (see) => expect(await today(see)).toEqual({ row: HALF_DAY, feed: 5, mentions: 1561 }),
    async absent(see) {
      const seen = await today(see);
      expect(seen).toMatchObject({ row: undefined, feed: 0 });
      expect(seen.mentions).toBeLessThan(1561);
    },
  },
  '2026-11-16T12:00:00Z',
);

const NONE = [undefined, undefined, 0];
const BACKWARDS = '&from=2026-11-07&to=2026-11-01';

alternatives('invalid', 1, {
  async 'bad-request'(see) {
    await refused(see, '&from=yesterday', 400, 'bad_request');
    await refused(see, BACKWARDS, 400, 'bad_request');
  },
  async empty(see) {
    expect(await days(see, '&from=yesterday')).toEqual(NONE);
    expect(await days(see, BACKWARDS)).toEqual(NONE);
  },
  async clamped(see) {
    expect(await days(see, '&from=yesterday')).toEqual(LAST_30);
    expect(await days(see, BACKWARDS)).toEqual(['2026-11-01', '2026-11-07', 7]);
  },
  async 'server-error'(see) {
    await refused(see, '&from=yesterday', 500, 'server_error');
    await refused(see, BACKWARDS, 500, 'server_error');
  },
});

alternatives('invalid', 2, {
  'bad-request': (see) => refused(see, '&period=14d', 400, 'bad_request'),
  empty: async (see) => expect(await days(see, '&period=14d')).toEqual(NONE),
  clamped: async (see) => expect(await days(see, '&period=14d')).toEqual(LAST_30),
  'server-error': (see) => refused(see, '&period=14d', 500, 'server_error'),
});

alternatives('bothWindows', 2, {
  async 'period-wins'(see) {
    expect(await days(see, '&period=7d&from=2026-01-01')).toEqual(['2026-11-10', '2026-11-16', 7]);
  },
  async 'bad-request'(see) {
    await refused(see, '&period=7d&from=2026-01-01', 400, 'bad_request');
    await refused(see, '&period=7d&to=2026-01-01', 400, 'bad_request');
    expect((await json(await see.ask(see.path('analytics', '&period=7d')))).days).toHaveLength(7);
  },
});
