import { describe, expect, test } from 'vitest';
import { findCalls, isSameFormula } from '../../src/formulas/parse-calls.ts';
import { readReference, writeReference } from '../../src/formulas/reference.ts';

const known = (name: string): boolean => ['CITATIONS', 'ANALYTICS', 'AS_CITATIONS'].includes(name);
const named = (formula: string): string[] => findCalls(formula, known).map(({ name }) => name);

describe('references', () => {
  test.each([
    'A2',
    '$A$2',
    'A$2',
    'A2:B50',
    'A2:A',
    'B:B',
    '2:5',
    'Sheet1!A2',
    "'My tab'!A2:$B$3",
    "'It''s'!C4",
    'ZZZ1048576',
  ])('reads and writes %s unchanged', (text) => {
    const reference = readReference(text);
    expect(reference === null ? null : writeReference(reference)).toBe(text);
  });

  test.each(['A', '5', 'example.com', '7d', 'A2B', '', '"A2"', 'A2:', '!A2', 'A2:B3:C4'])(
    'rejects %j',
    (text) => expect(readReference(text)).toBeNull(),
  );

  test("quotes a tab's name where a formula needs it", () => {
    const written = (tab: string): string =>
      writeReference({
        tab,
        from: { column: 1, row: 2, columnFixed: false, rowFixed: false },
        to: null,
      });
    expect([written('Plan'), written('A1'), written('2026'), written("Q1 'plan'")]).toEqual([
      'Plan!A2',
      "'A1'!A2",
      "'2026'!A2",
      "'Q1 ''plan'''!A2",
    ]);
  });
});

test('both ends of a range may name the same tab', () => {
  const written = (text: string): string | null => {
    const reference = readReference(text);
    return reference === null ? null : writeReference(reference);
  };
  expect(written('Sheet1!A2:Sheet1!A9')).toBe('Sheet1!A2:A9');
  expect(written("'My tab'!A2:'My tab'!A9")).toBe("'My tab'!A2:A9");
  expect(written('Sheet1!A2:Sheet2!A9')).toBeNull();
});

describe('calls', () => {
  test.each([
    ['=CITATIONS(Sites[Domain])', ['other']],
    ['=CITATIONS(Sites[[#ALL],[Domain]]; "ChatGPT")', ['other', 'text']],
    ['=CITATIONS(Sheet1!A2:Sheet1!A9)', ['reference']],
    ['=CITATIONS(Sheet1!A2:Sheet2!A9)', ['other']],
    ['=CITATIONS(my.sites)', ['named']],
    ['=IF(A1; CITATIONS(A2 @ ?); "CITATIONS(")', ['other']],
  ])('%s', (formula, kinds) => {
    const calls = findCalls(formula, known);
    expect(calls.map(({ name }) => name)).toEqual(['CITATIONS']);
    expect(calls[0]?.arguments.map(({ kind }) => kind)).toEqual(kinds);
  });

  test('are found with every kind of argument, with either separator', () => {
    const args = findCalls('=CITATIONS(A2:A9; "say ""hi"""; ; 1.5; TRUE; A1&"x")', known)[0]?.arguments;
    expect(args?.map(({ kind }) => kind)).toEqual([
      'reference',
      'text',
      'blank',
      'number',
      'boolean',
      'other',
    ]);
    expect(args?.[1]).toEqual({ kind: 'text', text: 'say "hi"' });
    expect(args?.[5]).toEqual({ kind: 'other', source: 'A1&"x"' });
    expect(findCalls('=CITATIONS(A2, "ChatGPT")', known)[0]?.arguments).toHaveLength(2);
    expect(findCalls('=CITATIONS()', known)[0]?.arguments).toEqual([]);
  });

  test('are found with a named range as an argument', () => {
    expect(findCalls('=CITATIONS(Websites; "ChatGPT"; AnswershareRefresh)', known)[0]?.arguments).toEqual([
      { kind: 'named', name: 'Websites' },
      { kind: 'text', text: 'ChatGPT' },
      { kind: 'named', name: 'AnswershareRefresh' },
    ]);
  });

  test('are found inside other functions and inside each other', () => {
    expect(named('=IFERROR(CITATIONS(A2); 0) + SUM(ANALYTICS("x"; B1:C1))')).toEqual([
      'CITATIONS',
      'ANALYTICS',
    ]);
    expect(named('=citations(INDEX(ANALYTICS(A1); 2))')).toEqual(['ANALYTICS', 'CITATIONS']);
    expect(named('=SUM({1;2;3}; AS_CITATIONS(A2))')).toEqual(['AS_CITATIONS']);
  });

  test('are not found in a text or without parentheses', () => {
    expect(named('="CITATIONS(A2)"')).toEqual([]);
    expect(named('=CITATIONS')).toEqual([]);
    expect(named('CITATIONS(A2)')).toEqual([]);
    expect(named('=MYCITATIONS(A2)')).toEqual([]);
  });

  test('have unknown arguments in an unparsable formula, and are absent in an incomplete one', () => {
    expect(named('=CITATIONS(A2')).toEqual([]);
    expect(named('CITATIONS(A2) ~ 1')).toEqual([]);
    expect(findCalls('=CITATIONS(A2) ~ 1', known)).toEqual([
      { name: 'CITATIONS', arguments: [{ kind: 'other', source: '' }], whole: false },
    ]);
  });

  test('are whole if the formula is only that call', () => {
    const whole = (formula: string): boolean | undefined => findCalls(formula, known)[0]?.whole;
    expect(whole('= CITATIONS(A2) ')).toBe(true);
    expect(whole('=CITATIONS(A2)*2')).toBe(false);
    expect(whole('=-CITATIONS(A2)')).toBe(false);
  });

  test('may refer to a tab with spaces, quotes and non-ASCII letters', () => {
    expect(findCalls("=CITATIONS('Mo''s tab'!A2; Übersicht!B3)", known)[0]?.arguments).toMatchObject([
      { kind: 'reference', reference: { tab: "Mo's tab" } },
      { kind: 'reference', reference: { tab: 'Übersicht' } },
    ]);
  });
});

test.each([
  ['=CITATIONS(A2:A5; "x y")', '=citations( A2:A5,"x y")', true],
  ['=CITATIONS(A2:A5; "x y")', '=CITATIONS(A2:A5; "x  y")', false],
  ['=CITATIONS(A2:A5)', '=CITATIONS(A2:A6)', false],
  ['=~', '=~', true],
])('%s and %s are the same formula: %s', (one, other, same) => expect(isSameFormula(one, other)).toBe(same));
