import { isSameFormula } from '../formulas/parse-calls.ts';
import { combineIntoRanges, type RangeFormula, splitRange } from '../formulas/range-formulas.ts';
import { toColumnLetters } from '../formulas/reference.ts';
import type { ActionContext, Calendar } from '../ports/action-context.ts';
import { type Cell, rejectAction } from '../ports/cell.ts';
import type { SheetTab } from '../ports/workbook.ts';
import { type DoubtfulFormula, findDoubtfulFormulas } from './doubtful-formulas.ts';
import { recordQueries } from './file-queries.ts';
import { findFunction } from './own-formulas.ts';

const undoName = 'answershare.undo';

/** The last combination, stored for undo. */
export type CombinedFormulas = Pick<
  RangeFormula,
  'tab' | 'column' | 'firstRow' | 'rows' | 'cells' | 'before' | 'after'
>;

/** True if the function gives one cell for each row of a range. Some functions need a metric as second argument. */
function takesRange(name: string, calendar: Calendar): boolean {
  const found = findFunction(name);
  const range = [['a'], ['b']];
  const queriesEach = (args: readonly unknown[]): boolean =>
    found !== null && found.stacksTables !== true && recordQueries(found, args, calendar).length === 2;
  return queriesEach([range]) || queriesEach([range, 'citations']);
}

function findColumns(tab: SheetTab, calendar: Calendar): readonly RangeFormula[] {
  const grid = { tab: tab.name, formulas: tab.formulas() };
  return combineIntoRanges(grid, (name) => takesRange(name, calendar));
}

/** Finds columns of single formulas that one range formula can replace, the last combination, and doubtful formulas. */
export function findRangeFormulas(context: ActionContext): {
  readonly found: readonly RangeFormula[];
  readonly undo: CombinedFormulas | null;
  readonly doubtful: readonly DoubtfulFormula[];
} {
  const { workbook, properties, calendar } = context;
  const text = properties.get(undoName);
  return {
    found: workbook.tabs().flatMap((tab) => findColumns(tab, calendar)),
    undo: text === null ? null : (JSON.parse(text) as CombinedFormulas),
    doubtful: findDoubtfulFormulas(context),
  };
}

const isFault = (cell: Cell): boolean => typeof cell === 'string' && /^(?:#|\[[a-z_]+\] )/.test(cell);
/** A cell whose formula is not calculated yet. */
const isUncalculated = (cell: Cell): boolean =>
  cell === '' || (typeof cell === 'string' && /^Loading/.test(cell));

const isSameCell = (before: Cell, after: Cell): boolean => isUncalculated(before) || before === after;

function toBlock({ column, firstRow, rows }: CombinedFormulas) {
  return { row: firstRow, column, rows, columns: 1 };
}

/**
 * Replaces a column of formulas by its range formula. Restores the formulas if a cell would show another value.
 * @throws CellError if the column has changed since, a cell fails, or a value would change
 */
export function combineFormulas(context: ActionContext, input: CombinedFormulas): { readonly cells: string } {
  const { workbook, properties, t } = context;
  const tab = workbook.tab(String(input.tab));
  const found =
    tab === null
      ? undefined
      : findColumns(tab, context.calendar).find(
          ({ cells, before, after }) =>
            cells === input.cells && before === input.before && after === input.after,
        );
  if (tab === null || found === undefined) rejectAction(t('doctor.changed', { cells: String(input.cells) }));
  const block = toBlock(found);
  const before = tab.read(block);
  // A single formula throws, and SUM and IFERROR see it. A range formula shows the reason as text.
  const failedRow = before.findIndex(([cell = '']) => isFault(cell));
  if (failedRow >= 0) {
    const cell = `${toColumnLetters(block.column)}${block.row + failedRow}`;
    rejectAction(t('doctor.failing', { cell }));
  }
  const { savedCalls: _, ...undo } = found;
  properties.set(undoName, JSON.stringify(undo));
  tab.writeFormulas(
    block.row,
    block.column,
    before.map((__, at) => [at === 0 ? found.after : '']),
  );
  workbook.flush();
  const after = tab.read(block);
  const hasRun = after.some((row) => row.some((cell) => !isUncalculated(cell)));
  const changedRow = !hasRun
    ? -1
    : before.findIndex((row, at) => !isSameCell(row[0] ?? '', after[at]?.[0] ?? ''));
  if (changedRow >= 0) {
    undoCombine(context);
    const cell = `${toColumnLetters(block.column)}${block.row + changedRow}`;
    rejectAction(t('doctor.different', { cell }));
  }
  return { cells: found.cells };
}

/** Restores the formulas of the last combination if its range formula is still in its cell. @throws CellError */
export function undoCombine({ workbook, properties, t }: ActionContext): {
  readonly cells: string;
} {
  const text = properties.get(undoName);
  const last = text === null ? null : (JSON.parse(text) as CombinedFormulas);
  const tab = last === null ? null : workbook.tab(last.tab);
  if (last === null || tab === null) rejectAction(t('doctor.none'));
  const current = tab.formulas()[last.firstRow - 1]?.[last.column - 1];
  if (current === undefined || !isSameFormula(current, last.after))
    rejectAction(t('doctor.changed', { cells: last.cells }));
  tab.writeFormulas(last.firstRow, last.column, [['']]);
  tab.writeFormulas(
    last.firstRow,
    last.column,
    splitRange(last.before, last.rows).map((formula) => [formula]),
  );
  workbook.flush();
  properties.remove(undoName);
  return { cells: last.cells };
}
