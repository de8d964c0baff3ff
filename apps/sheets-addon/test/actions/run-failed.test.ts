import { describe, expect, test } from 'vitest';
import type { FailedRun } from '../../src/actions/run-failed.ts';
import { runAction } from '../support/actions.ts';
import { startTimedAddon, type TimedAddon } from '../support/timed-addon.ts';

const runFailed = ({ host }: TimedAddon): Promise<FailedRun> =>
  runAction(host, 'runFailed', { withComputed: false });

describe('running failed formulas again', () => {
  test('sends only what has no answer, and leaves good and faulty cells alone', async () => {
    await using addon = await startTimedAddon(2, '2026-11-16T09:00:10Z');
    const { host, sandbox } = addon;
    await addon.connect(sandbox.keys.live);
    await sandbox.admin.fault({ fault: 'status', endpoint: 'authority', times: 'always' });
    host.sheet.typeRows('A1', [['Meadow Clinic'], ['Atlas Freight'], ['nobody'], ['[timeout] mine']]);
    host.sheet.type('B1', '=CITATIONS(A1)');
    host.sheet.type('C1', '=AUTHORITY(A1)');
    host.sheet.type('D1', '=AUTHORITY(A3)');
    host.sheet.type('E1', '=AUTHORITY(A1:A3)');
    await host.sheet.calculate();
    const [rowFault, noWebsite] = [/^\[server_error\] /, /^\[not_found\] /].map((text) =>
      expect.stringMatching(text),
    );
    expect(host.sheet.values('B1:E1')[0]).toEqual([expect.any(Number), '#ERROR!', '#ERROR!', rowFault]);
    await sandbox.admin.clearFaults();
    await addon.requests();
    // The client remembers the failure for half a minute.
    expect(await runFailed(addon)).toMatchObject({ failed: 3, healed: 0, left: 0 });
    expect(await addon.requests()).toEqual({});
    await addon.pass(60_000);
    expect(await runFailed(addon)).toEqual({ failed: 3, healed: 2, left: 0, waitMs: 0, faults: [] });
    expect(await addon.requests()).toEqual({ authority: 2 });
    expect((await host.sheet.calculate()).ran).toEqual(['Sheet1!C1', 'Sheet1!E1']);
    const score = expect.any(Number);
    expect(host.sheet.values('C1:E3')).toEqual([
      [score, '#ERROR!', score],
      ['', '', score],
      ['', '', noWebsite],
    ]);
    expect(await addon.requests()).toEqual({});
  });

  test('counts no text that a user wrote next to a formula, whatever its form', async () => {
    await using addon = await startTimedAddon(2, '2026-11-16T09:00:10Z');
    const { host, sandbox } = addon;
    await addon.connect(sandbox.keys.live);
    host.sheet.typeRows('A1', [['Northwind Outdoor'], ['nobody'], ['Harbor & Pine']]);
    host.sheet.type('B1', '=CITATIONS(A1:A3)');
    host.sheet.type('C1', '=COMPETITORS(A1)');
    await host.sheet.calculate();
    const { total } = await runAction(host, 'failedFormulas');
    const below = host.sheet.values('C1:C40').filter(([cell]) => cell !== '').length + 1;
    host.sheet.type('B4', '[timeout] call them again');
    host.sheet.type(`D${below}`, '[todo] check this');
    host.sheet.type(`C${below}`, '[server_error] is what I saw');
    host.sheet.type('Z1', '[not_found] says the ticket');
    host.sheet.type('A9', '=IF(CITATIONS(A1)>0; "[todo] praise"; "")');
    await host.sheet.calculate();
    expect(await runAction(host, 'failedFormulas')).toMatchObject({
      total,
      formulas: [{ place: 'Sheet1!B1', rows: 1 }],
    });
    expect(total).toBe(1);
  });

  test('heals a cell whose answer came for another cell, without a request', async () => {
    await using addon = await startTimedAddon(1, '2026-11-16T09:00:10Z');
    const { host, sandbox } = addon;
    await addon.connect(sandbox.keys.live);
    await addon.cell('WEBSITES');
    await sandbox.admin.fault({ fault: 'status', times: 'always' });
    host.sheet.type('A1', '=CITATIONS("Meadow Clinic")');
    await host.sheet.calculate();
    await sandbox.admin.clearFaults();
    await addon.pass(60_000);
    const shown = await addon.cell('CITATIONS', 'Meadow Clinic');
    await addon.requests();
    expect(await runFailed(addon)).toEqual({ failed: 1, healed: 1, left: 0, waitMs: 0, faults: [] });
    expect((await host.sheet.calculate()).ran).toEqual(['Sheet1!A1']);
    expect(host.sheet.values('A1')).toEqual([[shown]]);
    expect(await runFailed(addon)).toMatchObject({ failed: 0 });
    expect(await addon.requests()).toEqual({});
  });

  test('waits for the next minute with what the minute has no room for', async () => {
    await using addon = await startTimedAddon(1, '2026-11-16T09:00:10Z');
    const { host, sandbox } = addon;
    await addon.connect(await sandbox.admin.createKey({ plan: 'starter', team: 'many' }));
    await addon.pass(60_000);
    const { websites } = await runAction(host, 'websites');
    const cells = websites.slice(0, 100);
    host.sheet.typeRows(
      'A1',
      cells.map(({ id }) => [id]),
    );
    host.sheet.type('B1', '=AUTHORITY(A1:A100)');
    await sandbox.admin.resetRequests();
    await host.sheet.calculate();
    const texts = host.sheet.values('B1:B100').flat();
    const marked = texts.filter((text) => /^\[rate_limited\] .* after \d\d:\d\d:\d\d\.$/.test(String(text)));
    expect(texts.filter((text) => typeof text === 'number' || text === '')).toHaveLength(56);
    expect(marked).toHaveLength(44);
    const first = await runFailed(addon);
    expect(first).toMatchObject({ failed: 1, healed: 0, left: 1 });
    await addon.pass(first.waitMs);
    expect(await runFailed(addon)).toMatchObject({ failed: 1, healed: 1, left: 0 });
    await host.sheet.calculate();
    expect(
      host.sheet
        .values('B1:B100')
        .flat()
        .filter((text) => typeof text === 'string' && text !== ''),
    ).toEqual([]);
    const { entries } = await sandbox.admin.requests();
    expect(entries.map(({ status }) => status)).toEqual(cells.slice(2).map(() => 200));
  });
});
