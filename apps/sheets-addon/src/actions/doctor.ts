import type { Cell } from '../cells/cell.ts';
import { Refusal } from '../cells/refusal.ts';
import { type RangeFormula, rangeFormulas, singleFormulas } from '../formulas/range-formulas.ts';
import { columnLetters } from '../formulas/reference.ts';
import { sameFormula } from '../formulas/tokens.ts';
import type { Calendar, Office } from './office.ts';
import { functionNamed, recordedAsks } from './recorded-asks.ts';
import type { Tab } from './workbook.ts';

const undoName = 'answershare.undo';

/** What was rewritten last, so that it can be undone. */
export type Rewritten = Pick<
  RangeFormula,
  'tab' | 'column' | 'firstRow' | 'rows' | 'cells' | 'before' | 'after'
>;

/** True for a function that asks about each row of a range; some need a second argument, a metric. */
function takesRange(name: string, calendar: Calendar): boolean {
  const found = functionNamed(name);
  const range = [['a'], ['b']];
  const asksForEach = (args: readonly unknown[]): boolean =>
    found !== null && recordedAsks(found, args, calendar).length === 2;
  return asksForEach([range]) || asksForEach([range, 'citations']);
}

function inTab(tab: Tab, calendar: Calendar): readonly RangeFormula[] {
  const grid = { tab: tab.name, formulas: tab.formulas() };
  return rangeFormulas(grid, (name) => takesRange(name, calendar));
}

/** Every column of single formulas in the file that one range formula can stand for, and what can be undone. */
export function findRangeFormulas({ workbook, drawer, calendar }: Office): {
  readonly found: readonly RangeFormula[];
  readonly undo: Rewritten | null;
} {
  const text = drawer.get(undoName);
  return {
    found: workbook.tabs().reduce<RangeFormula[]>((all, tab) => all.concat(inTab(tab, calendar)), []),
    undo: text === null ? null : (JSON.parse(text) as Rewritten),
  };
}

const isFault = (cell: Cell): boolean => typeof cell === 'string' && /^(?:#|\[[a-z_]+\] )/.test(cell);
/** A cell whose formula has not run yet. */
const isOpen = (cell: Cell): boolean => cell === '' || (typeof cell === 'string' && /^Loading/.test(cell));

const sameCell = (before: Cell, after: Cell): boolean => isOpen(before) || before === after;

function columnBlock({ column, firstRow, rows }: Rewritten) {
  return { row: firstRow, column, rows, columns: 1 };
}

/**
 * Replaces a column of formulas by its range formula. Where a cell would then show another value, the formulas are put back.
 * @throws Refusal where the column has changed since it was found, a cell fails, or a value would change
 */
export function rewrite(office: Office, order: Rewritten): { readonly cells: string } {
  const { workbook, drawer, say } = office;
  const tab = workbook.tab(String(order.tab));
  const found =
    tab === null
      ? undefined
      : inTab(tab, office.calendar).find(
          ({ cells, before, after }) =>
            cells === order.cells && before === order.before && after === order.after,
        );
  if (tab === null || found === undefined)
    throw new Refusal('refused', say('doctor.changed', { cells: String(order.cells) }));
  const block = columnBlock(found);
  const before = tab.read(block);
  // A formula of its own throws, which SUM and IFERROR see; in a range formula the reason is a text.
  const failing = before.findIndex(([cell = '']) => isFault(cell));
  if (failing >= 0) {
    const cell = `${columnLetters(block.column)}${block.row + failing}`;
    throw new Refusal('refused', say('doctor.failing', { cell }));
  }
  const { savedCalls: _, ...undo } = found;
  drawer.set(undoName, JSON.stringify(undo));
  tab.writeFormulas(
    block.row,
    block.column,
    before.map((__, at) => [at === 0 ? found.after : '']),
  );
  workbook.flush();
  const after = tab.read(block);
  const ran = after.some((row) => row.some((cell) => !isOpen(cell)));
  const different = !ran ? -1 : before.findIndex((row, at) => !sameCell(row[0] ?? '', after[at]?.[0] ?? ''));
  if (different >= 0) {
    undoRewrite(office);
    const cell = `${columnLetters(block.column)}${block.row + different}`;
    throw new Refusal('refused', say('doctor.different', { cell }));
  }
  return { cells: found.cells };
}

/** Puts the formulas of the last rewriting back, where its range formula still stands. @throws Refusal */
export function undoRewrite({ workbook, drawer, say }: Office): { readonly cells: string } {
  const text = drawer.get(undoName);
  const last = text === null ? null : (JSON.parse(text) as Rewritten);
  const tab = last === null ? null : workbook.tab(last.tab);
  if (last === null || tab === null) throw new Refusal('refused', say('doctor.none'));
  const stands = tab.formulas()[last.firstRow - 1]?.[last.column - 1];
  if (stands === undefined || !sameFormula(stands, last.after))
    throw new Refusal('refused', say('doctor.changed', { cells: last.cells }));
  tab.writeFormulas(last.firstRow, last.column, [['']]);
  tab.writeFormulas(
    last.firstRow,
    last.column,
    singleFormulas(last.before, last.rows).map((formula) => [formula]),
  );
  workbook.flush();
  drawer.remove(undoName);
  return { cells: last.cells };
}
