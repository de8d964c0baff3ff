import type { Area, DocumentProperties, Selection, Toast } from '../protocol/document.ts';
import { ServiceFault } from '../protocol/errors.ts';
import { limits } from '../protocol/limits.ts';
import { formatA1, parseCells, quoteTabName, splitTabName } from './a1-notation.ts';
import { DocumentTab } from './document-tab.ts';
import { type Locale, readLocale } from './locale.ts';

/** The document: tabs, named ranges, selection and toasts. Errors carry Google's messages. */
export class Spreadsheet {
  readonly properties: DocumentProperties;
  readonly names = new Map<string, Area>();
  readonly toasts: Toast[] = [];
  tabs: DocumentTab[] = [];
  selection: Selection;
  #lastId = 0;
  #charts = 0;

  constructor(properties: DocumentProperties) {
    this.properties = properties;
    const first = new DocumentTab(0, 'Sheet1');
    this.tabs.push(first);
    const home = { tab: first.properties.id, row: 1, column: 1, rows: 1, columns: 1 };
    this.selection = { range: home, cell: home };
  }

  get locale(): Locale {
    return readLocale(this.properties.locale);
  }

  tab(id: number): DocumentTab {
    const tab = this.tabs.find(({ properties }) => properties.id === id);
    if (tab === undefined) throw new ServiceFault(`Sheet ${id} not found`);
    return tab;
  }

  /** Finds a tab by name, ignoring case. */
  findTab(name: string): DocumentTab | undefined {
    return this.tabs.find(({ properties }) => properties.name.toLowerCase() === name.toLowerCase());
  }

  insertTab(requestedName: string | null, index: number | null): DocumentTab {
    const name = requestedName ?? this.#freeName();
    this.#checkName(name);
    this.assertCellLimit(limits.newTabRows.value * limits.newTabColumns.value);
    const tab = new DocumentTab(++this.#lastId, name);
    const active = this.tabs.findIndex(({ properties }) => properties.id === this.selection.range.tab);
    // A new tab follows the active one by default, and becomes active (reference/spreadsheet/spreadsheet).
    this.tabs.splice(Math.min(index ?? active + 1, this.tabs.length), 0, tab);
    this.activate(tab.properties.id);
    return tab;
  }

  /** Adds a copy as the last tab; its charts read the copy. The active tab stays. */
  copyTab(id: number): DocumentTab {
    const source = this.tab(id);
    const { name, maxRows, maxColumns } = source.properties;
    this.assertCellLimit(maxRows * maxColumns);
    const start = `Copy of ${name}`;
    let copyName = start;
    for (let n = 2; this.findTab(copyName) !== undefined; n++) copyName = `${start} ${n}`;
    const copy = new DocumentTab(++this.#lastId, copyName);
    Object.assign(copy.properties, structuredClone(source.properties), {
      id: copy.properties.id,
      name: copyName,
      protection: null,
    });
    for (const { row, column, cell } of source.cells())
      Object.assign(copy.ensureCell(row, column), structuredClone(cell));
    copy.invalidate();
    copy.charts = source.charts.map((chart) => ({
      ...structuredClone(chart),
      id: this.nextChartId(),
      ranges: chart.ranges.map((range) => {
        const area = this.area(range, id);
        return area.tab === id ? `${quoteTabName(copyName)}!${formatA1(area)}` : range;
      }),
    }));
    this.tabs.push(copy);
    return copy;
  }

  deleteTab(id: number): void {
    const tab = this.tab(id);
    if (this.tabs.length === 1) throw new ServiceFault("You can't remove all the sheets in a document.");
    const at = this.tabs.indexOf(tab);
    this.tabs.splice(at, 1);
    for (const [name, resolveArea] of this.names) if (resolveArea.tab === id) this.names.delete(name);
    if (this.selection.range.tab === id) this.activate(this.tabs[Math.max(0, at - 1)]?.properties.id ?? 0);
  }

  rename(id: number, name: string): void {
    const tab = this.tab(id);
    if (tab.properties.name !== name) this.#checkName(name, tab);
    tab.properties.name = name;
  }

  activate(id: number): void {
    const { properties } = this.tab(id);
    if (this.selection.range.tab === properties.id) return;
    this.select({ tab: id, row: 1, column: 1, rows: 1, columns: 1 });
  }

  /** The current cell defaults to the first one of the range. */
  select(range: Area, cell: Area = { ...range, rows: 1, columns: 1 }): void {
    this.tab(range.tab);
    this.selection = { range, cell };
  }

  /** Resolves A1 notation, a named range or a tab name. `tab` is the default tab. Throws if nothing matches. */
  area(a1: string, tab: number): Area {
    const found = this.findArea(a1, tab);
    if (found === null) throw new ServiceFault('Range not found');
    return found;
  }

  /** As `area`, but null if nothing matches. */
  findArea(a1: string, tab: number): Area | null {
    const known = [...this.names].find(([name]) => name.toLowerCase() === a1.toLowerCase());
    if (known !== undefined) return known[1];
    const { tab: name, cells } = splitTabName(a1);
    const found = name === null ? this.tab(tab) : this.findTab(name);
    if (found === undefined) return null;
    const size = { rows: found.properties.maxRows, columns: found.properties.maxColumns };
    const read = parseCells(cells, size);
    if (read !== null) return { tab: found.properties.id, ...read };
    const whole = name === null ? this.findTab(a1) : undefined;
    if (whole === undefined) return null;
    return {
      tab: whole.properties.id,
      row: 1,
      column: 1,
      rows: whole.properties.maxRows,
      columns: whole.properties.maxColumns,
    };
  }

  /** `Sheet1!A1:B2`. */
  a1(area: Area): string {
    return `${quoteTabName(this.tab(area.tab).properties.name)}!${formatA1(area)}`;
  }

  setName(name: string, area: Area | null): void {
    if (area === null) {
      this.names.delete(name);
      return;
    }
    if (
      !/^[A-Za-z_][A-Za-z0-9_.]{0,249}$/.test(name) ||
      parseCells(name, { rows: 1e7, columns: 18_278 }) !== null
    ) {
      throw new ServiceFault('The name of the range is invalid.');
    }
    this.names.set(name, area);
  }

  resize(id: number, side: 'rows' | 'columns', change: 'insert' | 'delete', at: number, count: number): void {
    const tab = this.tab(id);
    const across = side === 'rows' ? tab.properties.maxColumns : tab.properties.maxRows;
    if (change === 'insert') this.assertCellLimit(across * count);
    tab.resize(side, change, at, count);
  }

  /** Throws if the tab cannot grow to the cells of a result. */
  assertRoom({ tab, row, column }: Area, rows: number, columns: number): void {
    const { maxRows, maxColumns } = this.tab(tab).properties;
    const grown = Math.max(maxRows, row + rows - 1) * Math.max(maxColumns, column + columns - 1);
    this.assertCellLimit(grown - maxRows * maxColumns);
  }

  nextChartId(): number {
    return ++this.#charts;
  }

  /** Throws if `more` cells exceed the limit of a spreadsheet. */
  assertCellLimit(more: number): void {
    const cells = this.tabs.reduce(
      (sum, { properties }) => sum + properties.maxRows * properties.maxColumns,
      0,
    );
    const most = limits.spreadsheetCells.value;
    if (cells + more <= most) return;
    throw new ServiceFault(
      `This action would increase the number of cells in the workbook above the limit of ${most} cells.`,
    );
  }

  #freeName(): string {
    for (let n = this.tabs.length + 1; ; n++) if (this.findTab(`Sheet${n}`) === undefined) return `Sheet${n}`;
  }

  #checkName(name: string, own?: DocumentTab): void {
    if (name === '' || name.length > limits.tabName.value)
      throw new ServiceFault(`Invalid sheet name: ${name}`);
    const other = this.findTab(name);
    if (other !== undefined && other !== own) {
      throw new ServiceFault(`A sheet with the name "${name}" already exists. Please enter another name.`);
    }
  }
}
