import { describe, expect, test } from 'vitest';
import { combineIntoRanges } from '../../src/formulas/range-formulas.ts';

const takesRange = (name: string): boolean => ['CITATIONS', 'AUTHORITY', 'SHARE_OF_VOICE'].includes(name);

/** A column of formulas from row 2 on. */
function found(...column: string[]) {
  return combineIntoRanges({ tab: 'Plan', formulas: [[''], ...column.map((one) => [one])] }, takesRange);
}

const rows = (formula: (row: number) => string, from = 2, to = 5): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => formula(from + at));

describe('a column that one range formula can replace', () => {
  test('is found with its cells, both formulas and the saved calls', () => {
    expect(found(...rows((row) => `=CITATIONS(B${row}; "ChatGPT")`))).toEqual([
      {
        tab: 'Plan',
        column: 1,
        firstRow: 2,
        rows: 4,
        cells: 'A2:A5',
        before: '=CITATIONS(B2; "ChatGPT")',
        after: '=CITATIONS(B2:B5; "ChatGPT")',
        savedCalls: 3,
      },
    ]);
  });

  test.each([
    ['=AUTHORITY(B{r})', '=AUTHORITY(B2:B5)'],
    ['=authority($B{r})', '=authority($B2:$B5)'],
    ["=CITATIONS('A, b; c'!B{r}, C$1)", "=CITATIONS('A, b; c'!B2:B5, C$1)"],
    ['=SHARE_OF_VOICE(B{r};"Rival; Inc (x)")', '=SHARE_OF_VOICE(B2:B5;"Rival; Inc (x)")'],
    ['=CITATIONS( B{r} ; )', '=CITATIONS(B2:B5; )'],
  ])('%s becomes %s', (before, after) => {
    expect(found(...rows((row) => before.replace('{r}', String(row)))).map((one) => one.after)).toEqual([
      after,
    ]);
  });

  test('may refer to other rows, as long as the reference moves with the row', () => {
    expect(found(...rows((row) => `=CITATIONS(B${row + 10})`))[0]?.after).toBe('=CITATIONS(B12:B15)');
  });

  test('is found twice in one column', () => {
    const column = [
      ...rows((row) => `=CITATIONS(B${row})`),
      '',
      ...rows((row) => `=AUTHORITY(B${row})`, 7, 9),
    ];
    expect(found(...column).map(({ cells }) => cells)).toEqual(['A2:A5', 'A7:A9']);
  });
});

describe('left unchanged', () => {
  test.each([
    ['a fixed row', rows(() => '=CITATIONS(B$2)')],
    ['a second argument that moves too', rows((row) => `=CITATIONS(B${row}; C${row})`)],
    ['a text argument', rows((row) => `=CITATIONS("site ${row}")`)],
    ['a range in each row', rows((row) => `=CITATIONS(B${row}:C${row})`)],
    ['a call inside another', rows((row) => `=IFERROR(CITATIONS(B${row}))`)],
    ['a function that takes no range', rows((row) => `=ANALYTICS(B${row})`)],
    ['a computed argument', rows((row) => `=CITATIONS(B${row}; C$1&"x")`)],
    ['two rows', rows((row) => `=CITATIONS(B${row})`, 2, 3)],
    ['rows with gaps', ['=CITATIONS(B2)', '=CITATIONS(B3)', '', '=CITATIONS(B5)', '=CITATIONS(B6)']],
    ['rows in another order', ['=CITATIONS(B2)', '=CITATIONS(B4)', '=CITATIONS(B3)']],
  ])('%s', (_, column) => expect(found(...column)).toEqual([]));
});
