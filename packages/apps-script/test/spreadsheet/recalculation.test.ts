import { expect, test } from 'vitest';
import { steppedClock } from '../../src/index.ts';
import { hostOf } from '../support/pushed-folder.ts';

const code = `
/** @customfunction */
function ECHO(value, second) { return second === undefined ? value : JSON.stringify([value, second]); }
/** @customfunction */
function SUM_OF(range) { var sum = 0; range.forEach(function (row) { row.forEach(function (v) { sum += Number(v); }); }); return sum; }
/** @customfunction */
function AGAIN(value) { return value; }
function FAIL() { throw new Error('planted'); }
function SHOW() { return JSON.stringify(Array.prototype.slice.call(arguments)); }
function toggle(a1, first, second) { var r = SpreadsheetApp.getActive().getRange(a1); r.setFormula(first); if (second) r.setFormula(second); }
`;

test('passes literals, cells, ranges and blanks as Sheets does', async () => {
  const host = await hostOf(code, { threads: 1, timeZone: 'Etc/UTC' });
  host.sheet.type('A1', 'site');
  host.sheet.type('A2', '2026-03-05');
  host.sheet.type('A3', '25%');
  host.sheet.type('D1', '=SHOW("a ""b"""; -1.5; 5%; true; A1; A2; A3; B9; A1:B2; ; Sheet1!A1)');
  await host.sheet.calculate();
  expect(JSON.parse(String(host.sheet.values('D1')[0]?.[0]))).toEqual([
    'a "b"',
    -1.5,
    0.05,
    true,
    'site',
    '2026-03-05T00:00:00.000Z',
    0.25,
    '',
    [
      ['site', ''],
      ['2026-03-05T00:00:00.000Z', ''],
    ],
    '',
    'site',
  ]);
});

test('resolves another tab, a whole column, a named range and any case of the name', async () => {
  const host = await hostOf(code, { threads: 1 });
  host.sheet.typeRows('A1', [[1], [2], [3]]);
  host.sheet.type('D1', '=sum_of(A:A)');
  host.sheet.type('D2', "=Sum_Of('Sheet1'!$A$2:A)");
  await host.sheet.calculate();
  expect(host.sheet.values('D1:D2')).toEqual([[6], [5]]);
});

test('separates arguments by comma unless it is the decimal sign, and always by semicolon', async () => {
  const english = await hostOf(code, { threads: 1 });
  english.sheet.type('A1', '=ECHO(1,5)');
  english.sheet.type('A2', '=ECHO(1;5)');
  await english.sheet.calculate();
  expect(english.sheet.values('A1:A2')).toEqual([['[1,5]'], ['[1,5]']]);
  const german = await hostOf(code, { threads: 1, locale: 'de_DE' });
  german.sheet.type('A1', '=ECHO(1,5)');
  german.sheet.type('A2', '=ECHO(1;5)');
  await german.sheet.calculate();
  expect(german.sheet.values('A1:A2')).toEqual([[1.5], ['[1,5]']]);
});

test('runs a formula again only if an argument changed', async () => {
  const host = await hostOf(code, { threads: 1 });
  host.sheet.typeRows('A1', [['a'], ['b']]);
  host.sheet.type('B1', '=ECHO(A1)');
  host.sheet.type('B2', '=ECHO(A2)');
  expect((await host.sheet.calculate()).ran).toEqual(['Sheet1!B1', 'Sheet1!B2']);
  expect((await host.sheet.calculate()).ran).toEqual([]);
  host.sheet.type('A2', 'c');
  expect((await host.sheet.calculate()).ran).toEqual(['Sheet1!B2']);
  host.sheet.type('A2', 'c');
  host.sheet.type('Z1', 'elsewhere');
  expect((await host.sheet.calculate()).ran).toEqual([]);
});

test('runs nothing for the same formula set again, unless another one was set in between', async () => {
  const host = await hostOf(code, { threads: 1 });
  await host.run('toggle', ['A1', '=ECHO(1)']);
  await host.sheet.calculate();
  await host.run('toggle', ['A1', '=ECHO(1)']);
  expect((await host.sheet.calculate()).ran).toEqual([]);
  await host.run('toggle', ['A1', '=AGAIN(1)', '=ECHO(1)']);
  expect((await host.sheet.calculate()).ran).toEqual(['Sheet1!A1']);
});

test('runs each cell, even with the same function and arguments', async () => {
  const host = await hostOf(code, { threads: 4 });
  host.sheet.typeRows(
    'A1',
    Array.from({ length: 40 }, () => ['=ECHO("same")']),
  );
  expect((await host.sheet.calculate()).ran).toHaveLength(40);
  expect(host.counters().executions).toBe(40);
});

test('runs a formula once, after the cells and spills that it refers to', async () => {
  const host = await hostOf(code, { threads: 2 });
  host.sheet.type('A1', '=ECHO(B1)');
  host.sheet.type('B1', '=SUM_OF(C1:C3)');
  host.sheet.type('C1', '=ECHO(D1)');
  host.sheet.typeRows('C2', [[2], [3]]);
  host.sheet.type('D1', 1);
  expect((await host.sheet.calculate()).ran).toEqual(['Sheet1!C1', 'Sheet1!B1', 'Sheet1!A1']);
  expect(host.sheet.values('A1')).toEqual([[6]]);
});

test('circular formulas are #REF!', async () => {
  const host = await hostOf(code, { threads: 1 });
  host.sheet.type('A1', '=ECHO(B1)');
  host.sheet.type('B1', '=ECHO(A1)');
  expect((await host.sheet.calculate()).ran).toEqual([]);
  expect(host.sheet.cell('A1')).toMatchObject({ value: '#REF!' });
  expect(host.sheet.cell('A1').error).toContain('Circular dependency');
});

test('an unknown range name is #NAME?', async () => {
  const host = await hostOf(code, { threads: 1 });
  host.sheet.type('A1', '=ECHO(Nowhere)');
  await host.sheet.calculate();
  expect(host.sheet.cell('A1')).toMatchObject({
    value: '#NAME?',
    error: 'Unknown range name in =ECHO(Nowhere).',
  });
});

test.each([
  ['=CITATION(A1)', "Unknown function: 'CITATION'."],
  ['=SUM(ECHO(1);SUMM(2))', "Unknown function: 'SUMM'."],
  ['=IF(A1="NOPE(1)";1;average.weight(A1))', "Unknown function: 'AVERAGE.WEIGHT'."],
])('%s is #NAME?', async (formula, error) => {
  const host = await hostOf(code, { threads: 1 });
  host.sheet.type('B1', formula);
  host.sheet.type('B2', '=LET(f;LAMBDA(x;x);f(1))');
  expect((await host.sheet.calculate()).ran).toEqual([]);
  expect(host.sheet.cell('B1')).toMatchObject({ value: '#NAME?', error });
  expect(host.sheet.cell('B2')).toMatchObject({ value: 'Loading...', error: null });
});

test('a removed add-on leaves #NAME? in its cells', async () => {
  const host = await hostOf(code, { threads: 1 });
  host.sheet.type('A1', '=ECHO(1)');
  await host.sheet.calculate();
  host.uninstall();
  await host.sheet.calculate();
  expect(host.sheet.cell('A1').value).toBe('#NAME?');
});

test.each([
  ['=ECHO(NOW())', '#ERROR!'],
  ['=SUM(ECHO(1;RANDBETWEEN(1;2)))', '#ERROR!'],
  ['=ECHO(B1:B3)', '#ERROR!'],
  ['=ECHO(B3)', '#ERROR!'],
  ['=ECHO("NOW()")', 'NOW()'],
  ['=ECHO(A1)', 'near'],
])('%s shows %s, as volatile functions are no arguments', async (formula, value) => {
  const host = await hostOf(code, {
    threads: 1,
    now: () => Date.UTC(2026, 10, 28, 9, 30),
    timeZone: 'Etc/UTC',
  });
  host.sheet.typeRows('A1', [
    ['near', '=NOW()'],
    ['', ''],
    ['', '=IF(B1>0;"a";"b")'],
  ]);
  host.sheet.type('C1', formula);
  await host.sheet.calculate();
  const { value: shown, error } = host.sheet.cell('C1');
  expect(shown).toBe(value);
  if (value === '#ERROR!')
    expect(error).toMatch(/^This function is not allowed to reference a cell with NOW/);
  expect(host.sheet.cell('B1').value).toEqual(new Date('2026-11-28T09:30:00Z'));
});

test('calculates inner calls first, and TODAY() anew each day', async () => {
  const clock = steppedClock(Date.UTC(2026, 10, 28, 23, 30));
  const host = await hostOf(code, { threads: 1, clock, timeZone: 'Europe/Zurich' });
  host.sheet.typeRows('A1', [
    ['x', '=ECHO( ECHO(A1) ; SUM_OF(C1:C2))', 2],
    ['', '=SHOW(TODAY())', 3],
  ]);
  host.sheet.type('A2', '=ECHO(FAIL())');
  await host.sheet.calculate();
  expect(host.sheet.display('B1:B2').flat()).toEqual(['["x",5]', '["2026-11-28T23:00:00.000Z"]']);
  expect(host.sheet.cell('A2')).toMatchObject({ value: '#ERROR!', error: 'planted' });
  expect((await host.sheet.calculate()).ran).toEqual([]);
  clock.moveTo(Date.UTC(2026, 10, 29, 23, 0));
  expect((await host.sheet.calculate()).ran).toEqual(['Sheet1!B2']);
});

test('ignores formulas that need functions of Sheets', async () => {
  const host = await hostOf(code, { threads: 1 });
  host.sheet.typeRows('A1', [['=SUM(1;2)'], ['=IFERROR(ECHO(1);"")'], ['=ECHO(1)+1']]);
  expect((await host.sheet.calculate()).ran).toEqual([]);
  expect(host.sheet.display('A1:A3').flat()).toEqual(['Loading...', 'Loading...', 'Loading...']);
});

test('the active range of a custom function is the cell that is calculated', async () => {
  const host = await hostOf(
    `/** @customfunction */
function WHERE() { var r = SpreadsheetApp.getActiveRange(); return r.getA1Notation() + ' ' + r.getFormula(); }`,
    { threads: 2 },
  );
  host.sheet.type('C4', '=WHERE("a")');
  host.sheet.type('B2', '=WHERE()');
  await host.sheet.calculate();
  expect(host.sheet.values('B2')).toEqual([['B2 =WHERE()']]);
  expect(host.sheet.values('C4')).toEqual([['C4 =WHERE("a")']]);
  expect(await host.customFunction('WHERE', [])).toBe('A1 =WHERE()');
  expect(await host.customFunction('WHERE', [], '=LEN(WHERE())')).toBe('A1 =LEN(WHERE())');
});
