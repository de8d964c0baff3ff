import type { Meter } from './meter.ts';

/** A window opens with the first call after the last window; a clock set back before it opens another. */
export function firstCallMeter(length: number, opened: number | null = null, counted = 0): Meter {
  const openAt = (now: number): number | null =>
    opened !== null && now >= opened && now < opened + length ? opened : null;
  return {
    reading(now) {
      const open = openAt(now);
      return open === null ? { used: 0, resetMs: length } : { used: counted, resetMs: open + length - now };
    },
    after(now) {
      const open = openAt(now);
      return open === null ? firstCallMeter(length, now, 1) : firstCallMeter(length, open, counted + 1);
    },
    put: (now, count) =>
      count === 0 ? firstCallMeter(length) : firstCallMeter(length, openAt(now) ?? now, count),
  };
}
