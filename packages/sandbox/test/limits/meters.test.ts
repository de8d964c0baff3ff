import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CountingRules,
  countCall,
  type LimitUsage,
  PLAIN_COUNTING,
  readLimitStatuses,
  UNUSED,
} from '../../src/limits/limits.ts';
import { type CallMeter, DAY_METERS, MINUTE_METERS } from '../../src/limits/meters.ts';

const NINE = Date.UTC(2026, 10, 16, 9, 0, 0);
const STARTER = { minute: 60, day: 500 };
const HOUR = 3_600_000;

function after(meter: CallMeter, calls: number, now: number, limit: number): CallMeter {
  let next = meter;
  for (let i = 0; i < calls; i++) next = next.addCall(now, limit);
  return next;
}

describe.each(Object.entries(MINUTE_METERS))('a minute by %s', (name, meter) => {
  test('allows the 60th call and refuses the 61st', () => {
    expect(after(meter, 59, NINE, 60).read(NINE, 60).used).toBe(59);
    expect(after(meter, 60, NINE, 60).read(NINE, 60).used).toBe(60);
  });

  test('is full at second 59.999 unless it is a bucket, and empty at 60.000', () => {
    const full = after(meter, 60, NINE, 60);
    const used = name === 'token-bucket' ? 0.001 : 60;
    expect(full.read(NINE + 59_999, 60).used).toBeCloseTo(used, 6);
    expect(full.read(NINE + 60_000, 60).used).toBe(0);
  });

  test('counts no call twice after the clock is set back by an hour', () => {
    const full = after(meter, 60, NINE, 60);
    const back = full.read(NINE - HOUR, 60);
    expect(back.used).toBe(0);
    expect(back.resetMs).toBeGreaterThan(0);
    expect(back.resetMs).toBeLessThanOrEqual(60_000);
  });

  test('allows a call at the reset and none a millisecond earlier, even after the clock is set back', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -4_000, max: 8_000 }), { maxLength: 40 }), (gaps) => {
        let [now, state] = [NINE + 17, meter];
        for (const gap of gaps) {
          now += gap;
          if (state.read(now, 5).used <= 4) state = state.addCall(now, 5);
        }
        const { used, resetMs } = state.read(now, 5);
        expect(used).toBeLessThanOrEqual(5);
        expect(resetMs).toBeGreaterThan(0);
        if (used <= 4) return;
        expect(state.read(now + Math.ceil(resetMs), 5).used).toBeLessThanOrEqual(4);
        if (resetMs > 1) expect(state.read(now + Math.ceil(resetMs) - 1, 5).used).toBeGreaterThan(4);
      }),
    );
  });
});

describe.each(Object.entries(DAY_METERS))('a day by %s', (_, meter) => {
  test('allows the 500th call and refuses the 501st', () => {
    expect(meter.withUsed(NINE, 499).read(NINE, 500).used).toBe(499);
    expect(after(meter.withUsed(NINE, 499), 1, NINE, 500).read(NINE, 500).used).toBe(500);
  });
});

describe('a rolling day', () => {
  const at = (hours: number) => NINE + hours * HOUR;

  test('expires each call after 24 hours', () => {
    const used = DAY_METERS.rolling.withUsed(NINE, 300).addCall(at(6), 500).addCall(at(6), 500);
    expect(used.read(at(24) - 1, 500).used).toBe(302);
    expect(used.read(at(24), 500).used).toBe(2);
    expect(used.read(at(30), 500).used).toBe(0);
  });

  test('resets when all excess calls have expired', () => {
    const used = after(after(DAY_METERS.rolling, 2, NINE, 4), 2, at(6), 4);
    expect(used.read(at(7), 4).resetMs).toBe(17 * HOUR);
    expect(used.read(at(7), 2).resetMs).toBe(23 * HOUR);
  });
});

describe('a day that ends while the minute is full', () => {
  const counting = (dayReset: CountingRules['dayReset']): CountingRules => ({ ...PLAIN_COUNTING, dayReset });
  const called = (calls: number, now: number): LimitUsage => {
    let usage = UNUSED;
    for (let i = 0; i < calls; i++) usage = countCall(usage, now, STARTER);
    return usage;
  };

  test.each([
    ['utc', Date.UTC(2026, 10, 17)],
    ['team-zone', Date.UTC(2026, 10, 17, 10)],
  ] as const)('%s: both limits are free at its end', (way, end) => {
    const full = called(60, end - 200);
    expect(readLimitStatuses(full, end - 1, STARTER, counting(way))).toMatchObject({
      exhausted: 'minute',
      minute: { resetSeconds: 1 },
      day: { remaining: 440 },
    });
    expect(readLimitStatuses(full, end, STARTER, counting(way))).toMatchObject({
      exhausted: null,
      minute: { remaining: 60 },
      day: { remaining: 500 },
    });
  });

  test('rolling: only the minute is free', () => {
    const end = Date.UTC(2026, 10, 17);
    const full = called(60, end - 200);
    expect(readLimitStatuses(full, end, STARTER, counting('rolling'))).toMatchObject({
      minute: { remaining: 60 },
      day: { remaining: 440 },
    });
  });
});

test('the wait is one second 0.2 seconds before the window ends', () => {
  const full = { ...UNUSED, minute: { ...UNUSED.minute, clock: MINUTE_METERS.clock.withUsed(NINE, 60) } };
  expect(readLimitStatuses(full, NINE + 59_800, STARTER)).toMatchObject({
    exhausted: 'minute',
    minute: { resetSeconds: 1, resetAt: NINE + 60_000 },
  });
});
