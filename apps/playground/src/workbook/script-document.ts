import type { GridCellChange, GridTab, ScriptHost } from '@answershare/apps-script';
import type { CellPosition, CoreCommand, EvaluatedCell, FunctionResultObject } from '@odoo/o-spreadsheet';
import { LOADING } from './cell-values.ts';
import { emptyTab, type LinkedTab, readCells, readCharts, toKey } from './linked-tab.ts';
import { NamedRanges } from './named-ranges.ts';
import { type GridWorkbook, readBlock } from './workbook.ts';

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
      this.#write();
      try {
        return await script();
      } finally {
        this.#read();
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
  #write(): void {
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
    for (const tab of this.#tabs) this.#host.sheet.writeGrid(tab.id, this.#listCells(tab));
    this.#names.write(this.#tabs);
    this.#remember(this.#host.sheet.readGrid());
  }

  /** Reads what a script changed in its document. */
  #read(): void {
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
    const keys = this.#workbook.calls.forgetCells(rewritten, () => this.#workbook.dispatch(commands));
    this.#remember(tabs);
    this.#linkFormulas(commands);
    if (keys.length > 0) this.#onForget(keys);
  }

  /** Stores the document as it is now: `#read` takes only later differences. */
  #remember(document: readonly GridTab[]): void {
    this.#names.remember(this.#tabs);
    for (const tab of this.#tabs) {
      const { cells = [], charts = [] } = document.find(({ properties }) => properties.id === tab.id) ?? {};
      tab.cells = new Map(cells.map((cell) => [toKey(cell), cell]));
      tab.charts = new Map(charts.map((chart) => [chart.id, JSON.stringify(chart)]));
    }
  }

  /** Stores the script's text of each formula that these commands have written. */
  #linkFormulas(commands: readonly CoreCommand[]): void {
    for (const command of commands) {
      if (command.type !== 'UPDATE_CELL' || command.content?.startsWith('=') !== true) continue;
      const { sheetId, row, col, content } = command;
      const tab = this.#tabs.find((known) => known.sheetId === sheetId);
      const grid = this.#readFormula({ sheetId, row, col });
      tab?.formulas.set(toKey({ row: row + 1, column: col + 1 }), { script: content, grid });
    }
  }

  #readFormula(position: CellPosition): string {
    return this.#workbook.model.getters.getCellText(position, { showFormula: true });
  }

  #listCells({ sheetId, formulas }: LinkedTab): GridCellChange[] {
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
    // A formula without a result is one that a script has written since.
    if (cell.value === LOADING) return { rows: [[{ content: 'Loading...', numberFormat: null }]] };
    if (cell.type === 'error')
      return { error: toErrorCode(cell.value), message: cell.message ?? String(cell.value) };
    const rows = readBlock(this.#workbook.model, position);
    return {
      rows: rows.map((row) =>
        row.map((one) => ({ content: toContent(one), numberFormat: one.format ?? null })),
      ),
    };
  }

  #readTab(sheet: GridTab, position: number, rewritten: CellPosition[]): CoreCommand[] {
    const { id } = sheet.properties;
    const known = this.#tabs.find((one) => one.id === id);
    const tab = known ?? { id, sheetId: `tab-${id}`, ...emptyTab() };
    if (known === undefined) this.#tabs.push(tab);
    return [
      ...this.#readProperties(tab.sheetId, sheet.properties, known === undefined ? position : null),
      ...this.#readWidths(tab, sheet.properties),
      ...readCells(tab, sheet.cells, rewritten),
      ...readCharts(tab, sheet.charts),
    ];
  }

  /** Widths that the script has set since; those that a user set stay. */
  #readWidths(tab: LinkedTab, { columnWidths }: GridTab['properties']): CoreCommand[] {
    const before: typeof columnWidths = JSON.parse(tab.widths);
    tab.widths = JSON.stringify(columnWidths);
    return Object.entries(columnWidths).flatMap(([column, size]): CoreCommand[] =>
      before[column] === size
        ? []
        : [
            {
              type: 'RESIZE_COLUMNS_ROWS',
              dimension: 'COL',
              sheetId: tab.sheetId,
              elements: [Number(column) - 1],
              size,
            },
          ],
    );
  }

  /** `newAt` is the position of a new sheet; null for a known one. */
  #readProperties(
    sheetId: string,
    { name, maxRows, maxColumns, frozenRows, frozenColumns }: GridTab['properties'],
    newAt: number | null,
  ): CoreCommand[] {
    const { getters } = this.#workbook.model;
    const commands: CoreCommand[] = [];
    if (newAt !== null)
      commands.push({
        type: 'CREATE_SHEET',
        sheetId,
        name,
        position: newAt,
        rows: maxRows,
        cols: maxColumns,
      });
    else {
      const oldName = getters.getSheetName(sheetId);
      if (oldName !== name) commands.push({ type: 'RENAME_SHEET', sheetId, oldName, newName: name });
      commands.push(...this.#grow(sheetId, 'ROW', maxRows), ...this.#grow(sheetId, 'COL', maxColumns));
    }
    const frozen = newAt === null ? getters.getPaneDivisions(sheetId) : { xSplit: 0, ySplit: 0 };
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

function toContent({ value }: FunctionResultObject): string | number | boolean | null {
  return value === '' ? null : value;
}

function toErrorCode(value: unknown): '#ERROR!' | '#REF!' | '#NAME?' {
  if (value === '#REF' || value === '#SPILL!') return '#REF!';
  return value === '#NAME?' ? '#NAME?' : '#ERROR!';
}
