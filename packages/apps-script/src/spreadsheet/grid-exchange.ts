import type {
  Area,
  CellContent,
  CellFormat,
  Chart,
  FormulaResult,
  StoredCell,
  TabProperties,
} from '../protocol/document.ts';
import type { Spreadsheet } from './spreadsheet.ts';

/** A cell's content without a formula's result. */
export interface GridCell {
  /** From 1, as in Apps Script. */
  readonly row: number;
  readonly column: number;
  readonly content: CellContent;
  /** With its `=`; null = a value. */
  readonly formula: string | null;
  readonly format: Partial<CellFormat>;
  /** False = a formula that has not run since it was written. */
  readonly calculated: boolean;
}

export interface GridTab {
  readonly properties: TabProperties;
  readonly charts: readonly Chart[];
  readonly cells: readonly GridCell[];
}

/** A cell of another grid that shows this document, with the result that the grid computed. */
export interface GridCellChange extends Pick<GridCell, 'row' | 'column' | 'content' | 'formula'> {
  /** Null = the default. */
  readonly numberFormat: string | null;
  /** Null for a value. */
  readonly result:
    | { readonly rows: readonly (readonly { content: CellContent; numberFormat: string | null }[])[] }
    | { readonly error: '#ERROR!' | '#REF!' | '#NAME?'; readonly message: string }
    | null;
}

/** Exchanges the document with another grid that calculates it. */
export function createGridExchange(book: Spreadsheet) {
  return {
    readGrid: (): GridTab[] =>
      book.tabs.map((tab) => ({
        properties: structuredClone(tab.properties),
        charts: structuredClone(tab.charts),
        cells: [...tab.cells()].map(({ row, column, cell }) => ({ row, column, ...toGridCell(cell) })),
      })),
    /** Makes the tab's cells those of the other grid; throws if no tab has the id. */
    writeGrid(id: number, cells: readonly GridCellChange[]) {
      const tab = book.tab(id);
      for (const { cell } of tab.cells()) {
        Object.assign(cell, { content: null, formula: null, result: null });
        delete cell.format.numberFormat;
      }
      for (const { row, column, content, formula, numberFormat, result } of cells) {
        const cell = tab.ensureCell(row, column);
        cell.content = content;
        cell.formula = formula;
        if (numberFormat !== null) cell.format.numberFormat = numberFormat;
        cell.result = result === null ? null : toFormulaResult(result);
      }
      tab.invalidate();
    },
    /** Returns the new tab's id. Throws Google's message if the name is taken. */
    insertTab: (name: string, index: number) => book.insertTab(name, index).properties.id,
    renameTab: (tab: number, name: string) => book.rename(tab, name),
    deleteTab: (tab: number) => book.deleteTab(tab),
    /** The named ranges. */
    readNames: (): ReadonlyMap<string, Area> => new Map(book.names),
    /** Sets a named range; null deletes it. Throws Google's message for an invalid name. */
    writeName: (name: string, area: Area | null) => book.setName(name, area),
    selectCell: (tab: number, row: number, column: number) =>
      book.select({ tab, row, column, rows: 1, columns: 1 }),
    selectedCell: () => ({ ...book.selection.cell }),
  };
}

function toGridCell({ content, formula, format, result }: StoredCell): Omit<GridCell, 'row' | 'column'> {
  return { content, formula, format: { ...format }, calculated: formula === null || result !== null };
}

/** `calculate` runs such a formula again: its key is that of no arguments. */
function toFormulaResult(result: NonNullable<GridCellChange['result']>): FormulaResult {
  if ('error' in result) return { key: '', ...result };
  return { key: '', rows: result.rows.map((row) => row.map((cell) => ({ ...cell }))) };
}
