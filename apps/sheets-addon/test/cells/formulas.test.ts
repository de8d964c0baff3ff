import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../build/build-addon.ts';
import {
  type FormulaResult,
  formatFormulaPage,
  formulaSections,
  runFormulas,
} from '../support/formula-cases.ts';
import { forms } from '../support/local-addon.ts';

const groups = formulaSections.flatMap(([, own]) => own);
let results: readonly ReadonlyMap<string, FormulaResult>[];

beforeAll(async () => {
  results = await Promise.all(forms.map(runFormulas));
}, 120_000);

describe.each(forms)('Form %i', (form) => {
  const shownBy = (formula: string) => results[form - 1]?.get(formula);

  test.each(groups.filter((formulas) => formulas.length > 1))(
    'every spelling of %s shows the same',
    (...formulas) => {
      const [first, ...others] = formulas;
      for (const formula of others)
        expect([formula, shownBy(formula)]).toEqual([formula, shownBy(first ?? '')]);
    },
  );

  test('every formula shows what docs/FORMULAS.md says', async () => {
    const own = results[form - 1] ?? new Map();
    await expect(formatFormulaPage(own)).toMatchFileSnapshot(join(root, 'docs/FORMULAS.md'));
  });

  test('no note or text of a row is cut', () => {
    const texts = groups.flat().flatMap((formula) => {
      const { note = null, rows = [] } = shownBy(formula) ?? {};
      return [...(note === null ? [] : [note]), ...rows.flat().filter((cell) => cell.startsWith('['))];
    });
    expect(texts.length).toBeGreaterThan(30);
    for (const text of texts) expect(text).toMatch(/^\[[a-z_]+\] \S.{20,150}[.?]$/);
  });
});
