import { expect, test } from 'vitest';
import { type Reopening, reopen } from './reopened-sheet.ts';

/** `pnpm soak` opens 1,000 cells, with each Form and each limit. */
const sheet = { websites: 10, cellsEach: 5, threads: 8 };

test.each<Reopening>([
  { form: 1, ...sheet, usedUp: 'minute', hours: 8 },
  { form: 2, ...sheet, usedUp: 'day', hours: 20 },
  { form: 1, ...sheet, usedUp: 'day', hours: 40 },
])(
  'a sheet opened hours later shows every stored figure for one request: %o',
  {
    timeout: 300_000,
  },
  async (reopening) => {
    expect(await reopen(reopening)).toMatchObject({
      cells: 50,
      unfilled: [],
      failed: [],
      changed: 0,
      requests: { 429: 1 },
    });
  },
);
