import { expect, test } from 'vitest';
import { placeReportFormulas, readReportRows } from '../../src/actions/report-content.ts';
import { defineReport } from '../../src/actions/report-definitions.ts';
import { toTabName } from '../../src/actions/report-sheet.ts';
import { toTypedText } from '../../src/google/workbook.ts';

test('a row’s fault is a blank and a note, and affects no other column', () => {
  const rows = readReportRows(defineReport('overview', ''), (name, [ids]) => {
    if (name === 'WEBSITES')
      return [
        ['A', 'a.example', 'a'],
        ['B', 'b.example', 'b'],
      ];
    if (name === 'AUTHORITY') throw new Error('[forbidden] Ask the owner.');
    expect(ids).toEqual([['a'], ['b']]);
    return name === 'CITATIONS' ? [[3], ['[timeout] No answer.']] : [[0.5], ['']];
  });
  expect(rows).toEqual([
    ['A', 'a.example', 'a', '', 0.5, 3, '[forbidden] Ask the owner.'],
    ['B', 'b.example', 'b', '', '', '', '[forbidden] Ask the owner. [timeout] No answer.'],
  ]);
});

test('a report’s values equal the results of its formulas', () => {
  expect(placeReportFormulas(defineReport('overview', ''), 5, 8)).toEqual([
    { column: 1, formula: '=WEBSITES("columns=name, domain, id; headers=no")' },
    { column: 4, formula: '=AUTHORITY(C5:C12)' },
    { column: 5, formula: '=SHARE_OF_VOICE(C5:C12)' },
    { column: 6, formula: '=CITATIONS(C5:C12)' },
  ]);
  expect(placeReportFormulas(defineReport('trend', 'ws_1'), 5, 8)).toEqual([
    { column: 1, formula: '=ANALYTICS("ws_1"; "30d"; "visitors, pageviews, citations"; "headers=no")' },
  ]);
});

test.each([
  ['=1+1', "'=1+1"],
  ["'quoted", "''quoted"],
  ['\t=1', "' =1"],
  ['\r\n@x', "'  @x"],
  ['1-2', "'1-2"],
  ['', ''],
])('the text %j is written as %j', (text, written) => expect(toTypedText(text)).toBe(written));

test.each([
  ['Share of voice: =IMPORTXML("http://x")', 'Share of voice IMPORTXML( http x )'],
  ["A'B!C[1]", 'A B C 1'],
  ['\u202egpj.exe', 'gpj.exe'],
  ['   ', 'Answershare'],
  ['x'.repeat(200), 'x'.repeat(60)],
  ['half \ud83d', 'half'],
])('a tab for %j is called %j', (title, name) => expect(toTabName(title, [])).toBe(name));

test('a used tab name gets a number, whatever its case', () => {
  expect(toTabName('Trend', ['TREND', 'Trend 2'])).toBe('Trend 3');
});
