import { describe, expect, it } from 'vitest';
import { epochMs, isNumber, readReset, single } from '../../src/quota/reset.ts';

const nowMs = Date.UTC(2026, 10, 21, 5);
const minute = { nowMs, windowSeconds: 60 };
const day = { nowMs, windowSeconds: 86_400 };
const nothing = { waitMs: null, unit: null, mayMean: [], sure: false };

describe('a plain decimal', () => {
  it.each(['0', '7', '1795237242', '0.5', '12.25'])('%j is one', (text) => expect(isNumber(text)).toBe(true));
  it.each(['', '-7', '+7', '1e3', '0x10', '7s', 's7', '.5', '5.', '1.2.3', ' 7', '1,5'])(
    '%j is none',
    (text) => expect(isNumber(text)).toBe(false),
  );
});

describe('a header that was sent twice', () => {
  it.each([
    ['5, 3', '5'],
    ['3,5', '5'],
    ['3, 10, 5', '10'],
    [' 7 ', '7'],
    ['Sat, 21 Nov 2026 05:00:42 GMT', 'Sat, 21 Nov 2026 05:00:42 GMT'],
    ['3, soon', '3, soon'],
    ['', ''],
    ['007', '007'],
    ['12,000', '12000'],
    ['1,234,567', '1234567'],
    ['100,200,5', '200'],
  ])('%j counts as %j', (text, value) => expect(single(text)).toBe(value));
});

describe('an instant since the epoch as a number', () => {
  it.each([
    ['seconds', 1_795_237_242],
    ['milliseconds', 1_795_237_242_000],
    ['microseconds', 1_795_237_242_000_000],
    ['nanoseconds', 1_795_237_242_000_000_000],
  ])('of %s', (_, n) => expect(epochMs(n)).toBe(1_795_237_242_000));

  it.each([
    [99_999_999_999, 99_999_999_999_000],
    [100_000_000_000, 100_000_000_000],
    [99_999_999_999_999, 99_999_999_999_999],
    [100_000_000_000_000, 100_000_000_000],
    [1e17, 1e11],
  ])('%i is %i ms', (n, ms) => expect(epochMs(n)).toBe(ms));
});

describe('a reset that names an instant', () => {
  it('is so far away, and surely', () => {
    expect(readReset(String(nowMs / 1000 + 42), minute)).toEqual({
      waitMs: 42_000,
      unit: 'epoch',
      mayMean: ['epoch'],
      sure: true,
    });
    expect(readReset('2026-11-21T05:00:42Z', minute)).toEqual({
      waitMs: 42_000,
      unit: 'date',
      mayMean: ['date'],
      sure: true,
    });
  });

  it('without a zone is taken for UTC, not surely', () => {
    expect(readReset('2026-11-21T05:00:42', minute)).toMatchObject({ waitMs: 42_000, sure: false });
  });

  it('in the past is now', () => {
    expect(readReset(String(nowMs / 1000 - 9), minute)).toMatchObject({ waitMs: 0, sure: true });
    expect(readReset('2026-11-21T04:00:00Z', minute).waitMs).toBe(0);
  });

  it.each<[string, typeof minute, number]>([
    ['a minute', minute, 135_000],
    ['a day', day, 108_060_000],
  ])('is believed up to a quarter and a minute beyond %s', (_, context, latest) => {
    expect(readReset(String(nowMs + latest), context).waitMs).toBe(latest);
    expect(readReset(String(nowMs + latest + 1), context)).toEqual(nothing);
  });

  it('is a number from 1e9 on', () => {
    expect(readReset('1000000000', minute)).toMatchObject({ waitMs: 0, unit: 'epoch' });
    expect(readReset('999999999', minute)).toEqual(nothing);
  });
});

describe('a reset that counts down', () => {
  it.each<[string, typeof minute, object]>([
    ['0', minute, { waitMs: 0, unit: 'seconds', mayMean: ['seconds', 'milliseconds'], sure: true }],
    ['42', minute, { waitMs: 42_000, unit: 'seconds', mayMean: ['seconds', 'milliseconds'], sure: true }],
    ['60', minute, { waitMs: 60_000, unit: 'seconds', mayMean: ['seconds', 'milliseconds'], sure: true }],
    ['61', minute, { waitMs: 61_000, unit: 'seconds', mayMean: ['seconds', 'milliseconds'], sure: false }],
    ['135', minute, { waitMs: 135_000, unit: 'seconds', mayMean: ['seconds', 'milliseconds'], sure: false }],
    ['136', minute, { waitMs: 136, unit: 'milliseconds', mayMean: ['milliseconds'], sure: false }],
    ['42000', minute, { waitMs: 42_000, unit: 'milliseconds', mayMean: ['milliseconds'], sure: false }],
    ['135000', minute, { waitMs: 135_000, unit: 'milliseconds', mayMean: ['milliseconds'], sure: false }],
    ['135001', minute, nothing],
    ['3600', day, { waitMs: 3_600_000, unit: 'seconds', mayMean: ['seconds', 'milliseconds'], sure: false }],
  ])('%s in a window of %j', (text, context, reading) => {
    expect(readReset(text, context)).toEqual(reading);
  });

  it('in a unit that was learnt is sure, where the unit fits', () => {
    expect(readReset('90', { ...minute, learnt: 'seconds' })).toMatchObject({ waitMs: 90_000, sure: true });
    expect(readReset('90', { ...minute, learnt: 'milliseconds' })).toEqual({
      waitMs: 90,
      unit: 'milliseconds',
      mayMean: ['seconds', 'milliseconds'],
      sure: true,
    });
    expect(readReset('42000', { ...minute, learnt: 'seconds' })).toMatchObject({
      waitMs: 42_000,
      unit: 'milliseconds',
      sure: false,
    });
  });

  it.each<[string, number, string, number]>([
    ['42', 42_000, 'seconds', 42_000],
    ['42', 41_000, 'seconds', 42_000],
    ['42000', 42_000, 'milliseconds', 42_000],
    ['42000', 43_000, 'milliseconds', 42_000],
    ['600', 599_000, 'seconds', 600_000],
    ['600', 598_500, 'seconds', 600_000],
    ['30', 1_000, 'milliseconds', 30],
    ['1500', 2_000, 'milliseconds', 1_500],
    // Rounded up here and down there, they are still two numbers of seconds.
    ['1', 0, 'seconds', 1_000],
    ['2', 1_000, 'seconds', 2_000],
    ['2', 500, 'seconds', 2_000],
    ['2', 499, 'milliseconds', 2],
    ['10', 1_510, 'milliseconds', 10],
  ])('%s beside a Retry-After of %i ms is in %s', (text, retryAfterMs, unit, waitMs) => {
    expect(readReset(text, { ...minute, retryAfterMs })).toEqual({
      waitMs,
      unit,
      mayMean: [unit],
      sure: true,
    });
  });

  it.each<[string, number, string, number]>([
    ['10', 1_511, 'seconds', 10_000],
    ['60', 30_000, 'seconds', 60_000],
    ['1000', 31_622, 'milliseconds', 1_000],
    ['1000', 31_623, 'seconds', 1_000_000],
  ])('%s beside a Retry-After of %i ms is likelier in %s', (text, retryAfterMs, unit, waitMs) => {
    expect(readReset(text, { ...minute, retryAfterMs })).toEqual({
      waitMs,
      unit,
      mayMean: [unit],
      sure: false,
    });
  });

  it('to 0 says nothing of its unit, whatever Retry-After says', () => {
    expect(readReset('0', { ...minute, retryAfterMs: 0 }).mayMean).toEqual(['seconds', 'milliseconds']);
  });

  it('beside no Retry-After is read as without', () => {
    expect(readReset('90', { ...minute, retryAfterMs: null })).toEqual(readReset('90', minute));
  });

  it('that fits no unit is not read, whatever was learnt', () => {
    expect(readReset('135001', { ...minute, learnt: null })).toEqual(nothing);
    expect(readReset('135001', { ...minute, learnt: 'milliseconds' })).toEqual(nothing);
  });
});

describe('a reset in words of its own', () => {
  it.each<[string, number, string]>([
    ['12s', 12_000, 'duration'],
    ['1m30s', 90_000, 'duration'],
    ['"default";r=50;t=30', 30_000, 'field'],
    ['"default"; r=50;  t=30', 30_000, 'field'],
  ])('%s', (text, waitMs, unit) => {
    expect(readReset(text, minute)).toEqual({ waitMs, unit, mayMean: [unit], sure: true });
  });

  it.each(['', 'soon', '-7', '1e3', '12 s', 't=30', '"default";r=50', '3h', '"default";t=136'])(
    '%j is not read',
    (text) => expect(readReset(text, minute)).toEqual(nothing),
  );
});
