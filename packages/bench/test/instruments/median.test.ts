import { expect, it } from 'vitest';
import { median, spread } from '../../src/instruments/measure.ts';

it('computes the median of odd and even counts', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(() => median([])).toThrow('at least one');
});

it('computes the spread as interquartile range divided by the median', () => {
  expect(spread([1, 2, 3, 4, 5])).toBe((4.5 - 1.5) / 3);
  expect(spread([7])).toBe(0);
});
