import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { root } from '../../build/build-addon.ts';
import { formulaSections, formulaSheet } from '../support/formula-cases.ts';
import { type FormulaResult, formatFormulaPage, runSections, toResultKey } from '../support/formula-page.ts';

let results: readonly ReadonlyMap<string, FormulaResult>[];

beforeAll(async () => {
  // Form 2 runs its own sections; the soak runs all of them in both Forms.
  const own = formulaSections.filter(({ form }) => form === 2);
  results = await Promise.all([
    runSections(1, formulaSections, formulaSheet),
    runSections(2, own, formulaSheet),
  ]);
}, 240_000);

const shownBy = (form: 1 | 2, heading: string, formula: string) =>
  results[form - 1]?.get(toResultKey(heading, formula));
const spellings = formulaSections.flatMap(({ form = 1, heading, groups }) =>
  groups.filter((formulas) => formulas.length > 1).map((formulas) => [form, heading, formulas] as const),
);

test.each(spellings)('Form %s, %s: every spelling of %j shows the same', (form, heading, formulas) => {
  const [first = '', ...others] = formulas;
  for (const formula of others)
    expect([formula, shownBy(form, heading, formula)]).toEqual([formula, shownBy(form, heading, first)]);
});

test('every formula shows what formulas.txt says', async () => {
  const all = new Map(results.flatMap((one) => [...one]));
  const page = formatFormulaPage(formulaSections, formulaSheet, all);
  await expect(page).toMatchFileSnapshot(join(root, 'test/cells/formulas.txt'));
});

test('no note or text of a row is cut', () => {
  const texts = results.flatMap((one) =>
    [...one.values()].flatMap(({ note, rows }) => [
      ...(note === null ? [] : [note]),
      ...rows.flat().filter((cell) => cell.startsWith('[')),
    ]),
  );
  expect(texts.length).toBeGreaterThan(30);
  for (const text of texts) expect(text).toMatch(/^\[[a-z_]+\] \S.{20,150}[.?]$/);
});

test('the page has a hundred and fifty formulas, four zones and seven locales of six languages', () => {
  const files = formulaSections.map(({ file }) => file);
  const count = (items: readonly string[]): number => new Set(items).size;
  expect(formulaSections.flatMap(({ groups }) => groups.flat()).length).toBeGreaterThanOrEqual(150);
  expect(count(files.map(({ timeZone }) => timeZone))).toBe(4);
  expect(count(files.map(({ locale }) => locale))).toBe(7);
});
