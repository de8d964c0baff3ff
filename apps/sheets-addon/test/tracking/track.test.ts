import { expect, test } from 'vitest';
import { runAction } from '../support/actions.ts';
import { startConnectedAddon } from '../support/local-addon.ts';
import { startTimedAddon } from '../support/timed-addon.ts';

const dayMs = 86_400_000;
const tab = 'Answershare history';

test('a record adds one row per website and day with real dates; a second one adds none', async () => {
  await using addon = await startTimedAddon(2, '2026-11-16T22:30:00Z', 'Europe/Berlin');
  const { host } = addon;
  await addon.connect(addon.sandbox.keys.live);
  expect(await runAction(host, 'track')).toEqual({ tab, added: 8, filled: 0, fault: null });
  expect(await runAction(host, 'track')).toMatchObject({ added: 0, filled: 0 });
  const [first] = host.sheet.values(`'${tab}'!A2:H2`);
  expect(first?.slice(0, 3)).toEqual([
    new Date('2026-11-15T23:00:00Z'),
    addon.sandbox.websites[0]?.id,
    'Northwind Outdoor',
  ]);
  expect(host.sheet.display(`'${tab}'!A2:F2`)).toEqual([
    [
      '2026-11-16',
      addon.sandbox.websites[0]?.id,
      'Northwind Outdoor',
      '70',
      expect.stringMatching(/^\d+\.\d%$/),
      expect.stringMatching(/^\d+$/),
    ],
  ]);
  // An hour later it is the next day in Berlin, and answers of the day before are requested again.
  await addon.pass(3_600_000);
  expect(await runAction(host, 'track')).toMatchObject({ added: 8 });
  expect(host.sheet.display(`'${tab}'!A10`)).toEqual([['2026-11-17']]);
  expect(host.sheet.tabs().find(({ name }) => name === tab)).toMatchObject({ frozenRows: 1, lastRow: 17 });
});

test('a sorted, widened and renamed history is continued; one without its headings is refused', async () => {
  await using addon = await startTimedAddon(1, '2026-11-16T09:00:00Z');
  const { host } = addon;
  await addon.connect(addon.sandbox.keys.live);
  await runAction(host, 'track');
  const rows = host.sheet.values(`'${tab}'!A1:H9`);
  const moved = rows.map((row, at) => [at === 0 ? 'My notes' : 'seen', ...[...row].reverse()]);
  host.sheet.typeRows(`'${tab}'!A1`, [moved[0] ?? [], ...moved.slice(1).reverse()]);
  expect(await runAction(host, 'track')).toMatchObject({ added: 0 });
  await addon.pass(dayMs);
  expect(await runAction(host, 'track')).toMatchObject({ added: 8 });
  expect(host.sheet.values(`'${tab}'!A10:B10`)).toEqual([['', '']]);
  expect(host.sheet.display(`'${tab}'!I10:I10`)).toEqual([['2026-11-17']]);
  host.sheet.type(`'${tab}'!I1`, 'When');
  await addon.pass(dayMs);
  await expect(runAction(host, 'track')).rejects.toThrow(
    `[refused] The tab “${tab}” lacks the headings Date. Put them back into one row`,
  );
  expect(host.sheet.tabs().find(({ name }) => name === tab)?.lastRow).toBe(17);
});

test('an unknown figure is a blank with its reason, and is filled if it arrives on the same day', async () => {
  await using addon = await startConnectedAddon(2);
  const { host, sandbox } = addon;
  await sandbox.admin.fault({
    fault: 'status',
    status: 500,
    match: { endpoint: 'authority' },
    times: 'always',
  });
  expect(await runAction(host, 'track')).toMatchObject({ added: 8, fault: 'authority: [server_error]' });
  expect(host.sheet.values(`'${tab}'!D4:D4`)).toEqual([['']]);
  await sandbox.admin.clearFaults();
  host.cache.clear();
  for (const name of Object.keys(host.properties.document.all())) {
    if (name.startsWith('answershare.kept.')) host.properties.document.set(name, '0 1 gone');
  }
  expect(await runAction(host, 'track')).toMatchObject({ added: 0, filled: 4, fault: null });
  expect(host.sheet.values(`'${tab}'!D2:D2`)).toEqual([[70]]);
  expect(host.sheet.values(`'${tab}'!H2:H9`).flat()).toEqual(Array(8).fill(''));
});
