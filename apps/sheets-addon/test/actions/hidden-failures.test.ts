import { expect, test } from 'vitest';
import type { FailedRun } from '../../src/actions/run-failed.ts';
import { runAction } from '../support/actions.ts';
import { startTimedAddon } from '../support/timed-addon.ts';

const names = ['Meadow Clinic', 'Atlas Freight'];
const range = names.map((name) => [name]);

test('a row that fails for a passing reason ends a call inside another function, and no other', async () => {
  await using addon = await startTimedAddon(2, '2026-11-16T09:00:10Z');
  const { host, sandbox } = addon;
  await addon.connect(sandbox.keys.live);
  await addon.cell('CITATIONS', names[0]);
  await sandbox.admin.fault({ fault: 'status', endpoint: 'citations', times: 'always' });
  const call = (formula: string, ...args: unknown[]): Promise<unknown> =>
    host.customFunction('CITATIONS', args, formula);
  const rows = [[expect.any(Number)], [expect.stringMatching(/^\[server_error\] /)]];
  for (const bare of ['=CITATIONS(A2:A3)', '=as_citations( A2:A3; IF(B1="x)"; "a"; "b") ; \'(b\'!C1)'])
    expect(await call(bare, range)).toEqual(rows);
  const nested = [
    '=SUM(CITATIONS(A2:A3))',
    '=CITATIONS(A2:A3)*1',
    '={CITATIONS(A2:A3)}',
    '=MY_TOTAL(A2:A3)',
    '',
  ];
  for (const formula of nested)
    for (const on_error of ['', 'on_error=blank', 'on_error=text'])
      await expect(call(formula, range, '', on_error)).rejects.toThrow('[server_error]');
  await sandbox.admin.clearFaults();
  // A fault that lasts is shown where the options say so.
  const unknown = [...range, ['nobody']];
  await addon.pass(60_000);
  await expect(call('=SUM(CITATIONS(A2:A4))', unknown)).rejects.toThrow('[not_found]');
  expect(await call('=SUM(CITATIONS(A2:A4))', unknown, '', 'on_error=blank')).toEqual([
    [expect.any(Number)],
    [expect.any(Number)],
    [''],
  ]);
  const table = host.customFunction('CITATIONS_BY_ENGINE', [unknown], '=COUNT(CITATIONS_BY_ENGINE(A2:A4))');
  await expect(table).rejects.toThrow('[not_found]');
});

test('formulas that hide a failed query run again once it is answered', async () => {
  await using addon = await startTimedAddon(2, '2026-11-16T09:00:10Z');
  const { host, sandbox } = addon;
  await addon.connect(sandbox.keys.live);
  host.sheet.typeRows('A2', range);
  await sandbox.admin.fault({ fault: 'status', endpoint: 'citations', times: 'always' });
  // Sheets calculates these; the local one runs the call alone.
  host.sheet.type('B1', '=IFERROR(SUM(CITATIONS(A2:A3)); 0)');
  host.sheet.type('B2', '=IFERROR(CITATIONS(CONCATENATE(A2; "")); 0)');
  host.sheet.type('B3', '=IFERROR(AUTHORITY(A2); 0)');
  await expect(addon.cell('CITATIONS', range)).resolves.toHaveLength(2);
  const listed = async () => (await runAction(host, 'failedFormulas')).formulas.map(({ place }) => place);
  expect(await listed()).toEqual(['Sheet1!B1']);
  await sandbox.admin.clearFaults();
  await addon.pass(60_000);
  const run = (withComputed: boolean): Promise<FailedRun> => runAction(host, 'runFailed', { withComputed });
  expect(await run(false)).toMatchObject({ failed: 1, healed: 1, left: 0 });
  expect(await run(false)).toMatchObject({ failed: 0 });
  // Only Sheets knows the question of a computed argument.
  await sandbox.admin.fault({ fault: 'status', endpoint: 'authority', times: 'always' });
  await expect(addon.cell('AUTHORITY', names[1])).rejects.toThrow('[server_error]');
  expect(await listed()).toEqual(['Sheet1!B2']);
  await sandbox.admin.clearFaults();
  expect(await run(false)).toMatchObject({ failed: 1, healed: 0 });
  expect(await run(true)).toMatchObject({ failed: 1, healed: 1 });
  expect(await listed()).toEqual([]);
});
