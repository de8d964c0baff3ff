import { expect, test } from 'vitest';
import { type Reopening, reopen } from '../test/load/reopened-sheet.ts';

/** 1,000 cells of 160 questions: the first opening takes three minutes on the Starter plan. */
const sheet = { websites: 40, cellsEach: 25, threads: 30 };
const asKept = { cells: 1_000, unfilled: [], failed: [], changed: 0 };

test.each<Reopening>([
  { form: 1, ...sheet, usedUp: 'minute', hours: 8 },
  { form: 1, ...sheet, usedUp: 'day', hours: 20 },
  { form: 2, ...sheet, usedUp: 'minute', hours: 20 },
  { form: 2, ...sheet, usedUp: 'day', hours: 40 },
])('1,000 cells opened hours later show every kept figure at one request: %o', async (reopening) => {
  expect(await reopen(reopening)).toMatchObject({ ...asKept, requests: { 429: 1 } });
});

test('1,000 cells opened after eight hours ask for what the minute allows and show the rest as kept', async () => {
  const { requests, ...shown } = await reopen({ form: 1, ...sheet, usedUp: 'nothing', hours: 8 });
  expect(shown).toMatchObject(asKept);
  // Starter's 60 less the tenth that is for other users of the key.
  expect(requests[200]).toBe(54);
});
