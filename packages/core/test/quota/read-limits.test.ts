import { describe, expect, it } from 'vitest';
import { type LimitsRecipe, specifiedLimits, unknownRateState } from '../../src/quota/limits-recipe.ts';
import { readLimits } from '../../src/quota/read-limits.ts';

const now = Date.UTC(2026, 10, 21, 5);
const date = 'Sat, 21 Nov 2026 05:10:00 GMT';
const read = (headers: Record<string, string>) => readLimits(specifiedLimits, headers, now);

describe('the headers of the specification', () => {
  it('state a minute, a day and a wait', () => {
    expect(
      read({
        'x-ratelimit-limit': '60',
        'x-ratelimit-remaining': '12',
        'x-ratelimit-reset': '42',
        'x-dailyquota-remaining': '1,500',
        'retry-after': '7',
      }),
    ).toEqual({
      minute: { limit: 60, remaining: 12, resetAt: now + 42_000, unit: 'seconds', sure: true },
      day: { ...unknownRateState.day, remaining: 1_500 },
      retryAfterMs: 7_000,
      unread: [],
    });
    expect(read({ 'x-ratelimit-left': '3', limit: '9' })).toEqual(unknownRateState);
  });

  it.each<[string, number | null]>([
    ['2, 5', 5_000],
    [' 30 ', 30_000],
    ['1.0001', 1_001],
    ['1m30s', 90_000],
    [String(now / 1_000 + 642), 42_000],
    ['Sat, 21 Nov 2026 05:10:07 GMT', 7_000],
    ['Sat, 21 Nov 2026 04:00:00 GMT', 0],
    ['-7', null],
    ['soon', null],
  ])('state in Retry-After: %s a wait of %j ms by the clock of the service', (value, ms) => {
    expect(read({ date, 'retry-after': value }).retryAfterMs).toBe(ms);
  });

  it.each<[value: string, waitMs: number, unit: string, sure: boolean]>([
    ['60', 60_000, 'seconds', true],
    ['61', 61_000, 'seconds', false],
    ['42000', 42_000, 'milliseconds', false],
    [String(now / 1_000 + 42), 42_000, 'epoch', true],
    ['2026-11-21 05:00:42', 42_000, 'date', false],
    ['12s', 12_000, 'duration', true],
  ])('state in a reset of %s no unit', (value, waitMs, unit, sure) => {
    expect(read({ 'x-ratelimit-reset': value }).minute).toMatchObject({ resetAt: now + waitMs, unit, sure });
  });

  it('are unread if they are other headers', () => {
    const headers = {
      'x-ratelimit-remaining': 'many',
      'x-ratelimit-reset': '135001',
      'x-ratelimit-limit': '-1',
    };
    const { minute, unread } = read(headers);
    expect(minute).toEqual(unknownRateState.minute);
    expect([...unread].sort()).toEqual(
      Object.entries(headers)
        .map(([name, value]) => `${name}: ${value}`)
        .sort(),
    );
  });
});

describe('a learnt limits recipe', () => {
  const recipe: LimitsRecipe = {
    minute: [
      { remaining: ['ratelimit', 'count', 'r', '"burst"'], reset: ['ratelimit', 'seconds', 't', '"burst"'] },
      {
        limit: ['ratelimit-policy', 'count', '', 'w=60'],
        used: ['spent', 'count'],
        reset: ['ends', 'milliseconds'],
      },
    ],
    day: [],
    retryAfter: [['wait-ms', 'milliseconds']],
    unknown: ['mood'],
  };
  const readBy = (headers: Record<string, string>) => readLimits(recipe, headers, now);

  it('gives of several limits of a window the one with the least left', () => {
    const ratelimit = '"daily";r=1;t=9, "burst"; r=50; t=30';
    expect(readBy({ ratelimit }).minute).toMatchObject({ remaining: 50, resetAt: now + 30_000 });
    const own = { 'ratelimit-policy': '10;w=1, 60;w=60', spent: '58', ends: '42000' };
    expect(readBy({ ratelimit, ...own }).minute).toEqual({
      limit: 60,
      remaining: 2,
      resetAt: now + 42_000,
      unit: 'milliseconds',
      sure: true,
    });
  });

  it.each<[Record<string, string>, string[]]>([
    [{ ratelimit: '"burst";r=50' }, []],
    [{ ratelimit: '"constructor";r=5' }, ['ratelimit: "constructor";r=5']],
    [{ ends: '2026-11-21T05:00:42Z' }, ['ends: 2026-11-21T05:00:42Z']],
    [{ ends: '135001' }, ['ends: 135001']],
    [{ 'wait-ms': '1.5 s' }, ['wait-ms: 1.5 s']],
    [{ mood: 'fine' }, ['mood: fine']],
  ])('reports %j as unread: %j', (headers, unread) => expect(readBy(headers).unread).toEqual(unread));
});
