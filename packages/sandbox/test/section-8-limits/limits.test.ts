import { describe, expect, test } from 'vitest';
import { allotment, countCall, counted, UNUSED, type Usage, withCounts } from '../../src/limits/limits.ts';
import { allowance } from '../../src/limits/plans.ts';

const STARTER = { minute: 60, day: 500 };
const NINE = Date.UTC(2026, 10, 16, 9, 0, 0);

function after(calls: number, now: number, usage: Usage = UNUSED): Usage {
  let next = usage;
  for (let i = 0; i < calls; i++) next = countCall(next, now, STARTER);
  return next;
}

describe('the minute', () => {
  test('allows the 60th call and refuses the 61st', () => {
    expect(allotment(after(59, NINE), NINE, STARTER)).toMatchObject({
      exhausted: null,
      minute: { remaining: 1 },
    });
    expect(allotment(after(60, NINE), NINE, STARTER)).toMatchObject({
      exhausted: 'minute',
      minute: { remaining: 0 },
    });
  });

  test('ends at second 60.000 and not at 59.999', () => {
    const full = after(60, NINE);
    expect(allotment(full, NINE + 59_999, STARTER)).toMatchObject({
      exhausted: 'minute',
      minute: { resetSeconds: 1 },
    });
    expect(allotment(full, NINE + 60_000, STARTER)).toMatchObject({
      exhausted: null,
      minute: { remaining: 60, resetSeconds: 60 },
    });
  });

  test.each([
    [0, 60],
    [1, 60],
    [1_000, 59],
    [59_000, 1],
    [59_800, 1],
    [59_999, 1],
  ])('%i ms into the minute the reset is %i whole seconds away', (elapsed, seconds) => {
    expect(allotment(UNUSED, NINE + elapsed, STARTER).minute.resetSeconds).toBe(seconds);
  });
});

describe('the day', () => {
  test('allows the 500th call and refuses the 501st', () => {
    const usage = (used: number) => withCounts(UNUSED, NINE, { day: used });
    expect(allotment(usage(499), NINE, STARTER)).toMatchObject({ exhausted: null, day: { remaining: 1 } });
    expect(allotment(usage(500), NINE, STARTER)).toMatchObject({
      exhausted: 'day',
      day: { remaining: 0, resetSeconds: 15 * 3600 },
    });
  });

  test('ends at 00:00 UTC', () => {
    const usage = withCounts(UNUSED, NINE, { day: 500 });
    const midnight = Date.UTC(2026, 10, 17);
    expect(allotment(usage, midnight - 200, STARTER)).toMatchObject({
      exhausted: 'day',
      day: { resetSeconds: 1 },
    });
    expect(allotment(usage, midnight, STARTER)).toMatchObject({ exhausted: null, day: { remaining: 500 } });
  });

  test('is the one reported when both are exhausted', () => {
    const usage = withCounts(UNUSED, NINE, { minute: 60, day: 500 });
    expect(allotment(usage, NINE, STARTER).exhausted).toBe('day');
  });

  test('that ends while the minute is full frees both at midnight', () => {
    const midnight = Date.UTC(2026, 10, 17);
    const full = after(60, midnight - 500);
    expect(allotment(full, midnight - 1, STARTER)).toMatchObject({
      exhausted: 'minute',
      day: { remaining: 440 },
    });
    expect(allotment(full, midnight, STARTER)).toMatchObject({
      minute: { remaining: 60 },
      day: { remaining: 500 },
    });
  });
});

describe('the clock set back', () => {
  test('within the same minute changes no count', () => {
    expect(counted(after(7, NINE + 30_000), NINE + 1_000, STARTER)).toEqual({ minute: 7, day: 7 });
  });

  test('to another minute starts that minute from zero and keeps the day', () => {
    expect(counted(after(60, NINE), NINE - 1, STARTER)).toEqual({ minute: 0, day: 60 });
  });

  test('to another day starts both from zero, and nothing is ever negative or past the window', () => {
    const usage = withCounts(UNUSED, NINE, { minute: 90, day: 900 });
    expect(allotment(usage, NINE, STARTER)).toMatchObject({
      minute: { remaining: 0 },
      day: { remaining: 0 },
    });
    const back = allotment(usage, NINE - 10 * 3_600_000, STARTER);
    expect(back).toMatchObject({
      exhausted: null,
      minute: { remaining: 60, resetSeconds: 60 },
      day: { remaining: 500, resetSeconds: 3600 },
    });
  });
});

test('the figures of specification §8 in both forms; test keys are smaller in Form 1 alone', () => {
  for (const form of [1, 2] as const) {
    expect(allowance(form, { plan: 'starter', kind: 'live' })).toEqual({ minute: 60, day: 500 });
    expect(allowance(form, { plan: 'growth', kind: 'live' })).toEqual({ minute: 300, day: 1_000 });
    expect(allowance(form, { plan: 'enterprise', kind: 'live' })).toEqual({ minute: 1_000, day: 10_000 });
  }
  expect(allowance(1, { plan: 'growth', kind: 'test' })).toEqual({ minute: 20, day: 50 });
  expect(allowance(2, { plan: 'growth', kind: 'test' })).toEqual({ minute: 300, day: 1_000 });
});
