import { expect, test } from 'vitest';
import { failureOf, hostOf } from '../support/pushed-folder.ts';

const code = `
function READ() { var s = SpreadsheetApp.getActiveSheet(); return [[s.getName(), s.getRange('A1').getValue(), s.getLastRow()]]; }
function WRITE() { SpreadsheetApp.getActiveSheet().getRange('A1').setValues([[1]]); }
function CLEAR() { SpreadsheetApp.getActiveSheet().clear(); }
function INSERT() { SpreadsheetApp.getActive().insertSheet('x'); }
function FREEZE() { SpreadsheetApp.getActiveSheet().setFrozenRows(1); }
function GOTO() { SpreadsheetApp.getActive().getRange('B2').activate(); }
function onOpen() { SpreadsheetApp.getActiveSheet().getRange('A1').setValue('opened'); }
`;

test('a cell reads the document', async () => {
  const host = await hostOf(code);
  host.sheet.type('A1', 'here');
  expect(await host.customFunction('READ', [])).toEqual([['Sheet1', 'here', 1]]);
});

test.each([
  ['WRITE', 'setValues'],
  ['CLEAR', 'clear'],
  ['INSERT', 'insertSheet'],
  ['FREEZE', 'setFrozenRows'],
  ['GOTO', 'activate'],
])('refuses changes of the document by a cell: %s', async (name, method) => {
  const host = await hostOf(code);
  const failure = await failureOf(host.customFunction(name, []));
  expect([failure.kind, failure.message]).toEqual([
    'permission',
    `You do not have permission to call ${method}`,
  ]);
  expect(host.counters().sheetWrites).toBe(0);
});

test('refuses the document without authorization; onOpen of an enabled add-on may write', async () => {
  const host = await hostOf(code);
  expect((await failureOf(host.run('READ', [], 'NONE'))).message).toBe(
    'You do not have permission to call SpreadsheetApp.getActiveSheet',
  );
  await host.run('onOpen', [], 'LIMITED');
  expect(host.sheet.values('A1')).toEqual([['opened']]);
});
