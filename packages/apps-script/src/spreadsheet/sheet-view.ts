import type {
  Area,
  CellFormat,
  Chart,
  SheetValue,
  StoredCell,
  TabProperties,
  Validation,
} from '../protocol/document.ts';
import { clearArea, readArea, readFormat, writeArea } from './cell-access.ts';
import type { DocumentTab } from './document-tab.ts';
import { createGridExchange } from './grid-exchange.ts';
import type { Calculation } from './recalculation.ts';
import type { Spreadsheet } from './spreadsheet.ts';

/** A cell's value as a script gets it; '' = blank. */
export type CellViewValue = string | number | boolean | Date;

export interface CellView {
  value: CellViewValue;
  /** The displayed text. */
  display: string;
  /** With its `=`; '' = no formula. */
  formula: string;
  /** The note on `#ERROR!` or `#REF!`; null = no error. */
  error: string | null;
  note: string;
  /** The differences from the default format. */
  format: Partial<CellFormat>;
  validation: Validation | null;
}

export interface TabView extends TabProperties {
  /** The last row and column with content. */
  lastRow: number;
  lastColumn: number;
  charts: Chart[];
}

/**
 * The document as the user sees it. References are A1 notation (`Tab!B2`, or `B2` on the active tab) or a named range.
 * An unknown one throws "Range not found".
 */
export type SheetView = ReturnType<typeof createSheetView>;

export function createSheetView(book: Spreadsheet, calculate: () => Promise<Calculation>) {
  const area = (a1: string): Area => book.area(a1, book.selection.range.tab);
  const toViewValue = (value: unknown): CellViewValue => {
    const known = value as SheetValue;
    return typeof known === 'object' ? (known === null ? '' : new Date(known.date)) : known;
  };
  const readTexts = (a1: string, field: 'display' | 'formula'): string[][] =>
    readArea(book, area(a1), field).map((row) => row.map(String));
  const toSheetValue = (value: CellViewValue | null): SheetValue =>
    value instanceof Date ? { date: value.getTime() } : value;
  return {
    ...createGridExchange(book),
    tabs: (): TabView[] =>
      book.tabs.map((tab) => {
        const { rows, columns } = tab.extent();
        return structuredClone({ ...tab.properties, lastRow: rows, lastColumn: columns, charts: tab.charts });
      }),
    names: (): { [name: string]: string } =>
      Object.fromEntries([...book.names].map(([name, where]) => [name, book.a1(where)])),
    toasts: () => structuredClone(book.toasts),
    /** Full A1 notation of the selected range and its current cell. */
    selection: () => ({ range: book.a1(book.selection.range), cell: book.a1(book.selection.cell) }),
    cell(a1: string): CellView {
      const first = { ...area(a1), rows: 1, columns: 1 };
      const tab = book.tab(first.tab);
      const cell = tab.cell(first.row, first.column);
      return {
        value: toViewValue(readArea(book, first, 'value')[0]?.[0]),
        display: readTexts(a1, 'display')[0]?.[0] ?? '',
        formula: cell?.formula ?? '',
        error: findCellError(tab, cell),
        note: cell?.note ?? '',
        format: { ...readFormat(tab, first.row, first.column) },
        validation: structuredClone(cell?.validation ?? null),
      };
    },
    values: (a1: string) => readArea(book, area(a1), 'value').map((row) => row.map(toViewValue)),
    display: (a1: string) => readTexts(a1, 'display'),
    formulas: (a1: string) => readTexts(a1, 'formula'),
    /** Types into one cell. Text is parsed as Sheets does, so `=…` is a formula. */
    type: (a1: string, value: CellViewValue | null) =>
      writeArea(book, { ...area(a1), rows: 1, columns: 1 }, 'value', [[toSheetValue(value)]]),
    /** Types rows of cells, starting at the first cell of `a1`. */
    typeRows(a1: string, rows: (CellViewValue | null)[][]) {
      const size = { rows: rows.length, columns: rows[0]?.length ?? 0 };
      writeArea(
        book,
        { ...area(a1), ...size },
        'value',
        rows.map((row) => row.map(toSheetValue)),
      );
    },
    /** The delete key: removes contents, keeps formats. */
    erase: (a1: string) => clearArea(book, area(a1), ['contents']),
    select(a1: string) {
      book.select(area(a1));
    },
    /** A chart's menu > Move to own sheet: adds and activates a tab without cells. */
    chartSheet(name: string) {
      book.insertTab(name, null).properties.type = 'OBJECT';
    },
    /** Data > Named ranges. */
    name: (name: string, a1: string) => void book.setName(name, area(a1)),
    /** Runs custom function formulas with new arguments until nothing changes. */
    calculate,
  };
}

function findCellError(tab: DocumentTab, cell: StoredCell | undefined): string | null {
  if (cell === undefined) return null;
  tab.updateSpills();
  const failed = cell.result !== null && 'error' in cell.result ? cell.result.message : null;
  return failed ?? tab.collisions.get(cell) ?? null;
}
