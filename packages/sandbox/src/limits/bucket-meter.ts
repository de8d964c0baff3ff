import type { Meter } from './meter.ts';

/**
 * A bucket that holds `limit` calls and fills evenly, empty to full in `length` milliseconds. `missing` is what was
 * missing at `at`, in whole parts of a call (`length` parts make one), so that no rounding lets a call pass too early
 * or too late. What was missing at a later time, before the clock was set back, is forgotten.
 */
export function bucketMeter(length: number, at = 0, missing = 0): Meter {
  const missingAt = (now: number, limit: number): number =>
    now < at ? 0 : Math.max(0, missing - (now - at) * limit);
  return {
    reading(now, limit) {
      const parts = missingAt(now, limit);
      const oneFree = (limit - 1) * length;
      const until = parts > oneFree ? parts - oneFree : parts;
      return { used: parts / length, resetMs: Math.max(1, Math.ceil(until / limit)) };
    },
    after: (now, limit) => bucketMeter(length, now, missingAt(now, limit) + length),
    put: (now, count) => bucketMeter(length, now, count * length),
  };
}
