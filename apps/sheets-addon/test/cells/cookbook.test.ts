import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../build/build-addon.ts';
import { cookbookSheet, findOwnCall, formatCookbook, recipes } from '../support/cookbook.ts';
import { type FormulaResult, openFormulaFile, runFormula } from '../support/formula-page.ts';
import { anyForm } from '../support/local-addon.ts';

const file = { timeZone: 'Etc/UTC', locale: 'en_US', instant: '2026-11-21T09:00:05Z' };

describe.each(anyForm)('Form %i', (form) => {
  test('every recipe shows what docs/COOKBOOK.md says, and no error', async () => {
    await using addon = await openFormulaFile(form, file, cookbookSheet);
    const results = new Map<string, FormulaResult>();
    for (const formula of recipes.flatMap(({ formulas }) => formulas)) {
      const call = findOwnCall(formula);
      const result = await runFormula(addon, call);
      expect([call, result.note]).toEqual([call, null]);
      expect(result.rows.flat().filter((cell) => cell.startsWith('['))).toEqual([]);
      results.set(call, result);
    }
    await expect(formatCookbook(results)).toMatchFileSnapshot(join(root, 'docs/COOKBOOK.md'));
  });
});

test('the page has twenty recipes', () => {
  expect(recipes).toHaveLength(20);
});

test('an inner call is found within other functions and texts with brackets', () => {
  expect(findOwnCall('=SPARKLINE(INDEX(ANALYTICS(A2; "a)b"; (B1));;2))')).toBe('=ANALYTICS(A2; "a)b"; (B1))');
  expect(findOwnCall('=CITATIONS(A2)')).toBe('=CITATIONS(A2)');
});
