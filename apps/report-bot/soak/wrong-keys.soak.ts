import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore, type Store } from '../src/store/store.ts';
import { createLedgerDatabase } from '../test/support/ledgers.ts';
import { guessFromAddresses, guessKeys } from '../test/support/wrong-keys.ts';

const guesses = 10_000;
const limitMb = 16;
let store: Store;

beforeAll(async () => {
  store = await openStore({ url: await createLedgerDatabase() });
});
afterAll(() => store.close());

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const readHeapMb = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed / 1_048_576;
};

test(`${guesses} wrong keys of one address: one answer, right keys work, memory is bounded`, async () => {
  await guessKeys(store, 200);
  const before = readHeapMb();
  const { statuses, refusals, waits, right, counted, rightAsked } = await guessKeys(store, guesses);
  const grown = readHeapMb() - before;
  console.log(`${guesses} wrong keys of one address: ${grown.toFixed(1)} MB more, ${rightAsked} right keys`);
  expect(Object.fromEntries(statuses)).toEqual({ 401: 30, 429: guesses - 30 });
  expect([refusals.size, waits.size, [...right]]).toEqual([1, 1, [200]]);
  expect(counted).toBe(rightAsked);
  expect(grown).toBeLessThan(limitMb);
});

test(`${guesses} wrong keys of as many addresses and of 250: memory is bounded`, async () => {
  const before = readHeapMb();
  expect(Object.fromEntries(await guessFromAddresses(store, guesses, 1))).toEqual({ 401: guesses });
  expect(Object.fromEntries(await guessFromAddresses(store, 250, 40))).toEqual({ 401: 7_500, 429: 2_500 });
  const grown = readHeapMb() - before;
  console.log(`${guesses} wrong keys of many addresses: ${grown.toFixed(1)} MB more`);
  expect(grown).toBeLessThan(limitMb);
});
