import { describe, expect, test } from 'vitest';
import { type Form, forms, type SandboxPlan } from '../../src/index.ts';
import {
  countCall,
  type LimitUsage,
  readCounts,
  readLimitStatuses,
  setCounts,
  UNUSED,
} from '../../src/limits/limits.ts';
import { findAllowance } from '../../src/limits/plans.ts';
import { createStandardQuirks } from '../../src/quirks/quirks.ts';

const STARTER = { minute: 60, day: 500 };
const NINE = Date.UTC(2026, 10, 16, 9, 0, 0);

function after(calls: number, now: number, usage: LimitUsage = UNUSED): LimitUsage {
  let next = usage;
  for (let i = 0; i < calls; i++) next = countCall(next, now, STARTER);
  return next;
}

describe('the minute', () => {
  test('allows the 60th call and refuses the 61st', () => {
    expect(readLimitStatuses(after(59, NINE), NINE, STARTER)).toMatchObject({
      exhausted: null,
      minute: { remaining: 1 },
    });
    expect(readLimitStatuses(after(60, NINE), NINE, STARTER)).toMatchObject({
      exhausted: 'minute',
      minute: { remaining: 0 },
    });
  });

  test('ends at second 60.000, not at 59.999', () => {
    const full = after(60, NINE);
    expect(readLimitStatuses(full, NINE + 59_999, STARTER)).toMatchObject({
      exhausted: 'minute',
      minute: { resetSeconds: 1 },
    });
    expect(readLimitStatuses(full, NINE + 60_000, STARTER)).toMatchObject({
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
    expect(readLimitStatuses(UNUSED, NINE + elapsed, STARTER).minute.resetSeconds).toBe(seconds);
  });
});

describe('the day', () => {
  test('allows the 500th call and refuses the 501st', () => {
    const usage = (used: number) => setCounts(UNUSED, NINE, { day: used });
    expect(readLimitStatuses(usage(499), NINE, STARTER)).toMatchObject({
      exhausted: null,
      day: { remaining: 1 },
    });
    expect(readLimitStatuses(usage(500), NINE, STARTER)).toMatchObject({
      exhausted: 'day',
      day: { remaining: 0, resetSeconds: 15 * 3600 },
    });
  });

  test('ends at 00:00 UTC', () => {
    const usage = setCounts(UNUSED, NINE, { day: 500 });
    const midnight = Date.UTC(2026, 10, 17);
    expect(readLimitStatuses(usage, midnight - 200, STARTER)).toMatchObject({
      exhausted: 'day',
      day: { resetSeconds: 1 },
    });
    expect(readLimitStatuses(usage, midnight, STARTER)).toMatchObject({
      exhausted: null,
      day: { remaining: 500 },
    });
  });

  test('is reported if both are exhausted', () => {
    const usage = setCounts(UNUSED, NINE, { minute: 60, day: 500 });
    expect(readLimitStatuses(usage, NINE, STARTER).exhausted).toBe('day');
  });

  test('frees both limits at midnight while the minute is full', () => {
    const midnight = Date.UTC(2026, 10, 17);
    const full = after(60, midnight - 500);
    expect(readLimitStatuses(full, midnight - 1, STARTER)).toMatchObject({
      exhausted: 'minute',
      day: { remaining: 440 },
    });
    expect(readLimitStatuses(full, midnight, STARTER)).toMatchObject({
      minute: { remaining: 60 },
      day: { remaining: 500 },
    });
  });
});

describe('the clock set back', () => {
  test('within the same minute keeps the counts', () => {
    expect(readCounts(after(7, NINE + 30_000), NINE + 1_000, STARTER)).toEqual({ minute: 7, day: 7 });
  });

  test('to another minute resets the minute and keeps the day', () => {
    expect(readCounts(after(60, NINE), NINE - 1, STARTER)).toEqual({ minute: 0, day: 60 });
  });

  test('to another day resets both, with no negative count and no reset beyond the window', () => {
    const usage = setCounts(UNUSED, NINE, { minute: 90, day: 900 });
    expect(readLimitStatuses(usage, NINE, STARTER)).toMatchObject({
      minute: { remaining: 0 },
      day: { remaining: 0 },
    });
    const back = readLimitStatuses(usage, NINE - 10 * 3_600_000, STARTER);
    expect(back).toMatchObject({
      exhausted: null,
      minute: { remaining: 60, resetSeconds: 60 },
      day: { remaining: 500, resetSeconds: 3600 },
    });
  });
});

test('limits follow specification §8; test keys have smaller ones in Form 1 only', () => {
  const limitsOf = (form: Form, plan: SandboxPlan, kind: 'live' | 'test') =>
    findAllowance(form, { plan, kind }, createStandardQuirks(form));
  for (const form of forms) {
    expect(limitsOf(form, 'starter', 'live')).toEqual({ minute: 60, day: 500 });
    expect(limitsOf(form, 'growth', 'live')).toEqual({ minute: 300, day: 1_000 });
    expect(limitsOf(form, 'enterprise', 'live')).toEqual({ minute: 1_000, day: 10_000 });
  }
  expect(limitsOf(1, 'growth', 'test')).toEqual({ minute: 20, day: 50 });
  expect(limitsOf(2, 'growth', 'test')).toEqual({ minute: 300, day: 1_000 });
});
