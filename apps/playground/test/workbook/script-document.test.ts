import { EventEmitter, once } from 'node:events';
import type { ScriptHost } from '@answershare/apps-script';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ScriptDocument } from '../../src/workbook/script-document.ts';
import { GridWorkbook } from '../../src/workbook/workbook.ts';
import { startScript } from '../fixtures/script.ts';

const code = `
/** @customfunction */
function COMBINE(first, second) { return first + second; }
/** @customfunction */
function STORED() {
  var properties = PropertiesService.getScriptProperties();
  var value = properties.getProperty('value');
  properties.getProperty('value');
  return value;
}
function put(formula) { SpreadsheetApp.getActiveSheet().getRange('A1').setFormula(formula); }
function name(name, cells) {
  var book = SpreadsheetApp.getActiveSpreadsheet();
  book.setNamedRange(name, book.getActiveSheet().getRange(cells));
}
function readNamed(name) {
  var range = SpreadsheetApp.getActiveSpreadsheet().getRangeByName(name);
  return range && range.getA1Notation();
}
function read(cell) {
  var range = SpreadsheetApp.getActiveSheet().getRange(cell);
  return [range.getFormula(), range.getValue()];
}
`;

/** Awaited before each service call of a script. */
let beforeCall = async (): Promise<void> => undefined;

let host: ScriptHost;
let workbook: GridWorkbook;
let document: ScriptDocument;

beforeEach(async () => {
  beforeCall = async () => undefined;
  host = await startScript({ 'Code.js': code }, { threads: 2, onCall: () => beforeCall() });
  workbook = await GridWorkbook.open(host);
  document = new ScriptDocument(host, workbook, () => undefined);
});
afterEach(() => host.close());

const put = (formula: string) => document.run(() => host.run('put', [formula]));
const read = (cell: string) => document.run(() => host.run('read', [cell]));

describe('a formula that a script wrote', () => {
  test('has the value of the grid when the next script reads it', async () => {
    await put('=1+2');
    expect(await read('A1')).toEqual(['=1+2', 3]);
    expect(workbook.value('A1')).toBe(3);
  });

  test('keeps the script’s text, which the grid writes in another way', async () => {
    const formula = '=COMBINE("a;b"; "say ""x""")';
    await put(formula);
    await workbook.evaluate();
    for (let run = 0; run < 2; run++) expect(await read('A1')).toEqual([formula, 'a;bsay "x"']);
  });
});

describe('a formula that a script writes again', () => {
  const rewrite = (): Promise<void> =>
    document.run(async () => {
      host.sheet.type('A1', null);
      host.sheet.type('A1', '=STORED()');
    });
  const store = (value: string): void => host.properties.script.set('value', value);

  test('runs again each time, also after a run that gave the same value', async () => {
    store('old');
    workbook.setCell('A1', '=STORED()');
    for (const value of ['old', 'old', 'new', 'new', 'old']) {
      store(value);
      await rewrite();
      await workbook.evaluate();
      expect(await read('A1')).toEqual(['=STORED()', value]);
    }
    expect(host.executions().filter(({ kind }) => kind === 'cell').length).toBe(6);
  });

  test('runs again while its last run has not ended', async () => {
    store('old');
    const steps = new EventEmitter();
    const [begun, finished] = [once(steps, 'begin'), once(steps, 'finish')];
    let calls = 0;
    beforeCall = async () => {
      if (++calls !== 2) return;
      steps.emit('begin');
      await finished;
    };
    workbook.setCell('A1', '=STORED()');
    await begun;
    store('new');
    await rewrite();
    steps.emit('finish');
    await workbook.evaluate();
    expect(await read('A1')).toEqual(['=STORED()', 'new']);
    expect(host.executions().filter(({ kind }) => kind === 'cell').length).toBe(2);
  });

  test('keeps what a user types over it meanwhile', async () => {
    await put('=COMBINE("a"; "b")');
    await document.run(async () => {
      workbook.setCell('A1', '=2*4');
      host.sheet.type('A1', null);
      host.sheet.type('A1', '=COMBINE("a"; "b")');
    });
    expect(await read('A1')).toEqual(['=2*4', 8]);
  });
});

test('a script reads what a user typed over its formula', async () => {
  await put('=1+2');
  workbook.setCell('A1', '=2*4');
  workbook.setCell('B1', 'text');
  expect(await read('A1')).toEqual(['=2*4', 8]);
  expect(await read('B1')).toEqual(['', 'text']);
});

test('a named range of a script works in a formula, and one of a user in a script', async () => {
  workbook.setCell('A1', '4');
  await document.run(() => host.run('name', ['Rate', 'A1:A2']));
  workbook.setCell('B1', '=SUM(Rate)');
  expect(workbook.value('B1')).toBe(4);
  await document.run(() => host.run('name', ['Rate', 'A1:A3']));
  workbook.setCell('A3', '5');
  expect(workbook.value('B1')).toBe(9);
  const [sheetId = ''] = workbook.model.getters.getSheetIds();
  const ranges = [{ _sheetId: sheetId, _zone: { top: 0, bottom: 1, left: 2, right: 2 } }];
  workbook.dispatch([
    { type: 'CREATE_NAMED_RANGE', name: 'Mine', ranges },
    { type: 'DELETE_NAMED_RANGE', name: 'Rate' },
  ]);
  const readNamed = (name: string) => document.run(() => host.run('readNamed', [name]));
  expect([await readNamed('Mine'), await readNamed('Rate')]).toEqual(['C1:C2', null]);
});

test('a formula spills into a cell that has only a style', async () => {
  const [sheetId = ''] = workbook.model.getters.getSheetIds();
  workbook.dispatch([{ type: 'UPDATE_CELL', sheetId, col: 3, row: 1, style: { bold: true } }]);
  workbook.setCell('A1', '4');
  workbook.setCell('B1', '5');
  workbook.setCell('D1', '=TRANSPOSE(A1:B1)');
  for (let run = 0; run < 2; run++) {
    expect(await read('D1')).toEqual(['=TRANSPOSE(A1:B1)', 4]);
    expect(host.sheet.values('D1:D2')).toEqual([[4], [5]]);
  }
});

test('a script does not begin amid the changes of another one', async () => {
  await put('=1+2');
  let clear = (): void => undefined;
  const cleared = new Promise<void>((resolve) => {
    clear = resolve;
  });
  const rewriting = document.run(async () => {
    host.sheet.type('A1', null);
    clear();
    await new Promise(setImmediate);
    host.sheet.type('A1', '=2+3');
  });
  await cleared;
  expect(await read('A1')).toEqual(['=2+3', 5]);
  await rewriting;
  expect(workbook.value('A1')).toBe(5);
});
