import { typedCell } from '../actions/plain-text.ts';
import type { Block, Tab } from '../actions/workbook.ts';
import type { Cell } from '../cells/cell.ts';

type Sheet = GoogleAppsScript.Spreadsheet.Sheet;

const muted = '#5f6368';

/** A new tab has 1,000 rows and 26 columns; writing beyond its edge is refused. */
function makeRoom(sheet: Sheet, { row, column, rows, columns }: Block): void {
  const down = row + rows - 1 - sheet.getMaxRows();
  const right = column + columns - 1 - sheet.getMaxColumns();
  if (down > 0) sheet.insertRowsAfter(sheet.getMaxRows(), down);
  if (right > 0) sheet.insertColumnsAfter(sheet.getMaxColumns(), right);
}

const mutable = <T>(rows: readonly (readonly T[])[]): T[][] => rows.map((row) => row.slice());

/** One tab of the file. */
export function sheetTab(sheet: Sheet): Tab {
  const range = ({ row, column, rows, columns }: Block): GoogleAppsScript.Spreadsheet.Range =>
    sheet.getRange(row, column, rows, columns);
  // A chart on a sheet of its own refuses every range (Google: reference/spreadsheet/sheet-type).
  const all = (): GoogleAppsScript.Spreadsheet.Range | null => {
    const hasCells = sheet.getType() === SpreadsheetApp.SheetType.GRID && sheet.getLastRow() > 0;
    return hasCells ? sheet.getDataRange() : null;
  };
  const room = (row: number, column: number, cells: readonly (readonly unknown[])[]) => {
    const block = { row, column, rows: cells.length, columns: cells[0]?.length ?? 0 };
    makeRoom(sheet, block);
    return range(block);
  };
  return {
    id: sheet.getSheetId(),
    name: sheet.getName(),
    values: () => (all()?.getValues() ?? []) as Cell[][],
    formulas: () => all()?.getFormulas() ?? [],
    read(block) {
      makeRoom(sheet, block);
      return range(block).getValues() as Cell[][];
    },
    readFormulas: (block) => range(block).getFormulas(),
    write(row, column, cells) {
      if (cells.length > 0)
        room(row, column, cells).setValues(mutable(cells).map((line) => line.map(typedCell)));
    },
    writeFormulas(row, column, formulas) {
      if (formulas.length > 0) room(row, column, formulas).setFormulas(mutable(formulas));
    },
    clear(block) {
      range(block).clearContent();
    },
    look(block, { numberFormat, bold, size, muted: isMuted }) {
      makeRoom(sheet, block);
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
  };
}
