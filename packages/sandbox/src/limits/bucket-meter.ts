import type { Meter } from './meter.ts';

/**
 * A bucket that holds `limit` calls and fills evenly, empty to full in `length` milliseconds. `spent` is what was
 * missing at `at`; a clock set back fills nothing.
 */
export function bucketMeter(length: number, at = 0, spent = 0): Meter {
  const missing = (now: number, limit: number): number =>
    Math.max(0, spent - (Math.max(0, now - at) * limit) / length);
  return {
    reading(now, limit) {
      const used = missing(now, limit);
      const until = used > limit - 1 ? used - (limit - 1) : used;
      return { used, resetMs: Math.max(1, Math.ceil((until * length) / limit)) };
    },
    after: (now, limit) => bucketMeter(length, now, missing(now, limit) + 1),
    put: (now, count) => bucketMeter(length, now, count),
  };
}
