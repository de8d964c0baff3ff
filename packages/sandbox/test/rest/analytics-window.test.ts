import { expect, test } from 'vitest';
import { ends, readDates } from '../conformance/analytics-window.ts';
import { startTestSandbox } from '../sandbox.ts';

/** The specification does not say what a parameter of the other Form does. */
test.each([
  [1, "Form 2's period is not looked at", '&period=7d', '2026-10-18', 30],
  [2, 'period wins over from', '&period=7d&from=2026-01-01', '2026-11-10', 7],
  [2, 'from and to are not looked at', '&from=2026-01-01&to=nonsense', '2026-10-18', 30],
] as const)('Form %i: %s', async (form, _, more, first, length) => {
  const sandbox = await startTestSandbox(form);
  expect(ends(await readDates(sandbox, more))).toEqual([first, '2026-11-16', length]);
});
