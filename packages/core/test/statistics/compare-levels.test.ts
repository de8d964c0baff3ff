import { describe, expect, it } from 'vitest';
import { computeWeekLevel } from '../../src/statistics/change.ts';
import { compareLevels } from '../../src/statistics/compare-levels.ts';
import { studentLimit, studentTail } from '../../src/statistics/p-values.ts';

const usual = { seenBefore: true, methodChange: null };
const level = (value: number) =>
  computeWeekLevel(Array.from({ length: 7 }, (_, at) => ({ day: `2026-11-${16 + at}`, value })));
const moved = (difference: number, history: readonly number[], unit = 1) =>
  compareLevels(level(70 * unit), level(70 * unit + difference), history, { unit }, usual);

describe("Student's t", () => {
  // Abramowitz and Stegun 1964, table 26.10: two-sided.
  it.each([
    [1, 0.05, 12.706],
    [2, 0.05, 4.303],
    [5, 0.05, 2.571],
    [6, 0.05, 2.447],
    [11, 0.05, 2.201],
    [25, 0.05, 2.06],
    [120, 0.05, 1.98],
    [5, 0.01, 4.032],
    [11, 0.01, 3.106],
    [30, 0.01, 2.75],
    [4, 0.001, 8.61],
    [5, 0.001, 6.869],
    [10, 0.001, 4.587],
    [1, 0.5, 1],
    [10, 0.5, 0.7],
  ])('has with %d degrees of freedom and a tail of %d the value %d', (freedom, tail, t) => {
    expect(studentTail(t - 0.0005, freedom)).toBeGreaterThan(tail);
    expect(studentTail(t + 0.0005, freedom)).toBeLessThan(tail);
    expect(studentTail(-t, freedom)).toBe(studentTail(t, freedom));
  });

  it('is 1 at zero and never negative far out', () => {
    for (const freedom of [5, 6, 11, 12]) {
      expect(studentTail(0, freedom)).toBe(1);
      expect(studentTail(1e6, freedom)).toBeGreaterThanOrEqual(0);
      expect(studentTail(studentLimit(freedom), freedom)).toBeCloseTo(0.05, 9);
    }
  });
});

describe('a figure compared with its past', () => {
  const lively = [3, -3, 2, -2, 3, -3];

  it('is too early to judge with five past differences, however large the change', () => {
    const change = moved(30, lively.slice(1));
    expect(change).toMatchObject({ verdict: 'too-early', direction: null, chance: null, interval: null });
    expect(change.reason).toContain('5 of 6 earlier weekly changes');
  });

  it('has the p-value of t with the standard deviation of its past, times sqrt(1 + 1/6)', () => {
    const deviation = Math.sqrt(44 / 5);
    for (const difference of [4, -4, 9, -12]) {
      const t = difference / (deviation * Math.sqrt(7 / 6));
      expect(moved(difference, lively).chance).toBeCloseTo(studentTail(t, 5), 12);
    }
    expect([moved(4, lively).verdict, moved(9, lively).verdict]).toEqual(['unclear', 'clear']);
    expect(moved(-9, lively).direction).toBe('down');
  });

  it('has no smaller p-value than without the most unusual day of each week', () => {
    const rise = [...Array.from({ length: 6 }, () => 76), 100];
    const week = computeWeekLevel(rise.map((value, at) => ({ day: `2026-11-${16 + at}`, value })));
    const change = compareLevels(level(70), week, lively, { unit: 1 }, usual);
    expect(change.difference).toBeCloseTo(66 / 7, 9);
    expect(change.chance).toBeCloseTo(moved(6, lively).chance ?? 0, 9);
    expect(change).toMatchObject({ verdict: 'unclear', reason: expect.stringContaining('One day') });
  });

  it('has a deviation of at least 0.6 units, so that a constant score has a usual variation', () => {
    const still = [0, 0, 0, 0, 0, 0];
    const jump = moved(1, still);
    expect(jump).toMatchObject({ verdict: 'unclear', chance: expect.closeTo(0.1835, 4) });
    expect(((jump.interval?.high ?? 0) - (jump.interval?.low ?? 0)) / 2).toBeCloseTo(1.666, 3);
    expect(moved(2, still)).toMatchObject({ verdict: 'clear', direction: 'up' });
    expect(moved(0.01, still, 0.01).verdict).toBe('unclear');
    expect(moved(0.02, still, 0.01).verdict).toBe('clear');
  });

  it('that drifts does not fall when it pauses, nor rise when it goes on', () => {
    const drift = [10, 11, 9, 10, 11, 9];
    expect([0, 5, 10].map((difference) => moved(difference, drift).chance)).toEqual([1, 1, 1]);
    expect(moved(12, drift).verdict).toBe('unclear');
    expect(moved(-5, drift)).toMatchObject({ verdict: 'clear', direction: 'down' });
  });

  it('is clear exactly if the p-value is below 0.05, and names the past that it was compared with', () => {
    const limit = studentLimit(5) * Math.sqrt(44 / 5) * Math.sqrt(7 / 6);
    expect(moved(limit - 0.001, lively)).toMatchObject({
      verdict: 'unclear',
      reason: 'The difference is within the usual variation from week to week.',
    });
    expect(moved(limit + 0.001, lively)).toMatchObject({
      verdict: 'clear',
      reason: 'The change is larger than the usual variation from week to week.',
    });
  });
});
