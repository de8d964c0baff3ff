import { expect, test } from 'vitest';
import { startTimedAddon } from '../support/timed-addon.ts';

test('an endpoint that only fails is asked five times, not once for each website', async () => {
  await using addon = await startTimedAddon(2, '2026-11-16T09:00:10Z');
  const { sandbox } = addon;
  await addon.connect(await sandbox.admin.createKey({ plan: 'growth', team: 'many' }));
  const listed = (await addon.cell('WEBSITES', 'headers=no')) as string[][];
  const ids = listed.slice(-31, -1).map(([id]) => id ?? '');
  await addon.requests();
  await sandbox.admin.fault({ fault: 'status', endpoint: 'citations', times: 'always' });
  for (const id of ids) expect(await addon.note('CITATIONS', id)).toMatch(/^\[server_error\] /);
  expect(await addon.requests()).toEqual({ citations: expect.toSatisfy((count) => count <= 6) });
  expect(await addon.cell('AUTHORITY', ids[0])).toEqual(expect.any(Number));
  await sandbox.admin.clearFaults();
  await addon.pass(61_000);
  for (const id of ids) expect(await addon.cell('CITATIONS', id)).toEqual(expect.any(Number));
});

test('faults between answers stop nothing', async () => {
  await using addon = await startTimedAddon(2, '2026-11-16T09:00:10Z');
  const { sandbox } = addon;
  await addon.connect(await sandbox.admin.createKey({ plan: 'growth', team: 'many' }));
  const listed = (await addon.cell('WEBSITES', 'headers=no')) as string[][];
  for (const [id] of listed.slice(-10)) {
    await sandbox.admin.fault({ fault: 'status', endpoint: 'citations', times: 1 });
    expect(await addon.cell('CITATIONS', id)).toEqual(expect.any(Number));
  }
});
