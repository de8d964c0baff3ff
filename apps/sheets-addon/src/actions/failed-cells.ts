import { toColumnLetters } from '../formulas/reference.ts';
import type { ActionContext } from '../ports/action-context.ts';
import { CellError } from '../ports/cell.ts';
import { evaluateCall, rowFault } from './evaluate-formula.ts';
import { listOwnFormulas } from './own-formulas.ts';

/** A place in the file. */
export interface CellAddress {
  /** The tab's id: its name may change. */
  readonly sheet: number;
  readonly row: number;
  readonly column: number;
}

/** A cell that shows a fault instead of a figure. */
export interface FailedCell extends CellAddress {
  /** `Sheet1!B7` */
  readonly place: string;
  /** Why; empty if only a request could find out. */
  readonly sentence: string;
}

/** Each listed cell is checked anew, which takes some milliseconds. */
const maxListed = 50;

/** Errors of Sheets (support.google.com: error types). */
const errorValue = /^#(?:ERROR!|N\/A|VALUE!|REF!|NAME\?|NUM!|DIV\/0!|NULL!)$/;

/** Lists the add-on's cells that show a fault. Costs no request. */
export function listFailedCells(context: ActionContext): {
  readonly total: number;
  readonly cells: readonly FailedCell[];
} {
  const own = listOwnFormulas(context.workbook);
  const byPlace = new Map(own.map((one) => [`${one.tab.id} ${one.row} ${one.column}`, one]));
  const tabs = context.workbook.tabs().filter(({ id }) => own.some(({ tab }) => tab.id === id));
  const found = tabs.flatMap((tab) =>
    tab.values().flatMap((line, above) =>
      line.flatMap((value, left) => {
        const text = typeof value === 'string' ? value : '';
        const [row, column] = [above + 1, left + 1];
        const formula = byPlace.get(`${tab.id} ${row} ${column}`);
        const fails = rowFault.test(text) || (formula !== undefined && errorValue.test(text));
        return fails ? [{ tab, row, column, text, formula }] : [];
      }),
    ),
  );
  const cells = found.slice(0, maxListed).map(({ tab, row, column, text, formula }): FailedCell => {
    const [call] = formula?.calls ?? [];
    const reason = rowFault.test(text) ? text.replace(rowFault, '') : '';
    const sentence =
      reason || (call === undefined ? '' : (evaluateCall(context, call, tab, false).fault?.sentence ?? ''));
    return { sheet: tab.id, row, column, place: `${tab.name}!${toColumnLetters(column)}${row}`, sentence };
  });
  return { total: found.length, cells };
}

/** Shows a cell to the user. @throws CellError if its tab is gone */
export function selectCell({ workbook, t }: ActionContext, { sheet, row, column }: CellAddress): null {
  const tab = workbook.tabs().find(({ id }) => id === sheet);
  if (tab === undefined) throw new CellError('refused', t('cell.gone'));
  tab.select(row, column);
  return null;
}
