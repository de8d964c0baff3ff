import { expect, test } from 'vitest';
import { failureOf, hostOf } from '../support/pushed-folder.ts';

const code = `
function sheet() { return SpreadsheetApp.getActiveSheet(); }
function range(a, b, c, d) { return sheet().getRange.apply(null, [a, b, c, d].filter(function (x) { return x !== undefined && x !== null; })).getA1Notation(); }
function fill(a1, rows) { sheet().getRange(a1).setValues(rows); return sheet().getDataRange().getValues(); }
function corners() {
  var r = sheet().getRange('B2:D5');
  return [r.getRow(), r.getColumn(), r.getNumRows(), r.getNumColumns(), r.getLastRow(), r.getLastColumn(), r.getSheet().getName(),
    r.offset(1, 1).getA1Notation(), r.offset(0, 0, 1, 2).getA1Notation(), r.getCell(2, 1).getA1Notation(), r.isBlank()];
}
function looks() {
  var r = sheet().getRange('A1:B1');
  r.setFontWeight('bold').setBackground('#eeeeee').setNumberFormats([['0%', '@']]).setNote('n').setWrap(false).setHorizontalAlignment('right').setFontColor('#ff0000');
  var before = [r.getFontWeights(), r.getBackground(), r.getNumberFormats(), r.getNotes(), r.getHorizontalAlignment(), r.getFontColor()];
  r.setValues([[1, 2]]).clearFormat();
  before.push(r.getFontWeight(), r.getValues()[0].join());
  r.clearContent();
  before.push(r.getValues()[0].join(), r.getNote());
  return before;
}
function formulas() {
  var r = sheet().getRange('A1:B1');
  r.setFormulas([['=NOW()', '']]);
  return r.getFormulas();
}
function bad(what) {
  var r = sheet().getRange('A1:B2');
  if (what === 'flat') r.setValues([1, 2]);
  if (what === 'object') r.setValue({ a: 1 });
  if (what === 'cell') r.getCell(3, 1);
  if (what === 'none') r.setValues();
}
`;

const places: [unknown[], string][] = [
  [['A1:C3'], 'A1:C3'],
  [['$b$2'], 'B2'],
  [[2, 3], 'C2'],
  [[2, 3, 4], 'C2:C5'],
  [[1, 26, 2, 1], 'Z1:Z2'],
  [['B:C'], 'B1:C1000'],
  [['999:1000'], 'A999:Z1000'],
  [['Sheet1!A2:A'], 'A2:A1000'],
];

test('gets a range by A1 notation or by numbers', async () => {
  const host = await hostOf(code, { threads: 1 });
  for (const [args, a1] of places) expect(await host.run('range', args)).toBe(a1);
});

const refusals: [unknown[], string][] = [
  [[0, 1], 'The starting row of the range is too small.'],
  [[1, 0], 'The starting column of the range is too small.'],
  [[1, 1, 0, 1], 'The number of rows in the range must be at least 1.'],
  [[1, 1, 1, 0], 'The number of columns in the range must be at least 1.'],
  [[1000, 26, 2, 1], 'The coordinates of the range are outside the dimensions of the sheet.'],
  [['AA1'], 'Range not found'],
  [['Nowhere!A1'], 'Range not found'],
  [
    [true, 1],
    "The parameters (Boolean,Number) don't match the method signature for SpreadsheetApp.Sheet.getRange.",
  ],
];

test('refuses a range outside the tab with Google’s message', async () => {
  const host = await hostOf(code, { threads: 1 });
  for (const [args, message] of refusals) {
    expect((await failureOf(host.run('range', args))).message).toBe(message);
  }
});

test('writes and reads every kind of value; a blank is the empty text', async () => {
  const host = await hostOf(code);
  const day = new Date(Date.UTC(2026, 2, 5));
  const rows = [
    ['text', 1.5, true],
    [day, null, 'x'],
  ];
  expect(await host.run('fill', ['A1:C2', rows])).toEqual([
    ['text', 1.5, true],
    [day, '', 'x'],
  ]);
  expect(host.sheet.values('A1:C2')[1]).toEqual([day, '', 'x']);
  expect(host.counters()).toMatchObject({ sheetReads: 2, sheetWrites: 1 });
});

test('refuses rows that do not fill the range, and writes nothing', async () => {
  const host = await hostOf(code);
  const say = async (rows: unknown) => (await failureOf(host.run('fill', ['A1:B2', rows]))).message;
  expect(await say([[1, 2]])).toBe(
    'The number of rows in the data does not match the number of rows in the range. The data has 1 but the range has 2.',
  );
  expect(await say([[1, 2], [3]])).toBe(
    'The number of columns in the data does not match the number of columns in the range. The data has 1 but the range has 2.',
  );
  expect(host.sheet.tabs()[0]).toMatchObject({ lastRow: 0, lastColumn: 0 });
});

test('returns positions, offsets and cells of a range', async () => {
  const host = await hostOf(code);
  expect(await host.run('corners')).toEqual([2, 2, 4, 3, 5, 4, 'Sheet1', 'C3:E6', 'B2:C2', 'B3', true]);
});

test('sets, reads and clears formats separately from contents', async () => {
  const host = await hostOf(code);
  expect(await host.run('looks')).toEqual([
    [['bold', 'bold']],
    '#eeeeee',
    [['0%', '@']],
    [['n', 'n']],
    'right',
    '#ff0000',
    'normal',
    '1,2',
    ',',
    'n',
  ]);
});

test('returns formulas with their sign, and the empty text for other cells', async () => {
  const host = await hostOf(code);
  expect(await host.run('formulas')).toEqual([['=NOW()', '']]);
});

test.each([
  ['flat', "The parameters (number[]) don't match the method signature for SpreadsheetApp.Range.setValues."],
  ['none', "The parameters () don't match the method signature for SpreadsheetApp.Range.setValues."],
  ['object', 'Cannot write a value of type object into one cell.'],
  ['cell', 'Cell reference out of range'],
])('refuses %s', async (what, message) => {
  const host = await hostOf(code);
  expect((await failureOf(host.run('bad', [what]))).message).toBe(message);
});

test('accepts 50,000 characters in a cell and refuses one more', async () => {
  const host = await hostOf(code);
  await host.run('fill', ['A1', [['x'.repeat(50_000)]]]);
  expect((await failureOf(host.run('fill', ['A1', [['x'.repeat(50_001)]]]))).message).toBe(
    'Your input contains more than the maximum of 50000 characters in a single cell.',
  );
});
