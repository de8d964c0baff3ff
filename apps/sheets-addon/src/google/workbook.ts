import type { Block, NamedBlock, Tab, Workbook } from '../actions/workbook.ts';
import { sheetTab } from './sheet-tab.ts';

/** The spreadsheet that the add-on is open in; other files are out of reach (scope spreadsheets.currentonly). */
export function activeWorkbook(): Workbook {
  const book = SpreadsheetApp.getActiveSpreadsheet();

  function rangeOf(tab: Tab, { row, column, rows, columns }: Block): GoogleAppsScript.Spreadsheet.Range {
    const sheet = book.getSheetByName(tab.name);
    if (sheet === null) throw new Error(`The tab "${tab.name}" is gone.`);
    return sheet.getRange(row, column, rows, columns);
  }

  return {
    zone: book.getSpreadsheetTimeZone(),
    tabs: () => book.getSheets().map(sheetTab),
    tab(name) {
      const sheet = book.getSheetByName(name);
      return sheet === null ? null : sheetTab(sheet);
    },
    addTab: (name) => sheetTab(book.insertSheet(name, book.getNumSheets())),
    active() {
      const sheet = book.getActiveSheet();
      if (sheet.getType() !== SpreadsheetApp.SheetType.GRID) return null;
      const cell = book.getCurrentCell() ?? sheet.getRange(1, 1);
      return { tab: sheetTab(cell.getSheet()), row: cell.getRow(), column: cell.getColumn() };
    },
    names: () => book.getNamedRanges().map((named) => named.getName()),
    named(name): NamedBlock | null {
      const range = book.getRangeByName(name);
      if (range === null) return null;
      const block = {
        row: range.getRow(),
        column: range.getColumn(),
        rows: range.getNumRows(),
        columns: range.getNumColumns(),
      };
      return { tab: sheetTab(range.getSheet()), block };
    },
    name(name, tab, block) {
      book.setNamedRange(name, rangeOf(tab, block));
    },
    flush() {
      SpreadsheetApp.flush();
    },
  };
}
