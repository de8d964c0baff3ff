import { describe, expect, test } from 'vitest';
import { runAction } from '../support/actions.ts';
import { anyForm, type LocalAddon, startConnectedAddon } from '../support/local-addon.ts';

/** Three websites in column A and one formula per row in column B, calculated. */
async function sheetOf(addon: LocalAddon, formula: (row: number) => string): Promise<void> {
  const { sheet } = addon.host;
  sheet.typeRows('A2', [['Northwind Outdoor'], ['harborandpine.example'], [''], ['Harbor & Pine']]);
  for (const row of [2, 3, 4, 5]) sheet.type(`B${row}`, formula(row));
  await sheet.calculate();
}

describe.each(anyForm)('Form %i', (form) => {
  test.each([
    ['=CITATIONS(A{r})', '=CITATIONS(A2:A5)'],
    ['=SHARE_OF_VOICE($A{r})', '=SHARE_OF_VOICE($A2:$A5)'],
    ['=AS_AUTHORITY(A{r})', '=AS_AUTHORITY(A2:A5)'],
    ['=ANALYTICS_TOTAL(A{r}; "visitors"; "7d")', '=ANALYTICS_TOTAL(A2:A5; "visitors"; "7d")'],
  ])('combines a column of %s into %s with the same values, and undoes it', async (one, all) => {
    await using addon = await startConnectedAddon(form);
    const { host } = addon;
    await sheetOf(addon, (row) => one.replace('{r}', String(row)));
    const before = host.sheet.values('B2:B5');
    const { found, undo } = await runAction(host, 'findRangeFormulas');
    expect(undo).toBeNull();
    expect(found).toMatchObject([{ cells: 'B2:B5', after: all, savedCalls: 3 }]);
    const [first] = found;
    if (!first) throw new Error('nothing was found');
    await addon.requests();
    await runAction(host, 'rewrite', first);
    expect(host.sheet.formulas('B2:B5')).toEqual([[all], [''], [''], ['']]);
    await host.sheet.calculate();
    const after = host.sheet.values('B2:B5');
    expect(after).toEqual(before);
    expect(await addon.requests()).toEqual({});
    await runAction(host, 'undoRewrite');
    expect(host.sheet.formulas('B2:B5').map(([text]) => text)).toEqual(
      [2, 3, 4, 5].map((row) => one.replace('{r}', String(row))),
    );
    await host.sheet.calculate();
    expect(host.sheet.values('B2:B5')).toEqual(before);
  });
});

test('a column with a failing cell is not combined: its error would become a text', async () => {
  await using addon = await startConnectedAddon(2);
  const { host } = addon;
  await sheetOf(addon, (row) => `=CITATIONS(A${row})`);
  host.sheet.type('A3', 'nobody');
  await host.sheet.calculate();
  const before = host.sheet.formulas('B2:B5');
  const [first] = (await runAction(host, 'findRangeFormulas')).found;
  if (!first) throw new Error('nothing was found');
  await expect(runAction(host, 'rewrite', first)).rejects.toThrow(
    '[refused] B3 fails now. Nothing was rewritten',
  );
  expect(host.sheet.formulas('B2:B5')).toEqual(before);
  expect((await runAction(host, 'findRangeFormulas')).undo).toBeNull();
});

test('a column that has changed since it was found is not combined', async () => {
  await using addon = await startConnectedAddon(2);
  const { host } = addon;
  await sheetOf(addon, (row) => `=CITATIONS(A${row})`);
  const [first] = (await runAction(host, 'findRangeFormulas')).found;
  if (!first) throw new Error('nothing was found');
  host.sheet.type('B3', 'mine');
  await expect(runAction(host, 'rewrite', first)).rejects.toThrow(
    '[refused] B2:B5 has changed since it was looked at.',
  );
  await expect(
    runAction(host, 'rewrite', { ...first, after: '=IMPORTDATA("http://x.example")' }),
  ).rejects.toThrow('[refused]');
  expect(host.sheet.values('B3')).toEqual([['mine']]);
  expect(host.sheet.formulas('B2')).toEqual([['=CITATIONS(A2)']]);
});

test('functions that return a table are not combined', async () => {
  await using addon = await startConnectedAddon(2);
  for (const row of [2, 12, 22, 32]) addon.host.sheet.type(`B${row}`, `=COMPETITORS(A${row})`);
  addon.host.sheet.type('H1', '=COMPETITORS(A1)');
  addon.host.sheet.type('H2', '=COMPETITORS(A2)');
  addon.host.sheet.type('H3', '=COMPETITORS(A3)');
  expect((await runAction(addon.host, 'findRangeFormulas')).found).toEqual([]);
});

test('the diagnosis lists the state of the file without secrets', async () => {
  await using addon = await startConnectedAddon(1);
  const { host, sandbox } = addon;
  await sheetOf(addon, (row) => `=CITATIONS(A${row})`);
  await runAction(host, 'insertReport', { kind: 'overview', website: '', as: 'values' });
  const { text } = await runAction(host, 'diagnose');
  expect(text).toContain('Formulas: CITATIONS 4');
  expect(text).toContain('Reports: overview 1');
  expect(text).toContain('Form 1, 8 websites, not paused');
  expect(text).toMatch(/minute \d+ of 300, day unknown of unknown/);
  for (const { id, name, domain } of sandbox.websites) {
    for (const secret of [id, name, domain]) expect(text).not.toContain(secret);
  }
  expect(text).not.toContain(sandbox.keys.live.slice(8, -4));
});
