import { expect, it } from 'vitest';
import { median, spread } from '../../src/measuring/medians.ts';

it('the median of an odd and of an even number of figures', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(() => median([])).toThrow('at least one');
});

it('the spread is the distance of the quartiles as a share of the median', () => {
  expect(spread([1, 2, 3, 4, 5])).toBe((4.5 - 1.5) / 3);
  expect(spread([7])).toBe(0);
});
