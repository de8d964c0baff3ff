import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../build/build-addon.ts';
import { formulaSections, formulaSheet } from '../support/formula-cases.ts';
import { type FormulaResult, formatFormulaPage, runSections, toResultKey } from '../support/formula-page.ts';
import { forms } from '../support/local-addon.ts';

let results: readonly ReadonlyMap<string, FormulaResult>[];

beforeAll(async () => {
  results = await Promise.all(forms.map((form) => runSections(form, formulaSections, formulaSheet)));
}, 240_000);

describe.each(forms)('Form %i', (form) => {
  const sections = formulaSections.filter((section) => section.form === undefined || section.form === form);
  const shownBy = (heading: string, formula: string) => results[form - 1]?.get(toResultKey(heading, formula));
  const spellings = sections.flatMap(({ heading, groups }) =>
    groups.filter((formulas) => formulas.length > 1).map((formulas) => [heading, ...formulas]),
  );

  test.each(spellings)('%s: every spelling of %s shows the same', (heading, ...formulas) => {
    const [first = '', ...others] = formulas;
    for (const formula of others)
      expect([formula, shownBy(heading, formula)]).toEqual([formula, shownBy(heading, first)]);
  });

  test('every formula shows what formulas.txt says', async () => {
    const all = new Map([...(results[2 - form] ?? []), ...(results[form - 1] ?? [])]);
    const page = formatFormulaPage(formulaSections, formulaSheet, all);
    await expect(page).toMatchFileSnapshot(join(root, 'test/cells/formulas.txt'));
  });

  test('no note or text of a row is cut', () => {
    const texts = [...(results[form - 1]?.values() ?? [])].flatMap(({ note, rows }) => [
      ...(note === null ? [] : [note]),
      ...rows.flat().filter((cell) => cell.startsWith('[')),
    ]);
    expect(texts.length).toBeGreaterThan(30);
    for (const text of texts) expect(text).toMatch(/^\[[a-z_]+\] \S.{20,150}[.?]$/);
  });
});

test('the page has a hundred and fifty formulas, four zones and three more locales', () => {
  const files = formulaSections.map(({ file }) => file);
  const count = (items: readonly string[]): number => new Set(items).size;
  expect(formulaSections.flatMap(({ groups }) => groups.flat()).length).toBeGreaterThanOrEqual(150);
  expect(count(files.map(({ timeZone }) => timeZone))).toBe(4);
  expect(count(files.map(({ locale }) => locale))).toBe(4);
});
