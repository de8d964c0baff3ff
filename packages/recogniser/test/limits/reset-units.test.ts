import { type LimitsRecipe, readLimits, specifiedLimits } from '@answershare/core';
import { describe, expect, it } from 'vitest';
import { recogniseLimits } from '../../src/index.ts';
import { readByOwnRecipe } from './read-limits.ts';

const now = Date.UTC(2026, 10, 21, 5);
const reset = 'x-ratelimit-reset';

const unitIn = ({ minute }: LimitsRecipe): string | undefined => minute[0]?.reset?.[1];

describe('the unit of a reset', () => {
  it.each<[string, string | undefined, string, boolean]>([
    ['60', undefined, 'seconds', true],
    ['61', undefined, 'seconds', false],
    ['135', undefined, 'seconds', false],
    ['136', undefined, 'milliseconds', false],
    ['90', '90', 'seconds', true],
    ['42000', '43', 'milliseconds', true],
    ['30', '1', 'milliseconds', true],
    ['1500', '2', 'milliseconds', true],
    // Rounded up here and down there, they are still two numbers of seconds.
    ['1', '0', 'seconds', true],
    ['2', '0.5', 'seconds', true],
    ['2', '0.499', 'milliseconds', true],
    ['10', '1.51', 'milliseconds', true],
    ['90', '30', 'seconds', false],
    ['0', '0', 'seconds', true],
  ])('of %s with a Retry-After of %s is %s', (value, wait, unit, sure) => {
    const { minute } = readByOwnRecipe({ [reset]: value, ...(wait ? { 'retry-after': wait } : {}) }, now);
    expect(minute).toMatchObject({ unit, sure });
  });

  it('is found for the minute and the day by their own windows', () => {
    const { minute, day } = readByOwnRecipe(
      { 'x-ratelimit-reset': '3600', 'x-dailyquota-reset': '3600' },
      now,
    );
    expect(minute).toMatchObject({ resetAt: now + 3_600, unit: 'milliseconds', sure: false });
    expect(day).toMatchObject({ resetAt: now + 3_600_000, unit: 'seconds', sure: false });
  });

  it.each<[number, number, number, string]>([
    [100, 90, 10_000, 'seconds'],
    [50_000, 40_000, 10_000, 'milliseconds'],
    [100, 99, 1_000, 'any'],
    [100, 100, 10_000, 'any'],
    [70, 118, 12_000, 'any'],
    [100, 95, 10_000, 'any'],
    [100, 97, 3_000, 'seconds'],
    [100, 97, 2_999, 'any'],
    [5_000, 2_000, 3_000, 'milliseconds'],
    [100, 90, 11_500, 'seconds'],
    [100, 90, 8_500, 'seconds'],
    [100, 90, 11_501, 'any'],
    [100, 90, 8_499, 'any'],
    [50_000, 40_000, 11_500, 'milliseconds'],
    [50_000, 40_000, 11_501, 'any'],
    [50_000, 40_000, 8_499, 'any'],
  ])('that falls from %i to %i in %i ms is %s', (before, after, passed, unit) => {
    const samples = [
      { headers: { [reset]: String(before) }, at: now },
      { headers: { [reset]: String(after) }, at: now + passed },
    ];
    expect(unitIn(recogniseLimits(samples))).toBe(unit);
  });

  it('is not that of a minute if an answer exceeds it', () => {
    const samples = ['50', '42000'].map((value, at) => ({ headers: { [reset]: value }, at: now + at }));
    expect(unitIn(recogniseLimits(samples))).toBe('any');
    const [first] = samples;
    expect(first && unitIn(recogniseLimits([first]))).toBe('seconds');
  });

  it('stays once learnt, unless a value contradicts it', () => {
    const learnt = recogniseLimits([{ headers: { [reset]: '90', 'retry-after': '90' }, at: now }]);
    expect(unitIn(learnt)).toBe('seconds');
    const relearn = (value: string) => recogniseLimits([{ headers: { [reset]: value }, at: now }], learnt);
    expect(relearn('100')).toEqual(learnt);
    expect(unitIn(relearn('42000'))).toBe('any');
    expect(unitIn(relearn('2026-11-21T05:00:42Z'))).toBe('date');
  });
});

describe('Retry-After', () => {
  it.each<[Record<string, string>, number | null]>([
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': '1.0001' }, 1_001],
    [{ 'retry-after': '2, 5' }, 5_000],
    [{ 'retry-after': '999999999' }, 999_999_999_000],
    [{ 'retry-after': '1m30s' }, 90_000],
    [{ 'retry-after': String(now / 1000 + 42) }, 42_000],
    [{ 'retry-after': String(now + 42_000) }, 42_000],
    [{ 'retry-after': '1000000000' }, 0],
    [{ 'retry-after': '-7' }, null],
    [{ 'retry-after': '1e3' }, null],
    [{ 'retry-after-ms': '1500' }, 1_500],
    [{ 'x-retry-after': '7' }, 7_000],
    [{ 'x-retry-after': '7s' }, 7_000],
    [{ 'x-retry-after-ms': '1500' }, 1_500],
    [{ 'x-retry-after': 'soon', 'retry-after-ms': '1500' }, 1_500],
    [{ 'retry-after': '2', 'retry-after-ms': '1500', 'x-retry-after': '9' }, 2_000],
    [{ 'retry-after': 'soon', 'x-retry-after': '9' }, 9_000],
    [{ 'x-retry': '9' }, null],
  ])('has the formats of %j', (headers, ms) => expect(readByOwnRecipe(headers, now).retryAfterMs).toBe(ms));
});

describe('a learnt limits recipe', () => {
  const daily = { headers: { 'x-dailyquota-used': '2', 'x-dailyquota-limit': '9' }, at: now };

  it('stays for headers of other limits', () => {
    const learnt = recogniseLimits([{ headers: { 'x-rate-limit-left': '5' }, at: now }]);
    const recipe = recogniseLimits([daily], learnt);
    expect(readLimits(recipe, { 'x-rate-limit-left': '4' }, now).minute.remaining).toBe(4);
    expect(readLimits(recipe, daily.headers, now).day).toMatchObject({ limit: 9, remaining: 7 });
  });

  it('keeps items of a structured header that one answer omits', () => {
    const both = { headers: { ratelimit: '"burst";r=5;t=30, "slow-min";r=2;t=20' }, at: now };
    const one = { headers: { ratelimit: '"burst";r=4;t=29' }, at: now };
    const recipe = recogniseLimits([one], recogniseLimits([both]));
    expect(readLimits(recipe, both.headers, now).minute.remaining).toBe(2);
    expect(readLimits(recipe, one.headers, now)).toMatchObject({ minute: { remaining: 4 }, unread: [] });
  });

  it('is that of the specification at first', () => {
    expect(recogniseLimits([{ headers: { 'content-type': 'application/json' }, at: now }])).toEqual(
      specifiedLimits,
    );
  });
});
