import { expect, test } from 'vitest';
import { formatNumber } from '../../src/spreadsheet/number-format.ts';

const noon = 46_086.5;
test.each([
  [0.1 + 0.2, 'General', '0.3'],
  [1e21, 'General', '1E+21'],
  [1234.567, '#,##0', '1,235'],
  [1234.5, '0.00', '1234.50'],
  [-0.256, '0.0%', '-25.6%'],
  [3, '+0;-0;0', '+3'],
  [-3, '+0;-0;0', '-3'],
  [0, '+0;-0;"none"', 'none'],
  [12, '0" sites"', '12 sites'],
  [noon, 'yyyy-mm-dd', '2026-03-05'],
  [noon, 'ddd, d mmmm yy h:mm am/pm', 'Thu, 5 March 26 12:00 PM'],
  [noon + 61 / 86_400, 'hh:mm:ss', '12:01:01'],
])('%d as %s is %s', (value, format, text) => {
  expect(formatNumber(value, format)).toBe(text);
});
