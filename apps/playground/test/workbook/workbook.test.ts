import type { ScriptHost } from '@answershare/apps-script';
import { registries } from '@odoo/o-spreadsheet';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GridWorkbook } from '../../src/workbook/workbook.ts';
import { startScript } from '../fixtures/script.ts';

const code = `
/**
 * Tells what it was given.
 * @param {*} first Anything.
 * @param {*} second Optional. Anything.
 * @return {string} The arguments as JSON.
 * @customfunction
 */
function GIVEN(first, second) {
  return JSON.stringify([first, second].map(function (value) {
    return value instanceof Date ? { date: value.toISOString() } : value === undefined ? 'nothing' : value;
  }));
}

/**
 * A table of three rows.
 * @customfunction
 */
function TABLE() {
  return [['day', 'share'], [new Date(Date.UTC(2026, 10, 2)), 0.25], ['', null]];
}

/** @customfunction */
function FAIL(text) {
  throw new Error('[not_found] No website "' + text + '".');
}

/** @customfunction */
function DOUBLE(number) {
  return number * 2;
}

function plain(text) {
  return 'plain ' + text;
}

/** @customfunction */
function FORMULA() {
  return '=1+1';
}
`;

let host: ScriptHost;
let sheet: GridWorkbook;

beforeEach(async () => {
  host = await startScript({ 'Code.js': code }, { threads: 2 });
  sheet = await GridWorkbook.open(host);
});

afterEach(() => host.close());

test('the help shows brackets for optional arguments only, and a missing one is the function’s to refuse', async () => {
  const { args } = registries.functionRegistry.get('GIVEN');
  expect(args.map(({ name, description, optional }) => [name, description, optional])).toEqual([
    ['first', 'Anything.', false],
    ['second', 'Anything.', true],
  ]);
  expect(await given('=GIVEN()')).toEqual(['nothing', 'nothing']);
});

async function given(formula: string): Promise<unknown> {
  sheet.setCell('Z1', formula);
  await sheet.evaluate();
  return JSON.parse(String(sheet.value('Z1')));
}

describe('arguments', () => {
  test('passes a range as rows', async () => {
    for (const [address, text] of Object.entries({ A1: 'a', B1: 'b', A2: '1', B2: 'TRUE', B3: 'c' }))
      sheet.setCell(address, text);
    const rows = [
      ['a', 'b'],
      [1, true],
      ['', 'c'],
    ];
    expect(await given('=GIVEN(A1:B3)')).toEqual([rows, 'nothing']);
    expect(host.counters().executions).toBe(1);
  });

  test('passes one cell as its value, also when written as a range', async () => {
    sheet.setCell('A1', 'example.com');
    expect(await given('=GIVEN(A1, A1:A1)')).toEqual(['example.com', 'example.com']);
  });

  test('passes a blank cell as an empty text and an omitted argument as undefined', async () => {
    expect(await given('=GIVEN(A9)')).toEqual(['', 'nothing']);
    expect(await given('=GIVEN()')).toEqual(['nothing', 'nothing']);
  });

  test('passes a date as a Date', async () => {
    sheet.setCell('A1', '2026-11-02');
    sheet.setCell('A2', '2026-11-02 09:30');
    expect(await given('=GIVEN(A1, A2)')).toEqual([
      { date: '2026-11-02T00:00:00.000Z' },
      { date: '2026-11-02T09:30:00.000Z' },
    ]);
  });

  test('accepts the formula syntax of Google Sheets', async () => {
    const texts = ['=GIVEN("a;b"; "say ""x"" to C:\\")', '=GIVEN("a;b", "say ""x"" to C:\\")'];
    for (const text of texts) expect(await given(text)).toEqual(['a;b', 'say "x" to C:\\']);
    expect(await given('=GIVEN(""; """")')).toEqual(['', '"']);
  });

  test('waits for the functions in the arguments', async () => {
    sheet.setCell('A1', '=DOUBLE(4)');
    sheet.setCell('B1', '=DOUBLE(A1)');
    sheet.setCell('C1', '=SUM(A1:B1)');
    await sheet.evaluate();
    expect([sheet.value('A1'), sheet.value('B1'), sheet.value('C1')]).toEqual([8, 16, 24]);
    expect(host.counters().executions).toBe(2);
  });
});

describe('values', () => {
  test('spills rows with dates and blanks', async () => {
    sheet.setCell('B2', '=TABLE()');
    await sheet.evaluate();
    const day = new Date('2026-11-02T00:00:00Z');
    expect(sheet.table('B2')).toEqual([
      ['day', 'share'],
      [day, 0.25],
      [null, null],
    ]);
    expect(sheet.value('B3')).toEqual(day);
    sheet.setCell('D1', '=COUNT(B2:C4)');
    expect(sheet.value('D1')).toBe(2);
  });

  test('gives an error for a block that would overwrite a cell', async () => {
    sheet.setCell('C4', 'mine');
    sheet.setCell('B2', '=TABLE()');
    await sheet.evaluate();
    expect(sheet.value('B2')).toBe('#SPILL!');
    expect(sheet.value('C4')).toBe('mine');
  });

  test('shows a thrown error as a note, and IFERROR catches it', async () => {
    sheet.setCell('A1', '=FAIL("x.example")');
    sheet.setCell('A2', '=IFERROR(FAIL("x.example"), "none")');
    await sheet.evaluate();
    expect(sheet.value('A1')).toBe('#ERROR');
    expect(sheet.error('A1')).toContain('[not_found] No website "x.example".');
    expect(sheet.value('A2')).toBe('none');
    expect(sheet.error('A2')).toBeNull();
  });

  test('keeps text that looks like a formula', async () => {
    sheet.setCell('A1', '=FORMULA()');
    await sheet.evaluate();
    expect(sheet.value('A1')).toBe('=1+1');
  });
});

describe('calls', () => {
  test('calls a function once for equal arguments in any number of cells', async () => {
    for (let row = 1; row <= 49; row++) sheet.setCell(`B${row}`, `=DOUBLE(${row % 7})`);
    await sheet.evaluate();
    expect(sheet.value('B49')).toBe(0);
    expect(sheet.value('B48')).toBe(12);
    expect(host.counters().executions).toBe(7);
  });

  test('calls a function again only if an argument changed', async () => {
    sheet.setCell('A1', '1');
    sheet.setCell('B1', '=DOUBLE(A1)');
    sheet.setCell('B2', '=DOUBLE(10)');
    await sheet.evaluate();
    sheet.setCell('A1', '3');
    await sheet.evaluate();
    expect([sheet.value('B1'), sheet.value('B2')]).toEqual([6, 20]);
    expect(host.counters().executions).toBe(3);
  });

  test('recalculate calls every function again', async () => {
    sheet.setCell('B1', '=DOUBLE(1)');
    await sheet.evaluate();
    sheet.recalculate();
    await sheet.evaluate();
    expect(sheet.value('B1')).toBe(2);
    expect(host.counters().executions).toBe(2);
  });

  test('calls functions without the tag, and keeps two sheets apart', async () => {
    const other = await startScript({ 'Code.js': 'function plain(text) { return "other " + text; }' });
    try {
      const otherSheet = await GridWorkbook.open(other);
      for (const each of [sheet, otherSheet]) each.setCell('A1', '=plain("x")');
      await Promise.all([sheet.evaluate(), otherSheet.evaluate()]);
      expect([sheet.value('A1'), otherSheet.value('A1')]).toEqual(['plain x', 'other x']);
    } finally {
      await other.close();
    }
  });
});

describe('refusals', () => {
  test('refuses an address outside the sheet', () => {
    expect(() => sheet.setCell('AA1', 'x')).toThrow(/AA1 was not written/);
    expect(() => sheet.value('B')).toThrow('"B" is not the address of a cell: write one such as B2.');
  });

  test('refuses a function with the name of a built-in function', async () => {
    const script = await startScript({ 'Code.js': 'function SUM(a) { return a; }' });
    try {
      await expect(GridWorkbook.open(script)).rejects.toThrow(/The function SUM has the name/);
    } finally {
      await script.close();
    }
  });

  test('rejects after the host was closed', async () => {
    await host.close();
    sheet.setCell('A1', '=DOUBLE(1)');
    await expect(sheet.evaluate()).rejects.toThrow(/closed/);
    host = await startScript({ 'Code.js': code });
  });
});
