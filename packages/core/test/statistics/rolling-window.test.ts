import { describe, expect, it } from 'vitest';
import { addDays } from '../../src/calendar/calendar.ts';
import type { DailyValue } from '../../src/statistics/change.ts';
import { estimateDispersion } from '../../src/statistics/dispersion.ts';
import {
  findSpikes,
  inferWindow,
  varianceOfDifference,
  weeksWithoutOverlap,
} from '../../src/statistics/rolling-window.ts';
import type { ShareDay } from '../../src/statistics/share-change.ts';

/** Park and Miller 1988. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

function drawPoisson(mean: number, random: () => number): number {
  let count = -1;
  for (let product = 1; product > Math.exp(-mean); product *= random()) count += 1;
  return count;
}

/** Four brands' mentions in a window that ends on each day, in clusters. */
function simulateBrands(window: number, days: number, cluster = 1, seed = 7): ShareDay[][] {
  const random = createRandom(seed);
  const means = [12, 9, 5, 3];
  const daily = means.map((mean) =>
    Array.from({ length: days + window }, () => cluster * drawPoisson(mean / cluster, random)),
  );
  const rolling = daily.map((counts) =>
    Array.from({ length: days }, (_, at) =>
      counts.slice(at + 1, at + 1 + window).reduce((sum, count) => sum + count, 0),
    ),
  );
  const totals = Array.from({ length: days }, (_, at) =>
    rolling.reduce((sum, counts) => sum + (counts[at] ?? 0), 0),
  );
  return rolling.map((counts) =>
    counts.map((mentions, at) => {
      const totalMentions = totals[at] ?? 0;
      return { day: addDays('2026-01-05', at), share: mentions / totalMentions, mentions, totalMentions };
    }),
  );
}

const toValues = (brands: ShareDay[][]): DailyValue[][] =>
  brands.map((brand) => brand.map(({ day, share }) => ({ day, value: share })));

describe('the window of daily readings', () => {
  it.each([
    [7, 60],
    [14, 91],
    [30, 91],
    [90, 200],
  ])('of %i days is inferred from %i readings', (window, days) => {
    for (const seed of [1, 2, 3, 4, 5, 6])
      expect(inferWindow(toValues(simulateBrands(window, days, 1, seed)))).toBe(window);
  });

  it('is one day for independent readings', () => {
    expect(inferWindow(toValues(simulateBrands(1, 91)))).toBe(1);
  });

  it('is unknown for few readings, gaps on most days and figures that never move', () => {
    expect(inferWindow(toValues(simulateBrands(30, 35)))).toBeNull();
    const weekly = toValues(simulateBrands(30, 200)).map((brand) => brand.filter((_, at) => at % 7 === 0));
    expect(inferWindow(weekly)).toBeNull();
    expect(inferWindow([weekly[0]?.map(({ day }) => ({ day, value: 0.3 })) ?? []])).toBeNull();
    expect(inferWindow([])).toBeNull();
  });

  it('is unknown for a slow walk without a window', () => {
    const random = createRandom(11);
    let level = 0.4;
    const walk = Array.from({ length: 200 }, (_, at) => {
      level += (random() - 0.5) / 100;
      return { day: addDays('2026-01-05', at), value: level };
    });
    expect(inferWindow([walk])).toBeNull();
  });

  it('is found in spite of missing days', () => {
    const gaps = toValues(simulateBrands(30, 91)).map((brand) => brand.filter((_, at) => at % 9 !== 4));
    expect(inferWindow(gaps)).toBe(30);
  });
});

describe('weeks of rolling readings', () => {
  it('share no day of the same weekday from this many weeks apart on', () => {
    expect([1, 7, 14, 28, 30, 90].map((window) => weeksWithoutOverlap(window))).toEqual([1, 1, 2, 4, 5, 13]);
  });

  it('have the variance that simulated weeks have', () => {
    for (const [window, weeks] of [
      [7, 1],
      [30, 1],
      [30, 5],
    ] as const) {
      const random = createRandom(3);
      let sum = 0;
      const trials = 1_500;
      for (let trial = 0; trial < trials; trial += 1) {
        const counts = Array.from({ length: window + 7 * (weeks + 1) }, () => drawPoisson(4, random));
        const mean = (end: number) =>
          Array.from({ length: 7 }, (_, at) =>
            counts.slice(end - at - window, end - at).reduce((total, count) => total + count, 0),
          ).reduce((total, count) => total + count, 0) / 7;
        sum += (mean(counts.length) - mean(counts.length - 7 * weeks)) ** 2;
      }
      const relative = sum / trials / (4 * window);
      expect(Math.abs(relative / varianceOfDifference(window, weeks) - 1), `${window}`).toBeLessThan(0.12);
    }
  });
});

describe('unusual days within windows of a week', () => {
  /** Shares of a figure of 7 days that wobbles by 0.1 points, and rises by so much on each of some days. */
  const findRises = (rise: number, on: readonly number[], leave = true) => {
    const values = Array.from({ length: 60 }, (_, at) => {
      const inside = on.filter((day) => day <= at && (!leave || at < day + 7)).length;
      return { day: addDays('2026-01-05', at), value: 0.3 + 0.001 * (at % 2) + rise * inside };
    });
    return [...findSpikes(values, 7).keys()];
  };
  const days = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => addDays('2026-01-05', from + at));

  it.each([
    ['one day', [30], days(30, 37)],
    ['two days of one window', [30, 33], days(30, 40)],
    ['two days in a row', [30, 31], days(30, 38)],
  ])('of %s are taken out while the windows contain them', (_, on, expected) => {
    expect(findRises(0.05, on).sort()).toEqual(expected);
    expect(findRises(-0.05, on).sort()).toEqual(expected);
  });

  it('are none in a lasting step, which each of seven days is a part of', () => {
    expect(findRises(0.05, [30, 31, 32, 33, 34, 35, 36], false)).toEqual([]);
  });
});

describe('the dispersion of mentions', () => {
  it.each([1, 3])('is about %i in clusters of as many', (cluster) => {
    const found = [1, 2, 3, 4].map((seed) => estimateDispersion(simulateBrands(30, 91, cluster, seed), 30));
    const mean = found.reduce((sum, one) => sum + one, 0) / found.length;
    expect(Math.abs(mean / cluster - 1)).toBeLessThan(0.15);
  });

  it('is 1 without counts or with few days', () => {
    const brands = simulateBrands(30, 91, 3);
    const bare = brands.map((brand) => brand.map((day) => ({ ...day, mentions: null, totalMentions: null })));
    expect(estimateDispersion(bare, 30)).toBe(1);
    expect(estimateDispersion([brands[0]?.slice(0, 5) ?? []], 30)).toBe(1);
  });
});
