import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Change, computeWeekLevel } from '../../src/statistics/change.ts';
import { compareLevels } from '../../src/statistics/compare-levels.ts';
import { countDisplayDigits, formatChange, roundTo } from '../../src/statistics/format-change.ts';
import { compareShares, computeShareWeek } from '../../src/statistics/share-change.ts';

const fraction = fc.double({ min: 0, max: 1, noNaN: true });
const share = fc.option(fraction, { nil: null });
const shareDays = fc
  .tuple(
    fc.array(share, { minLength: 7, maxLength: 7 }),
    fc.option(fc.integer({ min: 1, max: 100_000 }), { nil: null }),
  )
  .map(([shares, total]) =>
    shares.map((value, at) => ({
      day: `2026-11-1${at}`,
      share: value,
      mentions: value === null || total === null ? null : value * total,
      totalMentions: total,
    })),
  );
const differences = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { maxLength: 12 });
const circumstances = fc.record({
  seenBefore: fc.boolean(),
  methodChange: fc.constantFrom(null, 'It changed.'),
});
const changes = fc
  .tuple(shareDays, shareDays, differences, circumstances)
  .map(([before, after, history, around]) =>
    compareShares(computeShareWeek(before), computeShareWeek(after), history, around),
  );
const values = fc.array(fc.option(fc.double({ min: 0, max: 1000, noNaN: true }), { nil: null }), {
  minLength: 7,
  maxLength: 7,
});
const levels = values.map((week) => computeWeekLevel(week.map((value, at) => ({ day: `d${at}`, value }))));
const readings = fc
  .tuple(levels, levels, differences, fc.constantFrom(0.01, 1), circumstances)
  .map(([before, after, history, unit, around]) => compareLevels(before, after, history, { unit }, around));
const any: fc.Arbitrary<Change> = fc.oneof(changes, readings);

describe('a change', () => {
  it('has a direction only with the verdict clear, and a clear one only with a difference', () => {
    fc.assert(
      fc.property(any, (change) => {
        expect(change.direction === null).toBe(change.verdict !== 'clear');
        if (change.direction !== null)
          expect(Math.sign(change.difference ?? 0)).toBe(change.direction === 'up' ? 1 : -1);
      }),
    );
  });

  it('has the difference of the unrounded levels, or null', () => {
    fc.assert(
      fc.property(any, ({ difference, before, after }) => {
        if (difference !== null)
          expect(difference).toBe((after.value ?? Number.NaN) - (before.value ?? Number.NaN));
      }),
    );
  });

  it('has an interval that contains the difference', () => {
    fc.assert(
      fc.property(any, ({ difference, interval }) => {
        if (interval === null) return;
        expect(interval.low).toBeLessThanOrEqual((difference ?? Number.NaN) + 1e-12);
        expect(interval.high).toBeGreaterThanOrEqual((difference ?? Number.NaN) - 1e-12);
      }),
    );
  });

  it('reverses its direction and keeps its size if the weeks are swapped', () => {
    fc.assert(
      fc.property(shareDays, shareDays, differences, (a, b, history) => {
        const around = { seenBefore: true, methodChange: null };
        const there = compareShares(computeShareWeek(a), computeShareWeek(b), history, around);
        const back = compareShares(
          computeShareWeek(b),
          computeShareWeek(a),
          history.map((difference) => -difference),
          around,
        );
        if (there.difference === null || back.difference === null) return;
        expect(back.verdict).toBe(there.verdict);
        expect(Math.abs(back.difference)).toBe(Math.abs(there.difference));
        if (there.direction !== null) expect(back.direction).toBe(there.direction === 'up' ? 'down' : 'up');
      }),
    );
  });

  it('of equal weeks is never clear', () => {
    fc.assert(
      fc.property(shareDays, differences, (week, history) => {
        const change = compareShares(computeShareWeek(week), computeShareWeek(week), history, {
          seenBefore: true,
          methodChange: null,
        });
        expect(change.verdict).not.toBe('clear');
      }),
    );
  });

  it('has a number or a direction in its text only if the verdict is clear, and never a zero', () => {
    fc.assert(
      fc.property(any, fc.constantFrom('share', 'score', 'count'), (change, measure) => {
        const words = formatChange(change, measure, 1);
        if (change.verdict === 'clear') expect(words).toMatch(/^(up|down) \d/);
        else expect(words).not.toMatch(/\d|\bup\b|\bdown\b|[+-]\d/);
      }),
    );
  });
});

describe('rounding', () => {
  const value = fc.double({ min: -1000, max: 1000, noNaN: true });

  it('never gives minus zero and is symmetric', () => {
    fc.assert(
      fc.property(value, fc.integer({ min: 0, max: 3 }), (number, digits) => {
        expect(Object.is(roundTo(number, digits), -0)).toBe(false);
        expect(roundTo(-number, digits) + roundTo(number, digits)).toBe(0);
        expect(Math.abs(roundTo(number, digits) - number)).toBeLessThanOrEqual(0.5 * 10 ** -digits + 1e-9);
      }),
    );
  });

  it('shows more digits if the rounded ends contradict the difference, and only as many as needed', () => {
    expect(countDisplayDigits(71.6, 73.4, 0)).toBe(1);
    expect(countDisplayDigits(72, 74, 0)).toBe(0);
    expect(countDisplayDigits(0.4449, 1.5551, 0)).toBe(3);
  });

  it('shows weekly means whose difference a reader can compute', () => {
    const week = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 7, maxLength: 7 });
    const mean = (tenths: readonly number[]): number => tenths.reduce((sum, one) => sum + one, 0) / 70;
    fc.assert(
      fc.property(week, week, (a, b) => {
        const [before, after] = [mean(a), mean(b)];
        const shown = countDisplayDigits(before, after, 1);
        const worked = roundTo(roundTo(after, shown) - roundTo(before, shown), shown);
        expect(worked).toBe(roundTo(after - before, shown));
      }),
    );
  });
});
