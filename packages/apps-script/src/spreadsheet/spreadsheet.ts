import { type DocumentFacts, ServiceFault } from '../host-calls.ts';
import { limits } from '../limits.ts';
import { type Area, a1Of, quotedTab, readCells, splitTab } from './area.ts';
import { type Locale, localeOf } from './locale.ts';
import { Tab } from './tab.ts';

/** What the user has selected: one tab is in front, one range is active, one cell of it is current. */
export interface Selection {
  range: Area;
  cell: Area;
}

export interface Toast {
  message: string;
  title: string;
  /** Seconds; a negative number stays until it is dismissed. */
  seconds: number;
}

/** The document: its tabs, named ranges, selection and toasts. Every fault carries Google's sentence. */
export class Spreadsheet {
  readonly facts: DocumentFacts;
  readonly names = new Map<string, Area>();
  readonly toasts: Toast[] = [];
  tabs: Tab[] = [];
  selection: Selection;
  #lastId = 0;
  #charts = 0;

  constructor(facts: DocumentFacts) {
    this.facts = facts;
    const first = new Tab(0, 'Sheet1');
    this.tabs.push(first);
    const home = { tab: first.facts.id, row: 1, column: 1, rows: 1, columns: 1 };
    this.selection = { range: home, cell: home };
  }

  get locale(): Locale {
    return localeOf(this.facts.locale);
  }

  tab(id: number): Tab {
    const tab = this.tabs.find(({ facts }) => facts.id === id);
    if (tab === undefined) throw new ServiceFault(`Sheet ${id} not found`);
    return tab;
  }

  /** The tab of this name, whatever its case. */
  named(name: string): Tab | undefined {
    return this.tabs.find(({ facts }) => facts.name.toLowerCase() === name.toLowerCase());
  }

  insertTab(asked: string | null, index: number | null): Tab {
    const name = asked ?? this.#freeName();
    this.#checkName(name);
    this.checkRoom(limits.newTabRows.value * limits.newTabColumns.value);
    const tab = new Tab(++this.#lastId, name);
    const active = this.tabs.findIndex(({ facts }) => facts.id === this.selection.range.tab);
    // A new tab stands behind the active one unless told, and becomes the active one (reference/spreadsheet/spreadsheet).
    this.tabs.splice(Math.min(index ?? active + 1, this.tabs.length), 0, tab);
    this.activate(tab.facts.id);
    return tab;
  }

  deleteTab(id: number): void {
    const tab = this.tab(id);
    if (this.tabs.length === 1) throw new ServiceFault("You can't remove all the sheets in a document.");
    const at = this.tabs.indexOf(tab);
    this.tabs.splice(at, 1);
    for (const [name, area] of this.names) if (area.tab === id) this.names.delete(name);
    if (this.selection.range.tab === id) this.activate(this.tabs[Math.max(0, at - 1)]?.facts.id ?? 0);
  }

  rename(id: number, name: string): void {
    const tab = this.tab(id);
    if (tab.facts.name !== name) this.#checkName(name, tab);
    tab.facts.name = name;
  }

  activate(id: number): void {
    const { facts } = this.tab(id);
    if (this.selection.range.tab === facts.id) return;
    this.select({ tab: id, row: 1, column: 1, rows: 1, columns: 1 });
  }

  /** Selects a range; its first cell is the current one unless another is told. */
  select(range: Area, cell: Area = { ...range, rows: 1, columns: 1 }): void {
    this.tab(range.tab);
    this.selection = { range, cell };
  }

  /** A1 notation, a named range or a tab's name. `tab` is where cells without a tab's name are. */
  area(a1: string, tab: number): Area {
    const found = this.find(a1, tab);
    if (found === null) throw new ServiceFault('Range not found');
    return found;
  }

  /** The same; null where the text names nothing here. */
  find(a1: string, tab: number): Area | null {
    const known = [...this.names].find(([name]) => name.toLowerCase() === a1.toLowerCase());
    if (known !== undefined) return known[1];
    const { tab: name, cells } = splitTab(a1);
    const found = name === null ? this.tab(tab) : this.named(name);
    if (found === undefined) return null;
    const size = { rows: found.facts.maxRows, columns: found.facts.maxColumns };
    const read = readCells(cells, size);
    if (read !== null) return { tab: found.facts.id, ...read };
    const whole = name === null ? this.named(a1) : undefined;
    if (whole === undefined) return null;
    return {
      tab: whole.facts.id,
      row: 1,
      column: 1,
      rows: whole.facts.maxRows,
      columns: whole.facts.maxColumns,
    };
  }

  /** `Sheet1!A1:B2`. */
  a1(area: Area): string {
    return `${quotedTab(this.tab(area.tab).facts.name)}!${a1Of(area)}`;
  }

  setName(name: string, area: Area | null): void {
    if (area === null) {
      this.names.delete(name);
      return;
    }
    if (
      !/^[A-Za-z_][A-Za-z0-9_.]{0,249}$/.test(name) ||
      readCells(name, { rows: 1e7, columns: 18_278 }) !== null
    ) {
      throw new ServiceFault('The name of the range is invalid.');
    }
    this.names.set(name, area);
  }

  resize(id: number, side: 'rows' | 'columns', change: 'insert' | 'delete', at: number, count: number): void {
    const tab = this.tab(id);
    const across = side === 'rows' ? tab.facts.maxColumns : tab.facts.maxRows;
    if (change === 'insert') this.checkRoom(across * count);
    tab.resize(side, change, at, count);
  }

  nextChart(): number {
    return ++this.#charts;
  }

  /** Throws when `more` cells would be too many for one spreadsheet. */
  checkRoom(more: number): void {
    const cells = this.tabs.reduce((sum, { facts }) => sum + facts.maxRows * facts.maxColumns, 0);
    const most = limits.spreadsheetCells.value;
    if (cells + more <= most) return;
    throw new ServiceFault(
      `This action would increase the number of cells in the workbook above the limit of ${most} cells.`,
    );
  }

  #freeName(): string {
    for (let n = this.tabs.length + 1; ; n++) if (this.named(`Sheet${n}`) === undefined) return `Sheet${n}`;
  }

  #checkName(name: string, own?: Tab): void {
    if (name === '' || name.length > limits.tabName.value)
      throw new ServiceFault(`Invalid sheet name: ${name}`);
    const other = this.named(name);
    if (other !== undefined && other !== own) {
      throw new ServiceFault(`A sheet with the name "${name}" already exists. Please enter another name.`);
    }
  }
}
