import { expect, test } from 'vitest';
import { findCalls } from '../../src/formulas/parse-calls.ts';
import { formatFormula } from '../../src/formulas/reference.ts';

test.each([
  [[{ text: 'example.com' }], '=CITATIONS("example.com")'],
  [[{ typed: 'A2:A50' }], '=CITATIONS(A2:A50)'],
  [[{ typed: ' a2 ' }, { typed: 'ChatGPT' }], '=CITATIONS(A2; "ChatGPT")'],
  [[{ text: 'A2' }], '=CITATIONS("A2")'],
  [[{ text: 'x' }, { typed: '' }, { typed: '' }], '=CITATIONS("x")'],
  [[{ text: 'x' }, { typed: '' }, { typed: '1.5' }], '=CITATIONS("x"; ; "1.5")'],
  [[{ typed: "'My tab'!B3" }], "=CITATIONS('My tab'!B3)"],
  [[], '=CITATIONS()'],
])('formats %j as %s', (choices, formula) => expect(formatFormula('CITATIONS', choices)).toBe(formula));

test.each(['=HYPERLINK("http://x")', '"; IMPORTDATA("http://x"); "', 'a"b', '\n=1'])(
  'keeps the name %j one text',
  (text) => {
    const formula = formatFormula('CITATIONS', [{ text }]);
    expect(findCalls(formula, () => true)).toEqual([
      { name: 'CITATIONS', arguments: [{ kind: 'text', text: text.trim() }], whole: true },
    ]);
  },
);
