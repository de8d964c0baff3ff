import { type CellPosition, helpers } from '@odoo/o-spreadsheet';
import { type CellValue, toCellValue } from '../workbook/cell-values.ts';
import { type GridWorkbook, readBlock } from '../workbook/workbook.ts';
import type { World } from '../world/world.ts';

/** One formula of the workbook with its result: a block of cells, or the note of an error. */
export interface FormulaOutcome {
  readonly tab: string;
  readonly address: string;
  readonly formula: string;
  readonly outcome: { readonly rows: CellValue[][]; readonly texts: string[][] } | { readonly error: string };
}

export interface FormDemo {
  readonly form: '1' | '2';
  readonly outcomes: readonly FormulaOutcome[];
  /** API requests in the service's log. */
  readonly requests: number;
}

/** The workbook as it is in Form 1. */
export async function showForm1(world: World): Promise<FormDemo> {
  await world.workbook.evaluate();
  const { total } = await world.sandbox.admin.requests();
  return { form: '1', outcomes: readFormulas(world.workbook), requests: total };
}

/** Changes the service to Form 2, connects again and runs every formula again. Throws if a cell shows another value than before. */
export async function showForm2(world: World, first: FormDemo): Promise<FormDemo> {
  const before = (await world.sandbox.admin.requests()).total;
  await world.change({ change: 'form', form: '2' });
  await world.connectAgain();
  world.workbook.recalculate();
  await world.workbook.evaluate();
  const outcomes = readFormulas(world.workbook);
  const changed = outcomes.find((one, at) => JSON.stringify(one) !== JSON.stringify(first.outcomes[at]));
  if (changed !== undefined)
    throw new Error(`${changed.tab}!${changed.address} shows another value in Form 2 than in Form 1.`);
  return { form: '2', outcomes, requests: (await world.sandbox.admin.requests()).total - before };
}

/** Every formula by tab, row and column. */
function readFormulas({ model }: GridWorkbook): FormulaOutcome[] {
  const { getters } = model;
  return getters.getSheetIds().flatMap((sheetId) =>
    getters
      .getCells(sheetId)
      .filter(({ isFormula }) => isFormula)
      .map(({ id }) => getters.getCellPosition(id))
      .sort((one, other) => one.row - other.row || one.col - other.col)
      .map((position) => readFormula(model, position)),
  );
}

function readFormula(model: GridWorkbook['model'], position: CellPosition): FormulaOutcome {
  const { getters } = model;
  const { type, message, value } = getters.getEvaluatedCell(position);
  const block = readBlock(model, position);
  return {
    tab: getters.getSheetName(position.sheetId),
    address: helpers.toXC(position.col, position.row),
    formula: getters.getCellText(position, { showFormula: true }),
    outcome:
      type === 'error'
        ? { error: message ?? String(value) }
        : {
            rows: block.map((row) => row.map(toCellValue)),
            texts: block.map((row) => row.map(({ formattedValue }) => formattedValue)),
          },
  };
}
