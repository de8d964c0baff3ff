import { expect, test } from 'vitest';
import { runAction } from '../support/actions.ts';
import { startTimedAddon, type TimedAddon } from '../support/timed-addon.ts';

const budget = 440_000;
const websitesAsked = 250;

const bytesIn = ({ host }: TimedAddon): number =>
  Object.entries(host.properties.document.all()).reduce(
    (sum, [name, text]) => sum + Buffer.byteLength(name) + Buffer.byteLength(text),
    0,
  );

/** A file with figures of 250 websites, more than it can store. */
async function fullFile(): Promise<TimedAddon> {
  const addon = await startTimedAddon(1, '2026-11-16T09:00:10Z');
  const { host, sandbox } = addon;
  await addon.connect(await sandbox.admin.createKey({ plan: 'enterprise', team: 'many' }));
  const { websites } = await runAction(host, 'websites');
  host.sheet.typeRows(
    'A1',
    websites.slice(0, websitesAsked).map(({ id }) => [id]),
  );
  return addon;
}

async function show(addon: TimedAddon, place: string, formula: string): Promise<void> {
  addon.host.sheet.type(place, formula);
  await addon.host.sheet.calculate();
}

test('answers use only their part of the store, and those of the last ranges stay', async () => {
  await using addon = await fullFile();
  const { host } = addon;
  for (const [place, formula] of [
    ['B1', '=CITATIONS(A1:A250)'],
    ['C1', '=SHARE_OF_VOICE(A1:A250)'],
  ] as const) {
    host.resetCounters();
    await show(addon, place, formula);
    expect(bytesIn(addon)).toBeLessThan(budget + 10_000);
    expect(host.counters().propertyWrites).toBeLessThanOrEqual(14);
    await addon.pass(60_000);
  }
  expect(host.log().filter((line) => line.includes('could not be kept'))).toEqual([]);
  await runAction(host, 'pause', { paused: true });
  await addon.pass(7 * 3_600_000);
  host.sheet.erase('C1');
  await show(addon, 'C1', '=SHARE_OF_VOICE(A1:A250)');
  const shown = host.sheet.display('C1:C250').flat();
  expect(shown.filter((text) => /^\[paused\]/.test(text))).toEqual([]);
});

test('in a full store the add-on’s own writes evict answers', async () => {
  await using addon = await fullFile();
  const { host } = addon;
  await show(addon, 'B1', '=CITATIONS(A1:A100)');
  const { document } = host.properties;
  for (let at = 0; bytesIn(addon) < 512_000 - 9_000; at += 1) document.set(`filler.${at}`, 'x'.repeat(8_000));
  document.set('filler.last', 'x'.repeat(512_000 - bytesIn(addon) - 40));
  const { cells, faults } = await runAction(host, 'finishRefresh', { freshFrom: 0, fresh: 0, total: 1 });
  expect([cells, faults]).toEqual([1, []]);
  document.set('filler.more', 'x'.repeat(Math.min(9_000, 512_000 - bytesIn(addon) - 40)));
  for (const paused of [true, false]) {
    expect(await runAction(host, 'pause', { paused })).toEqual({ paused, faults: [] });
  }
  expect((await runAction(host, 'state')).paused).toBe(false);
});

test('a refresh deletes the names of evicted answers', async () => {
  await using addon = await fullFile();
  const { host } = addon;
  await show(addon, 'B1', '=CITATIONS(A1:A250)');
  await addon.pass(60_000);
  await show(addon, 'C1', '=AUTHORITY(A1:A250)');
  const empty = () => Object.values(host.properties.document.all()).filter((text) => text === '').length;
  expect(empty()).toBeGreaterThan(0);
  for (let at = 0; at < 2; at += 1)
    await runAction(host, 'finishRefresh', { freshFrom: 0, fresh: 0, total: 1 });
  expect(empty()).toBe(0);
});

test('four answers about each of a hundred websites survive the loss of the cache', async () => {
  await using addon = await fullFile();
  const { host } = addon;
  const formulas = [
    '=CITATIONS(A1:A100)',
    '=SHARE_OF_VOICE(A1:A100)',
    '=AUTHORITY(A1:A100)',
    '=ANALYTICS_TOTAL(A1:A100; "7d"; "visitors")',
  ];
  for (const [at, formula] of formulas.entries()) {
    await show(addon, `${'BCDE'.charAt(at)}1`, formula);
    await addon.pass(60_000);
  }
  await addon.requests();
  host.cache.clear();
  host.sheet.erase('B1:E1');
  for (const [at, formula] of formulas.entries()) await show(addon, `${'BCDE'.charAt(at)}1`, formula);
  expect(await addon.requests()).toEqual({});
});
