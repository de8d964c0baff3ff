import type { GridCell, GridTab } from '@answershare/apps-script';
import type { CellPosition, CoreCommand } from '@odoo/o-spreadsheet';
import { toGridChart, toGridFormat, toGridStyle } from './sheet-format.ts';

/** A tab of the script's document and its sheet in the workbook. */
export interface LinkedTab {
  readonly id: number;
  readonly sheetId: string;
  /** Cells of the document as last read, by `row:column`. */
  cells: Map<string, GridCell>;
  /** The text of each formula that a script wrote and the workbook's translation of it, by `row:column`. */
  formulas: Map<string, { readonly script: string; readonly grid: string }>;
  charts: Map<number, string>;
  /** The widths of columns as the script last set them, as JSON. */
  widths: string;
}

export const emptyTab = (): Omit<LinkedTab, 'id' | 'sheetId'> => ({
  cells: new Map(),
  formulas: new Map(),
  charts: new Map(),
  widths: '{}',
});

export const toKey = ({ row, column }: { readonly row: number; readonly column: number }): string =>
  `${row}:${column}`;

/** As typed into the grid: a text that looks like another value is a formula that gives the text. */
function toTypedContent({ content, formula, format }: GridCell): string {
  if (formula !== null) return formula;
  if (content === null) return '';
  if (typeof content === 'boolean') return String(content).toUpperCase();
  if (typeof content === 'number') return String(content);
  const isPlain = !/^[=+\-@\d.'"]|^(true|false)$/i.test(content) || format.numberFormat === '@';
  return isPlain ? content : `'${content}`;
}

/**
 * Commands for the cells that a script changed. Adds the positions of formulas that it wrote to `rewritten`: each write
 * counts, even of an equal formula.
 */
export function readCells(
  { sheetId, cells: before }: LinkedTab,
  cells: readonly GridCell[],
  rewritten: CellPosition[],
): CoreCommand[] {
  const commands: CoreCommand[] = [];
  for (const cell of cells) {
    const known = before.get(toKey(cell));
    const at = { sheetId, row: cell.row - 1, col: cell.column - 1 };
    if (!cell.calculated) rewritten.push(at);
    // Before the script every formula had a result.
    if (JSON.stringify({ ...cell, calculated: true }) === JSON.stringify(known)) continue;
    commands.push({
      type: 'UPDATE_CELL',
      ...at,
      content: toTypedContent(cell),
      format: toGridFormat(cell.format.numberFormat),
      style: toGridStyle(cell.format),
    });
  }
  const present = new Set(cells.map(toKey));
  for (const [key, { row, column }] of before)
    if (!present.has(key))
      commands.push({ type: 'UPDATE_CELL', sheetId, row: row - 1, col: column - 1, content: '' });
  return commands;
}

/** Commands for the charts that a script changed. */
export function readCharts({ sheetId, charts: before }: LinkedTab, charts: GridTab['charts']): CoreCommand[] {
  const commands: CoreCommand[] = [];
  for (const chart of charts) {
    if (before.get(chart.id) === JSON.stringify(chart)) continue;
    const ids = { sheetId, figureId: `chart-${chart.id}`, chartId: `chart-${chart.id}` };
    const definition = toGridChart(chart);
    if (before.has(chart.id)) {
      commands.push({ type: 'UPDATE_CHART', ...ids, definition });
      continue;
    }
    const { row = 1, column = 1, offsetX = 0, offsetY = 0 } = chart.position ?? {};
    commands.push({
      type: 'CREATE_CHART',
      ...ids,
      definition,
      col: column - 1,
      row: row - 1,
      offset: { x: offsetX, y: offsetY },
      // Google's default size, 600 × 371, scaled to the grid next to the panels.
      size: { width: 400, height: 247 },
    });
  }
  for (const id of before.keys())
    if (!charts.some((chart) => chart.id === id))
      commands.push({ type: 'DELETE_FIGURE', sheetId, figureId: `chart-${id}` });
  return commands;
}
