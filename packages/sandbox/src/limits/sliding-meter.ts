import type { Meter } from './meter.ts';

/** Calls made at one instant. */
interface Run {
  readonly at: number;
  readonly count: number;
}

/** The calls of the last `length` milliseconds count; those after a clock that was set back are forgotten. */
export function slidingMeter(length: number, runs: readonly Run[] = []): Meter {
  const present = (now: number): readonly Run[] => {
    const [first, last] = [runs[0], runs.at(-1)];
    if (first === undefined || last === undefined) return runs;
    if (first.at > now - length && last.at <= now) return runs;
    return runs.filter(({ at }) => at > now - length && at <= now);
  };
  return {
    reading(now, limit) {
      const counting = present(now);
      const used = counting.reduce((sum, { count }) => sum + count, 0);
      return { used, resetMs: freeAt(counting, used, limit, length, now) - now };
    },
    after(now) {
      const counting = present(now);
      const last = counting.at(-1);
      return last?.at === now
        ? slidingMeter(length, [...counting.slice(0, -1), { at: now, count: last.count + 1 }])
        : slidingMeter(length, [...counting, { at: now, count: 1 }]);
    },
    put: (now, count) => slidingMeter(length, count === 0 ? [] : [{ at: now, count }]),
  };
}

/** When enough calls have left for one more to pass; below the limit, when the oldest leaves. */
function freeAt(runs: readonly Run[], used: number, limit: number, length: number, now: number): number {
  let tooMany = Math.max(1, used - limit + 1);
  for (const { at, count } of runs) {
    tooMany -= count;
    if (tooMany <= 0) return at + length;
  }
  return now + length;
}
