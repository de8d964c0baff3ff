import { expect, test } from 'vitest';
import { failureOf, hostOf } from '../support/pushed-folder.ts';

const code = `
/** @customfunction */
function TABLE(rows, columns) {
  var out = [];
  for (var r = 0; r < rows; r++) { out.push([]); for (var c = 0; c < columns; c++) out[r].push(r * 10 + c); }
  return out;
}
/** @customfunction */
function KINDS() { return [['text', 1, true, new Date(Date.UTC(2026, 2, 5)), null, NaN]]; }
/** @customfunction */
function FAIL() { throw new Error('[not_found] No website of this name.'); }
function put(a1, formula) { SpreadsheetApp.getActive().getRange(a1).setFormula(formula); }
function values(a1) { return SpreadsheetApp.getActive().getRange(a1).getValues(); }
`;

test('spills a result of several cells into empty ones, and scripts read them', async () => {
  const host = await hostOf(code, { threads: 1 });
  await host.run('put', ['B2', '=TABLE(2;3)']);
  expect(await host.run('values', ['B2'])).toEqual([['Loading...']]);
  expect(await host.sheet.calculate()).toEqual({ ran: ['Sheet1!B2'] });
  expect(await host.run('values', ['B2:E4'])).toEqual([
    [0, 1, 2, ''],
    [10, 11, 12, ''],
    ['', '', '', ''],
  ]);
  expect(host.sheet.formulas('B2:C2')).toEqual([['=TABLE(2;3)', '']]);
  expect(host.sheet.tabs()[0]).toMatchObject({ lastRow: 3, lastColumn: 4 });
});

test('shows #REF! instead of overwriting data, and the result once the cell is free', async () => {
  const host = await hostOf(code, { threads: 1 });
  host.sheet.type('A1', '=TABLE(5;1)');
  host.sheet.type('A5', 'mine');
  await host.sheet.calculate();
  expect(host.sheet.cell('A1')).toMatchObject({
    display: '#REF!',
    error: 'Array result was not expanded because it would overwrite data in A5.',
  });
  expect(host.sheet.display('A1:A5').flat()).toEqual(['#REF!', '', '', '', 'mine']);
  host.sheet.erase('A5');
  expect(host.sheet.values('A1:A5').flat()).toEqual([0, 10, 20, 30, 40]);
  expect(host.sheet.cell('A1').error).toBe(null);
  host.sheet.type('A3', 7);
  expect(host.sheet.display('A1:A5').flat()).toEqual(['#REF!', '', '7', '', '']);
  expect(host.counters().executions).toBe(1);
});

test('the first formula keeps its cells, the second collides with it', async () => {
  const host = await hostOf(code, { threads: 2 });
  host.sheet.type('A1', '=TABLE(3;1)');
  host.sheet.type('A2', '=TABLE(1;1)');
  host.sheet.type('C1', '=TABLE(2;2)');
  host.sheet.type('B2', '=TABLE(1;3)');
  await host.sheet.calculate();
  expect(host.sheet.cell('A1').error).toContain('overwrite data in A2.');
  expect(host.sheet.cell('B2').error).toContain('overwrite data in C2.');
  expect(host.sheet.values('C1:D2')).toEqual([
    [0, 1],
    [10, 11],
  ]);
});

test('a result beyond the last row or column asks to insert more', async () => {
  const host = await hostOf(code, { threads: 1 });
  host.sheet.type('A999', '=TABLE(3;1)');
  host.sheet.type('Z1', '=TABLE(1;3)');
  await host.sheet.calculate();
  expect(host.sheet.cell('A999').error).toBe(
    'Result was not automatically expanded, please insert more rows (1).',
  );
  expect(host.sheet.cell('Z1').error).toBe(
    'Result was not automatically expanded, please insert more columns (2).',
  );
});

test('shows every kind of value as Sheets does', async () => {
  const host = await hostOf(code, { threads: 1, timeZone: 'Etc/UTC' });
  host.sheet.type('A1', '=KINDS()');
  await host.sheet.calculate();
  expect(host.sheet.display('A1:F1')[0]).toEqual(['text', '1', 'TRUE', '3/5/2026', '', '#NUM!']);
  expect(host.sheet.values('D1')).toEqual([[new Date(Date.UTC(2026, 2, 5))]]);
});

test('a thrown error is #ERROR! with its message', async () => {
  const host = await hostOf(code, { threads: 1 });
  host.sheet.type('A1', '=FAIL()');
  await host.sheet.calculate();
  expect(host.sheet.cell('A1')).toMatchObject({
    value: '#ERROR!',
    error: '[not_found] No website of this name.',
  });
});

test('removes spilled cells when the formula is replaced or cleared', async () => {
  const host = await hostOf(code, { threads: 1 });
  host.sheet.type('A1', '=TABLE(2;2)');
  await host.sheet.calculate();
  host.sheet.type('A1', 'text');
  expect(host.sheet.values('A1:B2')).toEqual([
    ['text', ''],
    ['', ''],
  ]);
  expect((await failureOf(host.customFunction('FAIL', []))).kind).toBe('thrown');
});
