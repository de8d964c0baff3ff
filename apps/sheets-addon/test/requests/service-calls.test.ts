import { expect, test } from 'vitest';
import { connectedAddon } from '../support/local-addon.ts';

test('a warm cell takes two cache reads, no lock and no write', async () => {
  await using addon = await connectedAddon(2);
  await addon.cell('CITATIONS', 'Northwind Outdoor');
  addon.host.resetCounters();
  await addon.cell('CITATIONS', 'Northwind Outdoor');
  const { cacheGets, cachePuts, locks, fetches } = addon.host.counters();
  expect({ cacheGets, cachePuts, locks, fetches }).toEqual({
    cacheGets: 2,
    cachePuts: 0,
    locks: 0,
    fetches: 0,
  });
});

test('a cold range takes the lock once and writes its claims and its answers in one go each', async () => {
  await using addon = await connectedAddon(2);
  await addon.cell('WEBSITES');
  addon.host.resetCounters();
  await addon.cell(
    'CITATIONS',
    addon.sandbox.websites.map(({ id }) => [id]),
  );
  const { locks, fetches, maxInFlight, cacheGets } = addon.host.counters();
  expect({ locks, fetches, maxInFlight }).toEqual({ locks: 1, fetches: 8, maxInFlight: 8 });
  expect(cacheGets).toBeLessThanOrEqual(11);
});

test('answers too long for a cache entry are packed and come back whole', async () => {
  await using addon = await connectedAddon(1);
  const asked = await addon.cell('CITATIONS', 'Northwind Outdoor');
  const stored = Object.values(addon.host.cache.inspect('document')).map(({ value }) => value);
  expect(stored.some((value) => value.startsWith('gz:'))).toBe(true);
  await addon.requests();
  expect(await addon.cell('CITATIONS', 'Northwind Outdoor')).toBe(asked);
  expect(await addon.requests()).toEqual({});
});
