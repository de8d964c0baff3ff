import type { Cell } from '../ports/cell.ts';
import type { Block, NamedBlock, SheetTab, Workbook } from '../ports/workbook.ts';
import { openFile } from './file.ts';

/** A cell holds 50,000 characters; longer texts than this are no names. */
const maxNameLength = 1_000;

/**
 * Escapes a text so that `setValues` keeps it a text. `setValues` parses its input as typed: a text that begins with
 * `=`, `+`, `-`, `@`, a tab or a line break could become a formula, and `1-2` a date. A leading apostrophe, which is
 * not shown, prevents that. Control characters become spaces.
 */
export function toTypedText(text: string): string {
  const clean = text.replace(/[\p{Cc}\u2028\u2029]/gu, ' ').slice(0, maxNameLength);
  return clean === '' ? '' : `'${clean}`;
}

/** Escapes texts for `setValues`; leaves other values unchanged. */
function toTypedCell<T>(cell: T): T | string {
  return typeof cell === 'string' ? toTypedText(cell) : cell;
}

type Sheet = GoogleAppsScript.Spreadsheet.Sheet;

const muted = '#5f6368';

/** A new tab has 1,000 rows and 26 columns; a write beyond its edge fails. */
function ensureSize(sheet: Sheet, { row, column, rows, columns }: Block): void {
  const down = row + rows - 1 - sheet.getMaxRows();
  const right = column + columns - 1 - sheet.getMaxColumns();
  if (down > 0) sheet.insertRowsAfter(sheet.getMaxRows(), down);
  if (right > 0) sheet.insertColumnsAfter(sheet.getMaxColumns(), right);
}

const copyRows = <T>(rows: readonly (readonly T[])[]): T[][] => rows.map((row) => row.slice());

/** One tab of the file. */
function openWorkbookTab(sheet: Sheet): SheetTab {
  const range = ({ row, column, rows, columns }: Block): GoogleAppsScript.Spreadsheet.Range =>
    sheet.getRange(row, column, rows, columns);
  // A chart on its own sheet rejects every range (Google: reference/spreadsheet/sheet-type).
  const dataRange = (): GoogleAppsScript.Spreadsheet.Range | null => {
    const hasCells = sheet.getType() === SpreadsheetApp.SheetType.GRID && sheet.getLastRow() > 0;
    return hasCells ? sheet.getDataRange() : null;
  };
  const room = (row: number, column: number, cells: readonly (readonly unknown[])[]) => {
    const block = { row, column, rows: cells.length, columns: cells[0]?.length ?? 0 };
    ensureSize(sheet, block);
    return range(block);
  };
  return {
    id: sheet.getSheetId(),
    name: sheet.getName(),
    values: () => (dataRange()?.getValues() ?? []) as Cell[][],
    formulas: () => dataRange()?.getFormulas() ?? [],
    read(block) {
      ensureSize(sheet, block);
      return range(block).getValues() as Cell[][];
    },
    readFormulas: (block) => range(block).getFormulas(),
    write(row, column, cells) {
      if (cells.length > 0)
        room(row, column, cells).setValues(copyRows(cells).map((line) => line.map(toTypedCell)));
    },
    writeFormulas(row, column, formulas) {
      if (formulas.length > 0) room(row, column, formulas).setFormulas(copyRows(formulas));
    },
    copyValues(name) {
      const copy = sheet.copyTo(sheet.getParent()).setName(name);
      const from = sheet.getDataRange();
      const to = copy.getRange(1, 1, from.getNumRows(), from.getNumColumns());
      from.copyTo(to, SpreadsheetApp.CopyPasteType.PASTE_VALUES, false);
      // A formula's date has a format that its cell lacks.
      to.setNumberFormats(from.getNumberFormats());
      return openWorkbookTab(copy);
    },
    clear(block) {
      range(block).clearContent();
    },
    setFormat(block, { numberFormat, bold, size, muted: isMuted }) {
      ensureSize(sheet, block);
      const cells = range(block);
      if (numberFormat !== undefined) cells.setNumberFormat(numberFormat);
      if (bold !== undefined) cells.setFontWeight(bold ? 'bold' : 'normal');
      if (size !== undefined) cells.setFontSize(size);
      if (isMuted === true) cells.setFontColor(muted);
    },
    freeze(rows) {
      sheet.setFrozenRows(rows);
    },
    fitColumns(first, count) {
      sheet.autoResizeColumns(first, count);
    },
    lineChart({ data, title, row, column, rightScale }) {
      const builder = sheet
        .newChart()
        .asLineChart()
        .addRange(range(data))
        .setNumHeaders(1)
        .setOption('title', title)
        .setPosition(row, column, 0, 0)
        .setOption('interpolateNulls', false);
      for (const index of rightScale) builder.setOption(`series.${index}.targetAxisIndex`, 1);
      sheet.insertChart(builder.build());
    },
    show() {
      sheet.activate();
    },
    select(row, column) {
      sheet.getRange(row, column).activateAsCurrentCell();
    },
  };
}

function toNamedBlock(range: GoogleAppsScript.Spreadsheet.Range): NamedBlock {
  const block = {
    row: range.getRow(),
    column: range.getColumn(),
    rows: range.getNumRows(),
    columns: range.getNumColumns(),
  };
  return { tab: openWorkbookTab(range.getSheet()), block };
}

/** The open spreadsheet; the add-on cannot read other files (scope spreadsheets.currentonly). */
export function activeWorkbook(): Workbook {
  const book = openFile();

  return {
    zone: book.getSpreadsheetTimeZone(),
    file: () => ({ title: book.getName(), url: book.getUrl() }),
    tabs: () => book.getSheets().map(openWorkbookTab),
    tab(name) {
      const sheet = book.getSheetByName(name);
      return sheet === null ? null : openWorkbookTab(sheet);
    },
    addTab: (name) => openWorkbookTab(book.insertSheet(name, book.getNumSheets())),
    active() {
      const sheet = book.getActiveSheet();
      if (sheet.getType() !== SpreadsheetApp.SheetType.GRID) return null;
      const cell = book.getCurrentCell() ?? sheet.getRange(1, 1);
      return { tab: openWorkbookTab(cell.getSheet()), row: cell.getRow(), column: cell.getColumn() };
    },
    selection() {
      const range =
        book.getActiveSheet().getType() === SpreadsheetApp.SheetType.GRID && book.getActiveRange();
      return range ? toNamedBlock(range) : null;
    },
    names: () => book.getNamedRanges().map((named) => named.getName()),
    named(name): NamedBlock | null {
      const range = book.getRangeByName(name);
      return range === null ? null : toNamedBlock(range);
    },
    name(name, tab, { row, column, rows, columns }) {
      const sheet = book.getSheetByName(tab.name);
      if (sheet === null) throw new Error(`The tab "${tab.name}" is gone.`);
      book.setNamedRange(name, sheet.getRange(row, column, rows, columns));
    },
    flush() {
      SpreadsheetApp.flush();
    },
  };
}
