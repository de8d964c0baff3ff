import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../build/build-addon.ts';
import { formulaSections, formulaSheet } from '../test/support/formula-cases.ts';
import { formatFormulaPage, runSections } from '../test/support/formula-page.ts';

test('every formula of formulas.txt shows the same in Form 2', async () => {
  const ofForm1 = await runSections(
    1,
    formulaSections.filter(({ form }) => form === 1),
    formulaSheet,
  );
  const all = new Map([...ofForm1, ...(await runSections(2, formulaSections, formulaSheet))]);
  const page = formatFormulaPage(formulaSections, formulaSheet, all);
  await expect(page).toMatchFileSnapshot(join(root, 'test/cells/formulas.txt'));
});
