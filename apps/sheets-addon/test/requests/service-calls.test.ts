import { describe, expect, test } from 'vitest';
import { type LocalAddon, startConnectedAddon } from '../support/local-addon.ts';

function callsOf(addon: LocalAddon): Record<string, number> {
  const { cacheGets, cachePuts, propertyReads, propertyWrites, locks, fetches } = addon.host.counters();
  return { cacheGets, cachePuts, propertyReads, propertyWrites, locks, fetches };
}

const nothing = { cacheGets: 0, cachePuts: 0, propertyReads: 0, propertyWrites: 0, locks: 0, fetches: 0 };

describe('a warm cell reads the cache once and calls nothing else', () => {
  const cells: [string, ...unknown[]][] = [
    ['WEBSITES'],
    ['CITATIONS', 'Meadow Clinic'],
    ['CITATIONS', 'Meadow Clinic', 'ChatGPT'],
    ['CITATIONS_BY_ENGINE', 'Meadow Clinic'],
    ['ANALYTICS', 'Meadow Clinic', '30d'],
    ['ANALYTICS_TOTAL', 'Meadow Clinic', 'visitors', '30d', 'change'],
    ['ANALYTICS_TOTAL', 'Meadow Clinic', 'past 30 days', 'visitors'],
    ['SHARE_OF_VOICE', 'Meadow Clinic'],
    ['COMPETITORS', 'Meadow Clinic'],
    ['AUTHORITY', 'Meadow Clinic'],
    ['AUTHORITY_BREAKDOWN', 'Meadow Clinic'],
    ['API_FIELD', 'analytics', 'Meadow Clinic', '/days/0/date'],
    ['API_TABLE', 'competitors', 'Meadow Clinic', '/competitors'],
    ['CITATIONS', [['Meadow Clinic'], ['nowhere.example'], ['']]],
  ];
  test.each(cells)('%s', async (name, ...args) => {
    await using addon = await startConnectedAddon(2);
    const first = await addon.cell(name, ...args);
    addon.host.resetCounters();
    expect(await addon.cell(name, ...args)).toEqual(first);
    expect(callsOf(addon)).toEqual({ ...nothing, cacheGets: 1 });
  });

  test('for a failure too', async () => {
    await using addon = await startConnectedAddon(2);
    const first = await addon.note('AUTHORITY', 'nowhere.example');
    addon.host.resetCounters();
    expect(await addon.note('AUTHORITY', 'nowhere.example')).toBe(first);
    expect(callsOf(addon)).toEqual({ ...nothing, cacheGets: 1 });
  });
});

test.each([1, 5])(
  'an uncached range of %i websites takes one lock and as many calls as any other',
  async (rows) => {
    await using addon = await startConnectedAddon(2);
    await addon.cell('WEBSITES');
    addon.host.resetCounters();
    await addon.cell(
      'CITATIONS',
      addon.sandbox.websites.slice(2, 2 + rows).map(({ id }) => [id]),
    );
    expect({ ...callsOf(addon), fetches: 0 }).toEqual({
      cacheGets: 7,
      cachePuts: 3,
      propertyReads: 5,
      propertyWrites: 2,
      locks: 1,
      fetches: 0,
    });
    expect(addon.host.counters()).toMatchObject({ fetches: rows, maxInFlight: rows });
  },
);

test('answers too long for a cache entry are packed and come back whole', async () => {
  await using addon = await startConnectedAddon(1);
  const asked = await addon.cell('CITATIONS', 'Northwind Outdoor');
  const stored = Object.values(addon.host.cache.inspect('document')).map(({ value }) => value);
  expect(stored.some((value) => value.startsWith('gz:'))).toBe(true);
  await addon.requests();
  expect(await addon.cell('CITATIONS', 'Northwind Outdoor')).toBe(asked);
  expect(await addon.requests()).toEqual({});
});
