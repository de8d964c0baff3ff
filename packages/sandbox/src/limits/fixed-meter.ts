import type { Meter } from './meter.ts';

/**
 * Windows that follow one another on the clock, `ahead` milliseconds ahead of UTC. Another window, later or earlier
 * (the clock was set back), starts from zero.
 */
export function fixedMeter(length: number, ahead: number, start = 0, counted = 0): Meter {
  const startAt = (now: number): number => Math.floor((now + ahead) / length) * length - ahead;
  const used = (now: number): number => (startAt(now) === start ? counted : 0);
  return {
    reading: (now) => ({ used: used(now), resetMs: startAt(now) + length - now }),
    after: (now) => fixedMeter(length, ahead, startAt(now), used(now) + 1),
    put: (now, count) => fixedMeter(length, ahead, startAt(now), count),
  };
}
