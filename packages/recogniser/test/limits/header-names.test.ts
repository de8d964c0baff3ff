import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readByOwnRecipe, withLowerCaseNames } from './read-limits.ts';

const now = Date.UTC(2026, 10, 21, 5);

describe('a limit header (R10)', () => {
  it.each<[Record<string, string>, object]>([
    [{ 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '12' }, { minute: { limit: 60, remaining: 12 } }],
    [{ 'x-rate-limit-limit': '4', 'x-rate-limit-left': '3' }, { minute: { limit: 4, remaining: 3 } }],
    [{ 'x-dailyquota-limit': '500', 'x-dailyquota-remaining': '0' }, { day: { limit: 500, remaining: 0 } }],
    [{ 'x-daily-quota-allotted': '500', 'x-daily-quota-used': '2' }, { day: { limit: 500, remaining: 498 } }],
    [{ 'x-hubspot-ratelimit-daily-remaining': '7' }, { day: { remaining: 7 } }],
    [
      { 'x-ratelimit-limit-daily': '900', 'x-ratelimit-remaining-day': '8' },
      { day: { limit: 900, remaining: 8 } },
    ],
    [
      { 'x-ratelimit-remaining-requests': '9', 'x-ratelimit-reset-requests': '12s' },
      { minute: { remaining: 9, resetAt: now + 12_000 } },
    ],
    [{ ratelimit: '"default";r=50;t=30' }, { minute: { remaining: 50, resetAt: now + 30_000 } }],
    [
      { 'ratelimit-policy': '"burst";q=100;w=60,"daily";q=1000;w=86400' },
      { minute: { limit: 100 }, day: { limit: 1000 } },
    ],
    [{ 'ratelimit-resettime': 'Sat, 21 Nov 2026 05:00:42 GMT' }, { minute: { resetAt: now + 42_000 } }],
    [{ 'x-ratelimit-remaining': '5, 3' }, { minute: { remaining: 3 } }],
    [{ 'x-ratelimit-limit': '5, 3' }, { minute: { limit: 5 } }],
    [{ 'x-dailyquota-limit': '1,000' }, { day: { limit: 1000 } }],
    [{ 'x-dailyquota-limit': '1,000,000' }, { day: { limit: 1_000_000 } }],
    [{ 'x-dailyquota-remaining': '1,500' }, { day: { remaining: 1500 } }],
    [{ 'x-ratelimit-remaining': '500,500' }, { minute: { remaining: 500 } }],
    [{ 'x-ratelimit-remaining': '12,59' }, { minute: { remaining: 12 } }],
    [{ 'x-ratelimit-remaining': '1000,999' }, { minute: { remaining: 999 } }],
    [{ 'x-ratelimit-remaining': '1, 000' }, { minute: { remaining: 0 } }],
    [
      { ratelimit: '"daily";r=0;t=54000, "burst";r=50;t=30' },
      {
        minute: { remaining: 50, resetAt: now + 30_000 },
        day: { remaining: 0, resetAt: now + 54_000_000, sure: true },
      },
    ],
    [
      { ratelimit: '"burst";r=50;t=30, "daily";r=0;t=54000' },
      {
        minute: { remaining: 50, resetAt: now + 30_000 },
        day: { remaining: 0, resetAt: now + 54_000_000, sure: true },
      },
    ],
    [{ ratelimit: '"daily";r=400' }, { minute: { remaining: null }, day: { remaining: 400 } }],
    [{ ratelimit: '"per-day";r=400;t=30' }, { minute: { remaining: null }, day: { remaining: 400 } }],
    [{ ratelimit: '"default";r=9;t=3661' }, { day: { remaining: 9, resetAt: now + 3_661_000 } }],
    [{ ratelimit: '"default";r=9;t=135' }, { minute: { remaining: 9, resetAt: now + 135_000 } }],
    [
      { ratelimit: '"per-minute";r=9;t=3661' },
      { minute: { remaining: 9, resetAt: null }, day: { remaining: null } },
    ],
    [
      { ratelimit: '"a";r=7;t=50, "b";r=3;t=20, "c";r=5;t=10' },
      { minute: { remaining: 3, resetAt: now + 20_000 } },
    ],
    [{ ratelimit: '"a";r=3, "b";r=7;t=20' }, { minute: { remaining: 3, resetAt: null } }],
    [{ ratelimit: '"b";r=7;t=20;w=86400' }, { day: { remaining: 7 } }],
    [
      { 'ratelimit-policy': '"p";q=500;w=86400, "s";q=9;w=60', ratelimit: '"p";r=7;t=20, "s";r=8;t=40' },
      { day: { limit: 500, remaining: 7 }, minute: { limit: 9, remaining: 8, resetAt: now + 40_000 } },
    ],
    [{ 'ratelimit-policy': '"daily";q=1000' }, { day: { limit: 1000 }, minute: { limit: null } }],
    [{ ratelimit: '"constructor";r=5' }, { minute: { remaining: 5 } }],
    [{ 'x-daily-ratelimit': '"a";r=5;t=30' }, { day: { remaining: 5 } }],
    [{ 'X-RateLimit-Remaining': '5' }, { minute: { remaining: 5 } }],
    [{ ratelimit: '60' }, { minute: { limit: 60 } }],
    [{ 'x-ratelimit-max': '60', 'x-ratelimit-current': '2' }, { minute: { limit: 60, remaining: 58 } }],
    [{ 'x-ratelimit-limit-per-minute': '60' }, { minute: { limit: 60 }, day: { limit: null } }],
    [{ 'x-ratelimit-limit-requests': '60' }, { minute: { limit: 60 } }],
    [{ 'x-ratelimit-limit-per-day': '500' }, { day: { limit: 500 }, minute: { limit: null } }],
    [{ 'x-daily-ratelimit-limit': '500' }, { day: { limit: 500 }, minute: { limit: null } }],
    [{ 'x-ratelimit-reset-after': '12' }, { minute: { resetAt: now + 12_000 } }],
    [{ 'x-ratelimit-reset-at': '2026-11-21T05:00:42Z' }, { minute: { resetAt: now + 42_000 } }],
    [{ ratelimit: '"default";r=50' }, { minute: { remaining: 50, resetAt: null } }],
    [{ ratelimit: '"default"; r=50; t=30' }, { minute: { remaining: 50, resetAt: now + 30_000 } }],
    [{ 'ratelimit-policy': '"day"; w=86400; q=1000' }, { day: { limit: 1000 }, minute: { limit: null } }],
    [{ 'ratelimit-policy': '60;w=120' }, { minute: { limit: 60 } }],
    [{ 'ratelimit-policy': '60;w=30' }, { minute: { limit: 60 } }],
    [
      { ratelimit: 'limit=300, remaining=297, reset=42' },
      { minute: { limit: 300, remaining: 297, resetAt: now + 42_000 }, unread: [] },
    ],
    [{ 'x-ratelimit-retry-after': '59' }, { minute: { resetAt: now + 59_000 } }],
    [{ 'ratelimit-policy': '"burst";q=100;w=60,"odd";w=5' }, { minute: { limit: 100 } }],
    [{ 'ratelimit-policy': '"odd";w=5,"burst";q=100;w=60' }, { minute: { limit: 100 } }],
    [{ 'ratelimit-policy': '"first60";q=100;w=60' }, { minute: { limit: 100 } }],
    [
      { 'x-dailyquota-policy': '"team";q=500', ratelimit: '"team";r=9;t=40' },
      { minute: { remaining: null }, day: { limit: 500, remaining: 9 } },
    ],
  ])('is recognised by its name: %j', (headers, expected) => {
    expect(readByOwnRecipe(headers, now)).toMatchObject(expected);
    expect(readByOwnRecipe(headers, now).unread).toEqual([]);
  });

  it.each([
    ['x-ratelimit-limit-tokens', '90000'],
    ['x-dailyquota-limit', 'unlimited'],
    ['x-ratelimit-remaining', '<remaining>'],
    ['x-ratelimit-reset', '999999999'],
    ['x-ratelimit-flavour', '7'],
    ['x-ratelimit-remainings', '7'],
    ['x-ratelimit-unlimited', '7'],
    ['x-ratelimit-not-used', '7'],
    ['x-ratelimit-not-left', '7'],
    ['x-ratelimit-used-up', '7'],
    ['x-ratelimit-no-reset', '7'],
    ['x-ratelimit-reset-tokens', '7'],
    ['x-ratelimit-remaining', ''],
    ['x-ratelimit-used', 'some'],
    ['ratelimit-policy', 'none'],
    ['ratelimit-policy', '"default";w=60'],
    ['ratelimit-policy', '"long";q=10;w=86399'],
    ['ratelimit-policy', '60;w=121'],
    ['ratelimit-policy', '10;w=29'],
    ['ratelimit', '"default";r=some;t=30'],
    ['ratelimit', '"default";r=9;t=136'],
    ['ratelimit', '"default";r=9;t=3660'],
    ['ratelimit', '"hourly";r=0;t=40'],
    ['ratelimit', '"10-in-1sec";r=9;t=1'],
    ['ratelimit', '"a";r=9;t=1;w=5'],
    ['ratelimit', '"a";r=9;t=1;w=0'],
    ['ratelimit', 'quota=300'],
    ['x-ratelimit-remaining', 'limit=5'],
    ['x-ratelimit-policy', 'every 60'],
  ])('of %s is kept unread: %s', (name, value) => {
    const rate = readByOwnRecipe({ [name]: value }, now);
    expect(rate.unread).toEqual([`${name}: ${value}`]);
    expect([rate.minute.limit, rate.minute.remaining, rate.minute.resetAt, rate.day.limit]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('with several limits is kept unread if one is not understood', () => {
    const value = '"hourly";r=0;t=1800, "burst";r=50;t=30, "odd"';
    const { minute, unread } = readByOwnRecipe({ ratelimit: value }, now);
    expect(minute.remaining).toBe(50);
    expect(unread).toEqual([`ratelimit: ${value}`]);
  });

  it('of a name whose policy is an hour long stays unread too', () => {
    const policy = { 'ratelimit-policy': '"p";q=500;w=3600, "s";q=9;w=60' };
    const { minute, unread } = readByOwnRecipe({ ...policy, ratelimit: '"p";r=0;t=20' }, now);
    expect(minute).toMatchObject({ limit: 9, remaining: null });
    expect(unread).toEqual(['ratelimit: "p";r=0;t=20']);
  });

  it('is not found among other headers', () => {
    const headers = { 'content-type': 'application/json', date: 'soon', rate: '7', limit: '8', quota: '9' };
    const open = { limit: null, remaining: null, resetAt: null, unit: null, sure: false };
    const nothing = { minute: open, day: open, retryAfterMs: null, unread: [] };
    expect(readByOwnRecipe(headers, now)).toEqual(nothing);
    expect(readByOwnRecipe({}, now)).toEqual(nothing);
  });
});

it('a used count and a known limit give the count left', () => {
  expect(readByOwnRecipe({ 'x-ratelimit-used': '3' }, now).minute).toMatchObject({
    limit: null,
    remaining: null,
  });
  const used = { 'x-ratelimit-used': '70', 'x-ratelimit-limit': '60' };
  expect(readByOwnRecipe(used, now).minute.remaining).toBe(0);
  expect(readByOwnRecipe(used, now).day.remaining).toBeNull();
  expect(readByOwnRecipe({ ...used, 'x-ratelimit-remaining': '9' }, now).minute.remaining).toBe(9);
});

describe('with two headers of one meaning', () => {
  it('the first one is read', () => {
    const { minute } = readByOwnRecipe(
      {
        'x-ratelimit-limit': '60',
        'ratelimit-limit': '90',
        'x-ratelimit-remaining': '5',
        'ratelimit-remaining': '7',
        'x-ratelimit-reset': '12',
        'ratelimit-reset': '2026-11-21T05:00:42Z',
      },
      now,
    );
    expect(minute).toEqual({ limit: 60, remaining: 5, resetAt: now + 12_000, unit: 'seconds', sure: true });
  });
});

interface Sample {
  readonly headers: Readonly<Record<string, string>>;
  readonly expect: { readonly remaining?: number; readonly resetAt?: string; readonly resetSeconds?: number };
}

describe('recogniseLimits reads the documented headers', () => {
  const { rateLimitHeaders }: { rateLimitHeaders: readonly Sample[] } = JSON.parse(
    readFileSync(new URL('../../../core/test/faults/errors.json', import.meta.url), 'utf8'),
  );
  const parsed = rateLimitHeaders.filter((sample) => !JSON.stringify(sample).includes('<'));
  it.each(parsed.map((sample) => [JSON.stringify(sample.headers), sample] as const))('of %s', (_, sample) => {
    const wanted = sample.expect;
    const headers = withLowerCaseNames(sample.headers);
    const at = wanted.resetAt ? Date.parse(wanted.resetAt) - 30_000 : now;
    const { remaining, resetAt } = readByOwnRecipe(headers, at).minute;
    if (wanted.remaining !== undefined) expect(remaining).toBe(wanted.remaining);
    if (wanted.resetAt) expect(resetAt).toBe(Date.parse(wanted.resetAt));
    if (wanted.resetSeconds === undefined) return;
    // More than an hour under a name without "day" is a rolling day's (Groq): no minute can last so long.
    expect(resetAt).toBe(wanted.resetSeconds <= 75 ? at + wanted.resetSeconds * 1000 : null);
  });
});
