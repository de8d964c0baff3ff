import { describe, expect, it } from 'vitest';
import { findChangePoint } from '../../src/statistics/change-point.ts';

const wobble = [0.2, -0.1, 0, 0.1, -0.2, 0.1, 0, -0.1, 0.2, 0, -0.1, 0.1, 0];

/** Weekly means of daily readings of a 30-day window, after a step of `size` on the Monday of week `at`. */
const rolling = (at: number, size: number) =>
  wobble.map((noise, week) => {
    const days = Array.from({ length: 7 }, (_, day) => 7 * (week - at) + day + 1);
    const part = days.reduce((sum, day) => sum + Math.min(30, Math.max(0, day)) / 30, 0) / 7;
    return 40 + size * part + noise;
  });

describe('the change point of a series', () => {
  it('is the week of a step, with its size', () => {
    const found = findChangePoint(
      wobble.map((noise, week) => (week < 7 ? 70 : 64) + noise),
      1,
    );
    expect(found?.at).toBe(7);
    expect(found?.size).toBeCloseTo(-6, 0);
  });

  it.each([3, 5, 7])('is the week of a step that a window of 30 days turns into a slope (week %i)', (at) => {
    const found = findChangePoint(rolling(at, 10), 30);
    expect(found?.at).toBe(at);
    expect(Math.abs((found?.size ?? 0) - 10)).toBeLessThan(0.5);
  });

  it('has what the last week shows of a step whose window is not over', () => {
    const levels = rolling(10, 10);
    const found = findChangePoint(levels, 30);
    expect(found?.at).toBe(10);
    expect(Math.abs((found?.size ?? 0) - ((levels.at(-1) ?? 0) - 40))).toBeLessThan(0.5);
  });

  it('leaves out weeks that cannot be compared', () => {
    const levels = rolling(7, 10).map((level, week) => (week < 3 || week === 9 ? null : level));
    expect(findChangePoint(levels, 30)?.at).toBe(7);
  });

  it('is none of a steady trend, of a single last week, and of too few weeks', () => {
    expect(
      findChangePoint(
        wobble.map((noise, week) => 40 - week + noise),
        30,
      ),
    ).toBeNull();
    expect(findChangePoint([...Array.from({ length: 11 }, () => 40), null, 50], 1)).toBeNull();
    expect(findChangePoint([40, 41, 50], 1)).toBeNull();
    expect(findChangePoint([], 1)).toBeNull();
  });
});
