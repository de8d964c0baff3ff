import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FormulaChoice, formatFormula } from '../../src/formulas/reference.ts';
import { listParameterValues } from '../../src/functions/parameters.ts';
import { catalogue } from '../../src/index.ts';
import { runAction } from '../support/actions.ts';
import { anyForm, type LocalAddon, startConnectedAddon } from '../support/local-addon.ts';

const functions = catalogue.map(({ name, parameters }) => ({
  name,
  parameters: parameters.filter((parameter) => parameter.name !== 'refresh'),
}));

const websites = [
  'northwind-outdoor.example',
  'Harbor & Pine',
  'nowhere.example',
  'A2',
  'A2:A4',
  'D1',
  'H20',
];
const anyText = fc.string({ maxLength: 12 });

/** What a user may leave in a field: a listed value mostly, else anything. */
function inputFor(parameter: (typeof functions)[number]['parameters'][number]): fc.Arbitrary<FormulaChoice> {
  const listed = parameter.name === 'website' ? websites : listParameterValues(parameter);
  const typed = (values: readonly string[]) => fc.constantFrom(...values).map((text) => ({ typed: text }));
  return fc.oneof(
    { weight: 4, arbitrary: listed.length === 0 ? typed(['']) : typed(listed) },
    { weight: 3, arbitrary: typed(['']) },
    { weight: 1, arbitrary: typed(['A2', 'B1:C1', 'A2:A4', 'D1', 'D:D']) },
    { weight: 1, arbitrary: anyText.map((text) => ({ typed: text })) },
  );
}

const formulas = fc
  .constantFrom(...functions)
  .chain(({ name, parameters }) =>
    fc.tuple(...parameters.map(inputFor)).map((choices) => formatFormula(name, choices)),
  );

describe.each(anyForm)('the builder, Form %i,', (form) => {
  let addon: LocalAddon;

  beforeAll(async () => {
    addon = await startConnectedAddon(form, 'enterprise');
    const { sheet } = addon.host;
    sheet.typeRows('A2', [['Northwind Outdoor'], ['nowhere.example'], ['Harbor & Pine']]);
    sheet.typeRows('B1', [['2026-11-01', '2026-11-07']]);
  });

  afterAll(() => addon[Symbol.asyncDispose]());

  test('writes formulas that show a value, and no other, whatever its fields hold', async () => {
    const { host } = addon;
    let written = 0;
    await fc.assert(
      fc.asyncProperty(formulas, async (formula) => {
        host.sheet.erase('H20:Z300');
        host.sheet.select('H20');
        const answer = await runAction(host, 'insertFormula', { formula, replace: true }).catch(
          (refusal: Error) => refusal.message,
        );
        if (typeof answer === 'string') {
          expect(host.sheet.cell('H20').formula).toBe('');
          return;
        }
        await host.sheet.calculate();
        written += 1;
        expect([formula, String(host.sheet.cell('H20').value)]).not.toEqual([
          formula,
          expect.stringMatching(/^#/),
        ]);
      }),
      { numRuns: 60, seed: 15 },
    );
    expect(written).toBeGreaterThan(8);
  });
});
