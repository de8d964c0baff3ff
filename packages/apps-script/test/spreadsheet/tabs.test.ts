import { expect, test } from 'vitest';
import { failureOf, hostOf } from '../support/pushed-folder.ts';

const code = `
function book() { return SpreadsheetApp.getActive(); }
function names() { return book().getSheets().map(function (s) { return s.getName(); }); }
function insert(name, index) { var b = book(); return (name === undefined ? b.insertSheet() : index === undefined ? b.insertSheet(name) : b.insertSheet(name, index)).getName(); }
function remove(name) { book().deleteSheet(book().getSheetByName(name)); }
function rename(from, to) { book().getSheetByName(from).setName(to); }
function facts(name) {
  var s = book().getSheetByName(name);
  s.setFrozenRows(1).setFrozenColumns(2).setTabColor('#00ff00').setColumnWidth(1, 240).hideSheet();
  return [s.getFrozenRows(), s.getFrozenColumns(), s.isSheetHidden(), s.showSheet().isSheetHidden(), s.getIndex(), s.getMaxRows(), s.getMaxColumns(), s.getColumnWidth(1)];
}
function rows() {
  var s = book().getActiveSheet();
  s.getRange('A1:A4').setValues([[1], [2], [3], [4]]);
  s.insertRowsAfter(1, 2);
  s.deleteRow(4);
  return [s.getRange('A1:A6').getValues().join(), s.getLastRow(), s.getMaxRows()];
}
function dropRows(at, count) { book().getActiveSheet().deleteRows(at, count); }
function append(values) { book().getActiveSheet().appendRow(values); return [book().getActiveSheet().getLastRow(), book().getActiveSheet().getMaxRows()]; }
function hideLast() { book().getActiveSheet().hideSheet(); }
function clearAll() { var s = book().getActiveSheet(); s.getRange('B2').setValue('x').setFontWeight('bold'); s.clearContents(); var bold = s.getRange('B2').getFontWeight(); s.clear(); return [s.getLastRow(), bold, s.getRange('B2').getFontWeight()]; }
function named() {
  var b = book();
  b.setNamedRange('Sites', b.getRange('A1:A3'));
  b.setNamedRange('Gone', b.getRange('B1'));
  b.removeNamedRange('Gone');
  b.getNamedRanges()[0].setName('Websites');
  return [b.getNamedRanges().length, b.getRangeByName('Websites').getA1Notation(), b.getRangeByName('Sites'), b.getRange('websites').getNumRows()];
}
function badName() { book().setNamedRange('A1', book().getRange('A1')); }
function select(a1) {
  book().getRange(a1).activate();
  return [book().getActiveSheet().getName(), SpreadsheetApp.getActiveRange().getA1Notation(), book().getActiveCell().getA1Notation(), SpreadsheetApp.getCurrentCell().getA1Notation()];
}
function copy() {
  var s = book().getActiveSheet();
  s.getRange('B1').setFormula('=ROWS()').setNumberFormat('0.00');
  s.getRange('B2').setNumberFormat('0%');
  s.getRange('A1').setValue('=1+1 is text'.slice(1));
}
function freeze() {
  var s = book().getActiveSheet();
  var c = s.copyTo(book());
  var first = c.getName();
  c.setName('Kept');
  var from = s.getDataRange();
  from.copyTo(c.getRange(1, 1), SpreadsheetApp.CopyPasteType.PASTE_VALUES, false);
  return [first, book().getActiveSheet().getName(), c.getDataRange().getFormulas().join(), c.getDataRange().getValues().join('|'), c.getRange('B1:B2').getDisplayValues().join()];
}
/** @customfunction */
function ROWS() { return [[1], [2]]; }
function toast() { book().toast('Done', 'Refresh', 3); book().toast('Short'); }
function protect() { book().getActiveSheet().protect().setDescription('Written by the add-on').setWarningOnly(true); }
function url() { return book().getUrl(); }
`;

test('starts with Sheet1 of 1,000 rows and 26 columns', async () => {
  const host = await hostOf(code);
  expect(host.sheet.tabs()).toMatchObject([
    { name: 'Sheet1', id: 0, maxRows: 1_000, maxColumns: 26, lastRow: 0, lastColumn: 0, charts: [] },
  ]);
  expect(await host.run('url')).toBe('https://docs.google.com/spreadsheets/d/local-spreadsheet/edit');
});

test('inserts a tab after the active one and activates it; names are unique regardless of case', async () => {
  const host = await hostOf(code);
  expect(await host.run('insert')).toBe('Sheet2');
  expect(await host.run('insert', ['Report', 0])).toBe('Report');
  expect(await host.run('insert', ['Next'])).toBe('Next');
  expect(await host.run('names')).toEqual(['Report', 'Next', 'Sheet1', 'Sheet2']);
  expect(host.sheet.selection()).toEqual({ range: 'Next!A1', cell: 'Next!A1' });
  expect((await failureOf(host.run('insert', ['REPORT']))).message).toBe(
    'A sheet with the name "REPORT" already exists. Please enter another name.',
  );
  expect((await failureOf(host.run('rename', ['Next', 'Sheet1']))).message).toContain('already exists');
  await host.run('rename', ['Next', 'next']);
  expect(await host.run('names')).toEqual(['Report', 'next', 'Sheet1', 'Sheet2']);
});

test('a tab’s name has at most 100 characters', async () => {
  const host = await hostOf(code);
  await host.run('insert', ['n'.repeat(100)]);
  expect((await failureOf(host.run('insert', ['n'.repeat(101)]))).message).toContain('Invalid sheet name');
});

test('the last tab cannot be deleted or hidden', async () => {
  const host = await hostOf(code);
  await host.run('insert', ['Two']);
  await host.run('remove', ['Two']);
  expect((await failureOf(host.run('remove', ['Sheet1']))).message).toBe(
    "You can't remove all the sheets in a document.",
  );
  expect((await failureOf(host.run('hideLast'))).message).toBe(
    "You can't hide all the sheets in a document.",
  );
});

test('stores frozen rows, hiding, colour and widths', async () => {
  const host = await hostOf(code);
  await host.run('insert', ['R']);
  expect(await host.run('facts', ['R'])).toEqual([1, 2, true, false, 2, 1_000, 26, 240]);
  expect(host.sheet.tabs()[1]).toMatchObject({ tabColor: '#00ff00', columnWidths: { 1: 240 } });
});

test('inserts and deletes rows, and moves the rows below', async () => {
  const host = await hostOf(code);
  expect(await host.run('rows')).toEqual(['1,,,3,4,', 5, 1_001]);
  expect((await failureOf(host.run('dropRows', [1_001, 2]))).message).toBe('Those rows are out of bounds.');
  expect((await failureOf(host.run('dropRows', [1, 1_001]))).message).toBe(
    "You can't delete all the rows on the sheet.",
  );
});

test('appendRow writes after the last row and adds rows', async () => {
  const host = await hostOf(code);
  host.sheet.type('A1000', 'last');
  expect(await host.run('append', [['a', new Date(0)]])).toEqual([1_001, 1_001]);
  expect(host.sheet.values('A1001:B1001')).toEqual([['a', new Date(0)]]);
});

test('clearContents keeps formats, clear does not', async () => {
  const host = await hostOf(code);
  expect(await host.run('clearAll')).toEqual([0, 'bold', 'normal']);
});

test('sets, renames, finds regardless of case, and removes named ranges', async () => {
  const host = await hostOf(code);
  expect(await host.run('named')).toEqual([1, 'A1:A3', null, 3]);
  expect(host.sheet.names()).toEqual({ Websites: 'Sheet1!A1:A3' });
  expect((await failureOf(host.run('badName'))).message).toBe('The name of the range is invalid.');
});

test('shares the selection between user and script', async () => {
  const host = await hostOf(code);
  await host.run('insert', ['My tab']);
  expect(await host.run('select', ["'My tab'!B2:C3"])).toEqual(['My tab', 'B2:C3', 'B2', 'B2']);
  expect(host.sheet.selection()).toEqual({ range: "'My tab'!B2:C3", cell: "'My tab'!B2" });
  host.sheet.select('Sheet1!D4');
  expect(await host.run('select', ['D5'])).toEqual(['Sheet1', 'D5', 'D5', 'D5']);
});

test('stores toasts and protection', async () => {
  const host = await hostOf(code);
  await host.run('toast');
  await host.run('protect');
  expect(host.sheet.toasts()).toEqual([
    { message: 'Done', title: 'Refresh', seconds: 3 },
    { message: 'Short', title: '', seconds: 5 },
  ]);
  expect(host.sheet.tabs()[0]?.protection).toEqual({
    description: 'Written by the add-on',
    warningOnly: true,
  });
});

test('a spreadsheet has at most 10,000,000 cells', async () => {
  const host = await hostOf(`
function grow(rows) { SpreadsheetApp.getActiveSheet().insertRowsAfter(1000, rows); }`);
  const most = 10_000_000 / 26 - 1_000;
  await host.run('grow', [Math.floor(most)]);
  expect((await failureOf(host.run('grow', [1]))).message).toContain('above the limit of 10000000 cells');
});

test('a copy of a tab keeps formats and formulas, until its values are pasted over them', async () => {
  const host = await hostOf(code);
  await host.run('copy');
  await host.sheet.calculate();
  expect(await host.run('freeze')).toEqual([
    'Copy of Sheet1',
    'Sheet1',
    ',,,',
    '1+1 is text,1|,2',
    '1.00,200%',
  ]);
  expect(host.sheet.tabs().map(({ name }) => name)).toEqual(['Sheet1', 'Kept']);
  expect((await host.sheet.calculate()).ran).toEqual([]);
  expect(host.sheet.cell('B1').formula).toBe('=ROWS()');
});
