import { expect, test } from 'vitest';
import type { CellViewValue } from '../../src/index.ts';
import { hostOf } from '../support/pushed-folder.ts';

/** What a cell holds after this was typed into it: value, formula, number format, and the text it shows. */
async function written(value: CellViewValue, locale = 'en_US'): Promise<unknown[]> {
  const { sheet } = await hostOf('', { locale, timeZone: 'Europe/Zurich' });
  sheet.type('A1', value);
  const cell = sheet.cell('A1');
  return [cell.value, cell.formula, cell.format.numberFormat ?? 'General', cell.display];
}

test('setValue and setValues parse text as typing does', async () => {
  const host = await hostOf(`function f() {
    var s = SpreadsheetApp.getActiveSheet();
    s.getRange('A1').setValue('50%');
    s.getRange('A2:A4').setValues([['=A1'], ["'=A1"], ['TRUE']]);
    return [s.getRange('A1:A4').getValues().join(), s.getRange('A1:A4').getFormulas().join(), s.getRange('A1').getDisplayValue()];
  }`);
  expect(await host.run('f')).toEqual(['0.5,Loading...,=A1,true', ',=A1,,', '50%']);
});

test.each([
  ['text', 'example.com', ['example.com', '', 'General', 'example.com']],
  ['a number', '12', [12, '', 'General', '12']],
  ['a number with a sign', '-1.5', [-1.5, '', 'General', '-1.5']],
  ['grouped digits', '1,234.5', [1234.5, '', '#,##0.00', '1,234.50']],
  ['badly grouped digits as text', '1,23', ['1,23', '', 'General', '1,23']],
  ['percent', '12.5%', [0.125, '', '0.00%', '12.50%']],
  ['an amount', '$3', [3, '', '"$"#,##0', '$3']],
  ['true in any case', 'tRuE', [true, '', 'General', 'TRUE']],
  ['a time', '18:30', ['time', '', 'h:mm', '18:30']],
  ['text after an apostrophe', "'=1+1", ['=1+1', '', 'General', '=1+1']],
  ['an apostrophe before a number', "'12", ['12', '', 'General', '12']],
  ['an address with @', '@example', ['@example', '', 'General', '@example']],
  ['a lone equals sign', '=', ['=', '', 'General', '=']],
  ['a lone dash', '-', ['-', '', 'General', '-']],
  ['nothing', '', ['', '', 'General', '']],
])('parses typed %s', async (_, typed, expected) => {
  const row = await written(typed);
  if (expected[0] === 'time') row[0] = row[0] instanceof Date ? 'time' : row[0];
  expect(row).toEqual(expected);
});

test.each([
  ['=SUM(1;2)', '=SUM(1;2)'],
  ['=HYPERLINK("https://evil.example";"click")', '=HYPERLINK("https://evil.example";"click")'],
  ['+A1', '=+A1'],
  ['-cmd', '=-cmd'],
])('turns text into a formula: %s', async (typed, formula) => {
  expect(await written(typed)).toEqual(['Loading...', formula, 'General', 'Loading...']);
});

test('parses ISO and local dates in the spreadsheet’s zone', async () => {
  const day = new Date(Date.UTC(2026, 2, 4, 23));
  expect(await written('2026-03-05')).toEqual([day, '', 'yyyy-mm-dd', '2026-03-05']);
  expect(await written('3/5/2026')).toEqual([day, '', 'M/d/yyyy', '3/5/2026']);
  expect(await written('5.3.2026', 'de_CH')).toEqual([day, '', 'd.M.yyyy', '5.3.2026']);
  expect(await written('2026-02-30')).toEqual(['2026-02-30', '', 'General', '2026-02-30']);
});

test('accepts a decimal comma if the locale has one', async () => {
  expect(await written('1,5', 'de_DE')).toEqual([1.5, '', 'General', '1.5']);
  expect(await written('1.234,5', 'de_DE')).toEqual([1234.5, '', '#,##0.00', '1,234.50']);
});

test('returns the same Date in any zone', async () => {
  const instant = new Date(Date.UTC(2026, 6, 1, 12, 30, 15));
  expect(await written(instant)).toEqual([instant, '', 'M/d/yyyy H:mm:ss', '7/1/2026 14:30:15']);
});

test('keeps numbers and dates as text in a cell with the format @', async () => {
  const host = await hostOf(`
function f() {
  var r = SpreadsheetApp.getActiveSheet().getRange('B2').setNumberFormat('@');
  r.setValue('007');
  return [r.getValue(), r.setValue('2026-03-05').getValue()];
}`);
  expect(await host.run('f')).toEqual(['007', '2026-03-05']);
});
