import type { Area, ScriptHost } from '@answershare/apps-script';
import type { CoreCommand, Model } from '@odoo/o-spreadsheet';

/** A tab of the script's document and its sheet in the workbook. */
interface SheetLink {
  readonly id: number;
  readonly sheetId: string;
}

/** Keeps the named ranges of a script's document and of a workbook equal. */
export class NamedRanges {
  readonly #sheet: ScriptHost['sheet'];
  readonly #model: Model;
  /** The ranges as last written or read, as JSON by name. */
  #known = new Map<string, string>();

  constructor(sheet: ScriptHost['sheet'], model: Model) {
    this.#sheet = sheet;
    this.#model = model;
  }

  /** Writes what users changed in the workbook. */
  write(tabs: readonly SheetLink[]): void {
    const present = this.#readWorkbook(tabs);
    for (const name of this.#known.keys()) if (!present.has(name)) this.#sheet.writeName(name, null);
    for (const [name, area] of present)
      if (this.#known.get(name) !== JSON.stringify(area)) this.#sheet.writeName(name, area);
  }

  /** Commands for what a script changed in its document. */
  read(tabs: readonly SheetLink[]): CoreCommand[] {
    const present = this.#sheet.readNames();
    const commands: CoreCommand[] = [];
    for (const name of this.#known.keys())
      if (!present.has(name)) commands.push({ type: 'DELETE_NAMED_RANGE', name });
    for (const [name, area] of present) {
      const sheetId = tabs.find(({ id }) => id === area.tab)?.sheetId;
      if (sheetId === undefined || this.#known.get(name) === JSON.stringify(area)) continue;
      const { row, column, rows, columns } = area;
      const zone = { top: row - 1, left: column - 1, bottom: row + rows - 2, right: column + columns - 2 };
      const ranges = [{ _sheetId: sheetId, _zone: zone }];
      commands.push(
        this.#known.has(name)
          ? { type: 'UPDATE_NAMED_RANGE', oldRangeName: name, newRangeName: name, ranges }
          : { type: 'CREATE_NAMED_RANGE', name, ranges },
      );
    }
    return commands;
  }

  /** Stores the ranges as they are now: `write` and `read` take only later differences. */
  remember(tabs: readonly SheetLink[]): void {
    const areas = [...this.#readWorkbook(tabs)];
    this.#known = new Map(areas.map(([name, area]) => [name, JSON.stringify(area)]));
  }

  /** Google Sheets takes fewer names: a range with another name stays in the workbook alone. */
  #readWorkbook(tabs: readonly SheetLink[]): Map<string, Area> {
    const found = new Map<string, Area>();
    for (const { name, range } of this.#model.getters.getNamedRanges()) {
      const tab = tabs.find(({ sheetId }) => sheetId === range.sheetId)?.id;
      const { top, left, bottom, right } = range.zone;
      if (tab === undefined || !/^[a-z_][a-z0-9_.]*$/i.test(name)) continue;
      const size = { rows: bottom - top + 1, columns: right - left + 1 };
      found.set(name, { tab, row: top + 1, column: left + 1, ...size });
    }
    return found;
  }
}
