import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMeter } from '../../src/gateway/meter.ts';
import { createGatewayKey, listGatewayKeys } from '../../src/store/gateway-keys.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { createLedgerDatabase } from '../support/ledgers.ts';
import { guessFromAddresses, guessKeys } from '../support/wrong-keys.ts';

let store: Store;

beforeAll(async () => {
  store = await openStore({ url: await createLedgerDatabase() });
});
afterAll(() => store.close());

test('all wrong keys get one answer, 30 a minute of one address, and a right key of that address works', async () => {
  const { statuses, refusals, waits, right, counted, rightAsked, keys } = await guessKeys(store, 500);
  expect(Object.fromEntries(statuses)).toEqual({ 401: 30, 429: 470 });
  expect([refusals.size, waits.size, [...right]]).toEqual([1, 1, [200]]);
  expect(counted).toBe(rightAsked);
  for (const key of keys) expect(`${[...refusals]}${[...waits]}`).not.toContain(key.slice(-12));
});

test('each address has its own 30 wrong keys', async () => {
  expect(Object.fromEntries(await guessFromAddresses(store, 20, 40))).toEqual({ 401: 600, 429: 200 });
});

test('counts that are written at the same time are added once', async () => {
  const { db } = store;
  const meter = createMeter(db, () => Date.parse('2026-11-18T09:00:00Z'));
  const grant = { name: 'Sheet', websites: null, perMinute: 100, perDay: 100, expiresAt: null };
  const { id } = await createGatewayKey(db, grant, 0);
  const find = async () => (await listGatewayKeys(db)).find((one) => one.id === id);
  const key = await find();
  if (key === undefined) throw new Error('The key is not listed.');
  await meter.count(key);
  await Promise.all([meter.flush(), meter.flush(), meter.count(key), meter.flush()]);
  await meter.flush();
  expect((await find())?.requests).toBe(2);
});
