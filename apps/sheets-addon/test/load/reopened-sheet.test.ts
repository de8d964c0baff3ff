import { expect, test } from 'vitest';
import { reopen } from './reopened-sheet.ts';

/** The soak opens 1,000 cells, with each Form and each limit. */
test('a sheet opened 20 hours later shows every stored figure for one request', {
  timeout: 300_000,
}, async () => {
  const sheet = { websites: 5, cellsEach: 5, threads: 8 };
  expect(await reopen({ form: 2, ...sheet, usedUp: 'day', hours: 20 })).toMatchObject({
    cells: 25,
    unfilled: [],
    failed: [],
    changed: 0,
    requests: { 429: 1 },
  });
});
