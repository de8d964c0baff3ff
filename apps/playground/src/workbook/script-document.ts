import type { GridCell, GridCellChange, GridTab, ScriptHost } from '@answershare/apps-script';
import type { CellPosition, CoreCommand, EvaluatedCell, FunctionResultObject } from '@odoo/o-spreadsheet';
import { LOADING } from './cell-values.ts';
import { NamedRanges } from './named-ranges.ts';
import { toGridChart, toGridFormat, toGridStyle } from './sheet-format.ts';
import { type GridWorkbook, readBlock } from './workbook.ts';

/** A tab of the script's document and its sheet in the workbook. */
interface LinkedTab {
  readonly id: number;
  readonly sheetId: string;
  /** Cells of the document as last read, by `row:column`. */
  cells: Map<string, GridCell>;
  /** Cells of the workbook as last written to the document, by `row:column`. */
  written: Map<string, string>;
  /** The script's text of each formula and the workbook's translation of it, by `row:column`. */
  formulas: Map<string, { readonly script: string; readonly grid: string }>;
  charts: Map<number, string>;
}

/** Keeps the document of a script host and the workbook equal. */
export class ScriptDocument {
  readonly #host: ScriptHost;
  readonly #workbook: GridWorkbook;
  readonly #onForget: (keys: readonly string[]) => void;
  readonly #names: NamedRanges;
  #last: Promise<void> = Promise.resolve();
  #tabs: LinkedTab[] = [{ id: 0, sheetId: 'tab-0', ...emptyTab() }];

  /** `onForget` gets the keys of custom function calls that run again. */
  constructor(host: ScriptHost, workbook: GridWorkbook, onForget: (keys: readonly string[]) => void) {
    this.#host = host;
    this.#workbook = workbook;
    this.#onForget = onForget;
    this.#names = new NamedRanges(host.sheet, workbook.model);
  }

  /**
   * Runs a script between a write of the workbook's cells to its document and a read of its changes. Scripts run one after
   * the other: a read during another script would count cells as deleted that it has not written yet.
   */
  run<T>(script: () => Promise<T>): Promise<T> {
    const result = this.#last.then(async () => {
      this.write();
      try {
        return await script();
      } finally {
        this.read();
      }
    });
    this.#last = result.then(noop, noop);
    return result;
  }

  /** Selects a cell in the script's document. */
  select({ sheetId, row, col }: CellPosition): void {
    const tab = this.#tabs.find((known) => known.sheetId === sheetId);
    if (tab !== undefined) this.#host.sheet.selectCell(tab.id, row + 1, col + 1);
  }

  /** The cell that the script's document shows. */
  selection(): CellPosition | null {
    const { tab, row, column } = this.#host.sheet.selectedCell();
    const known = this.#tabs.find(({ id }) => id === tab);
    return known === undefined ? null : { sheetId: known.sheetId, row: row - 1, col: column - 1 };
  }

  /** Writes what users changed in the workbook. */
  write(): void {
    const { getters } = this.#workbook.model;
    const sheetIds = getters.getSheetIds();
    for (const tab of this.#tabs.filter(({ sheetId }) => !sheetIds.includes(sheetId)))
      this.#host.sheet.deleteTab(tab.id);
    this.#tabs = sheetIds.map((sheetId, index) => {
      const name = getters.getSheetName(sheetId);
      const known = this.#tabs.find((tab) => tab.sheetId === sheetId);
      if (known !== undefined) this.#host.sheet.renameTab(known.id, name);
      return known ?? { id: this.#host.sheet.insertTab(name, index), sheetId, ...emptyTab() };
    });
    for (const tab of this.#tabs) this.#writeCells(tab);
    this.#names.write(this.#tabs);
    this.#remember(this.#host.sheet.readGrid());
  }

  /** Reads what a script changed in its document. */
  read(): void {
    const tabs = this.#host.sheet.readGrid().filter(({ properties }) => properties.type === 'GRID');
    const rewritten: CellPosition[] = [];
    const commands: CoreCommand[] = [];
    const gone = this.#tabs.filter(({ id }) => !tabs.some(({ properties }) => properties.id === id));
    for (const [index, tab] of tabs.entries()) commands.push(...this.#readTab(tab, index, rewritten));
    for (const { sheetId } of gone)
      commands.push({
        type: 'DELETE_SHEET',
        sheetId,
        sheetName: this.#workbook.model.getters.getSheetName(sheetId),
      });
    this.#tabs = this.#tabs.filter((tab) => !gone.includes(tab));
    commands.push(...this.#names.read(this.#tabs));
    this.#workbook.dispatch(commands);
    this.#remember(tabs);
    const keys = this.#workbook.calls.forgetCells(rewritten);
    if (keys.length > 0) this.#onForget(keys);
  }

  /** Stores the document as it is now: `read` takes only later differences. */
  #remember(document: readonly GridTab[]): void {
    this.#names.remember(this.#tabs);
    for (const tab of this.#tabs) {
      const { cells = [], charts = [] } = document.find(({ properties }) => properties.id === tab.id) ?? {};
      tab.cells = new Map(cells.map((cell) => [toKey(cell), cell]));
      tab.charts = new Map(charts.map((chart) => [chart.id, JSON.stringify(chart)]));
      tab.formulas = new Map(
        cells.flatMap(({ row, column, formula }) => {
          const grid = this.#readFormula({ sheetId: tab.sheetId, row: row - 1, col: column - 1 });
          return formula === null ? [] : [[toKey({ row, column }), { script: formula, grid }] as const];
        }),
      );
    }
  }

  #readFormula(position: CellPosition): string {
    return this.#workbook.model.getters.getCellText(position, { showFormula: true });
  }

  #writeCells(tab: LinkedTab): void {
    const changes = this.#listChanges(tab);
    const texts = new Map(changes.map((change) => [toKey(change), JSON.stringify(change)]));
    const removed = [...tab.written.keys()]
      .filter((key) => !texts.has(key))
      .map((key): GridCellChange => {
        const [row = 0, column = 0] = key.split(':').map(Number);
        return { row, column, content: null, formula: null, numberFormat: null, result: null };
      });
    const changed = changes.filter((change) => tab.written.get(toKey(change)) !== texts.get(toKey(change)));
    this.#host.sheet.writeGrid(tab.id, [...removed, ...changed]);
    tab.written = texts;
  }

  #listChanges({ sheetId, formulas }: LinkedTab): GridCellChange[] {
    const { model } = this.#workbook;
    return model.getters.getCells(sheetId).map((cell) => {
      const position = model.getters.getCellPosition(cell.id);
      const evaluated = model.getters.getEvaluatedCell(position);
      const at = { row: position.row + 1, column: position.col + 1 };
      const numberFormat = cell.format ?? null;
      if (!cell.isFormula) {
        // A cell with only a format may show the spilled value of a formula, which is not its own.
        const content = cell.content === '' ? null : toContent(evaluated);
        return { ...at, content, formula: null, numberFormat, result: null };
      }
      const text = this.#readFormula(position);
      const known = formulas.get(toKey(at));
      // The script's own text stays until the formula changes.
      const formula = known?.grid === text ? known.script : text;
      return { ...at, content: null, formula, numberFormat, result: this.#toResult(position, evaluated) };
    });
  }

  #toResult(position: CellPosition, cell: EvaluatedCell): GridCellChange['result'] {
    if (cell.value === LOADING) return null;
    if (cell.type === 'error')
      return { error: toErrorCode(cell.value), message: cell.message ?? String(cell.value) };
    const rows = readBlock(this.#workbook.model, position);
    return {
      rows: rows.map((row) =>
        row.map((one) => ({ content: toContent(one), numberFormat: one.format ?? null })),
      ),
    };
  }

  #readTab(
    { properties, charts, cells }: GridTab,
    position: number,
    rewritten: CellPosition[],
  ): CoreCommand[] {
    const { getters } = this.#workbook.model;
    const known = this.#tabs.find(({ id }) => id === properties.id);
    const tab = known ?? { id: properties.id, sheetId: `tab-${properties.id}`, ...emptyTab() };
    const { sheetId } = tab;
    const { name, maxRows, maxColumns, frozenRows, frozenColumns } = properties;
    const commands: CoreCommand[] = [];
    if (known === undefined) {
      this.#tabs.push(tab);
      commands.push({ type: 'CREATE_SHEET', sheetId, name, position, rows: maxRows, cols: maxColumns });
    } else {
      const oldName = getters.getSheetName(sheetId);
      if (oldName !== name) commands.push({ type: 'RENAME_SHEET', sheetId, oldName, newName: name });
      commands.push(...this.#grow(sheetId, 'ROW', maxRows), ...this.#grow(sheetId, 'COL', maxColumns));
    }
    const frozen = known === undefined ? { xSplit: 0, ySplit: 0 } : getters.getPaneDivisions(sheetId);
    if (frozenRows !== frozen.ySplit)
      commands.push(
        frozenRows > 0
          ? { type: 'FREEZE_ROWS', sheetId, quantity: frozenRows }
          : { type: 'UNFREEZE_ROWS', sheetId },
      );
    if (frozenColumns !== frozen.xSplit)
      commands.push(
        frozenColumns > 0
          ? { type: 'FREEZE_COLUMNS', sheetId, quantity: frozenColumns }
          : { type: 'UNFREEZE_COLUMNS', sheetId },
      );
    for (const cell of cells) {
      const before = tab.cells.get(toKey(cell));
      const at = { sheetId, row: cell.row - 1, col: cell.column - 1 };
      const changed = JSON.stringify(cell) !== JSON.stringify(before);
      if (changed && cell.formula !== null && !cell.calculated) rewritten.push(at);
      if (!changed || isSameCell(cell, before)) continue;
      commands.push({
        type: 'UPDATE_CELL',
        ...at,
        content: toTypedContent(cell),
        format: toGridFormat(cell.format.numberFormat),
        style: toGridStyle(cell.format),
      });
    }
    const present = new Set(cells.map(toKey));
    for (const [key, { row, column }] of tab.cells)
      if (!present.has(key))
        commands.push({ type: 'UPDATE_CELL', sheetId, row: row - 1, col: column - 1, content: '' });
    for (const chart of charts) {
      if (tab.charts.get(chart.id) === JSON.stringify(chart)) continue;
      const ids = { sheetId, figureId: `chart-${chart.id}`, chartId: `chart-${chart.id}` };
      const definition = toGridChart(chart);
      if (tab.charts.has(chart.id)) commands.push({ type: 'UPDATE_CHART', ...ids, definition });
      else {
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
    }
    for (const id of tab.charts.keys())
      if (!charts.some((chart) => chart.id === id))
        commands.push({ type: 'DELETE_FIGURE', sheetId, figureId: `chart-${id}` });
    return commands;
  }

  #grow(sheetId: string, dimension: 'ROW' | 'COL', wanted: number): CoreCommand[] {
    const { getters } = this.#workbook.model;
    const present = getters.getNumberHeaders(sheetId, dimension);
    if (wanted <= present) return [];
    return [
      {
        type: 'ADD_COLUMNS_ROWS',
        sheetId,
        sheetName: getters.getSheetName(sheetId),
        dimension,
        base: present - 1,
        quantity: wanted - present,
        position: 'after',
      },
    ];
  }
}

const noop = (): void => undefined;

const emptyTab = (): Omit<LinkedTab, 'id' | 'sheetId'> => ({
  cells: new Map(),
  written: new Map(),
  formulas: new Map(),
  charts: new Map(),
});

const toKey = ({ row, column }: { readonly row: number; readonly column: number }): string =>
  `${row}:${column}`;

/** Whether only the state of the formula's result differs. */
function isSameCell(cell: GridCell, before: GridCell | undefined): boolean {
  return JSON.stringify({ ...cell, calculated: true }) === JSON.stringify({ ...before, calculated: true });
}

function toContent({ value }: FunctionResultObject): string | number | boolean | null {
  return value === '' ? null : value;
}

/** As typed into the grid: a text that looks like another value is a formula that gives the text. */
function toTypedContent({ content, formula, format }: GridCell): string {
  if (formula !== null) return formula;
  if (content === null) return '';
  if (typeof content === 'boolean') return String(content).toUpperCase();
  if (typeof content === 'number') return String(content);
  const isPlain = !/^[=+\-@\d.'"]|^(true|false)$/i.test(content) || format.numberFormat === '@';
  return isPlain ? content : `'${content}`;
}

function toErrorCode(value: unknown): '#ERROR!' | '#REF!' | '#NAME?' {
  if (value === '#REF' || value === '#SPILL!') return '#REF!';
  return value === '#NAME?' ? '#NAME?' : '#ERROR!';
}
