import { describe, expect, it } from 'vitest';
import { readRate, readReset, readRetryAfter } from '../../src/quota/headers.ts';

const now = Date.UTC(2026, 10, 21, 5);

describe('Retry-After', () => {
  it.each<[string | undefined, string, number | null]>([
    ['7', '', 7_000],
    ['0.5', '', 500],
    ['2, 5', '', 5_000],
    ['Sat, 21 Nov 2026 05:00:42 GMT', '', 42_000],
    [String(now / 1000 + 42), '', 42_000],
    ['soon', 'retry in 12 seconds', 12_000],
    [undefined, 'Try again in 60s.', 60_000],
    [undefined, 'Slow down.', null],
  ])('%j with the message %j is %j ms', (header, message, ms) => {
    expect(readRetryAfter(header === undefined ? {} : { 'retry-after': header }, message, now)).toBe(ms);
  });
});

describe('a reset', () => {
  it.each<[string, number | null]>([
    ['42', 42_000],
    ['0', 0],
    ['1.25', 1_250],
    [String(now / 1000 + 42), 42_000],
    [String(now + 42_000), 42_000],
    [String(now / 1000 - 3), 0],
    ['2026-11-21T05:00:42Z', 42_000],
    ['2026-11-21T06:00:42+01:00', 42_000],
    ['42000', 42_000],
    ['2026-11-28T05:00:00Z', null],
    ['never', null],
  ])('of %j is %j ms away', (text, ms) => {
    const at = readReset(text, now, 60);
    expect(at === null ? null : at - now).toBe(ms);
  });
});

it('the limits of the minute and of the day are kept apart', () => {
  const rate = readRate(
    { 'x-ratelimit-remaining': '12', 'x-dailyquota-limit': '500', 'x-dailyquota-remaining': '0' },
    now,
  );
  expect(rate).toEqual({
    minute: { limit: null, remaining: 12, resetAt: null },
    day: { limit: 500, remaining: 0, resetAt: null },
  });
});
