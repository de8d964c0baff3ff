import type { CellPart, TabProperties } from '../protocol/document.ts';
import type { ParameterType, ServiceRuntime, SheetClasses } from './service-runtime.ts';

type Methods = { [method: string]: (...args: never[]) => unknown };

/** Sheet (reference/spreadsheet/sheet). */
export function defineSheets(runtime: ServiceRuntime, sheets: SheetClasses): void {
  const tabs = new WeakMap<object, number>();
  sheets.tabOf = (method, value) => sheets.find(tabs, 'Sheet', method, value);
  const clears: { [method: string]: CellPart[] } = {
    clear: ['contents', 'formats'],
    clearContents: ['contents'],
  };
  const numbers = (count: number): ParameterType[] => Array.from({ length: count }, () => 'number');

  sheets.sheet = (id) => {
    const all = () => runtime.call('sheet.tabs');
    const facts = () => {
      const found = all().filter((tab) => tab.id === id)[0];
      if (found === undefined) throw runtime.exception(`Sheet ${id} not found`);
      return found;
    };
    const cells = () => {
      const found = facts();
      if (found.type !== 'GRID')
        throw runtime.exception(`The action is not supported for ${found.type} sheet.`);
      return found;
    };
    const change = (part: Partial<TabProperties>): object => {
      runtime.call('sheet.change', id, part);
      return self;
    };
    const setter = (method: string, type: ParameterType, part: (value: never) => Partial<TabProperties>) => {
      return (...args: unknown[]) => {
        sheets.writes(`Sheet.${method}`, args, [type], ['null']);
        return change(part(args[0] as never));
      };
    };
    const resize = (method: string, side: 'rows' | 'columns', kind: 'insert' | 'delete', after: number) => {
      return (...args: [number, number?]) => {
        sheets.writes(`Sheet.${method}`, args, numbers(1), numbers(2));
        runtime.call('sheet.resize', id, side, kind, args[0] + after, args[1] ?? 1);
        return self;
      };
    };
    const self: Methods = {
      getName: () => facts().name,
      getSheetName: () => facts().name,
      getSheetId: () => id,
      getType: () => facts().type,
      getIndex: () => all().findIndex((tab) => tab.id === id) + 1,
      getParent: () => sheets.spreadsheet,
      getLastRow: () => cells().lastRow,
      getLastColumn: () => cells().lastColumn,
      getMaxRows: () => facts().maxRows,
      getMaxColumns: () => facts().maxColumns,
      getFrozenRows: () => facts().frozenRows,
      getFrozenColumns: () => facts().frozenColumns,
      isSheetHidden: () => facts().hidden,
      getColumnWidth: (column: number) => facts().columnWidths[String(column)] ?? 100,
      getRange(...args: [string | number, number?, number?, number?]) {
        sheets.reads('Sheet.getRange', args, ['string'], numbers(2), numbers(3), numbers(4));
        const [first, column = 1, rows = 1, columns = 1] = args;
        return typeof first === 'string'
          ? sheets.range(runtime.call('sheet.area', first, id))
          : sheets.rectangle(id, first, column, rows, columns);
      },
      getDataRange() {
        const { lastRow, lastColumn } = cells();
        return sheets.range({ tab: id, row: 1, column: 1, rows: lastRow || 1, columns: lastColumn || 1 });
      },
      getActiveRange: () => sheets.range(runtime.call('sheet.selection').range),
      getActiveCell: () => sheets.range(runtime.call('sheet.selection').cell),
      getCurrentCell: () => sheets.range(runtime.call('sheet.selection').cell),
      appendRow(...args: [unknown[]]) {
        sheets.writes('Sheet.appendRow', [Array.isArray(args[0]), ...args.slice(1)], ['boolean']);
        runtime.call(
          'sheet.append',
          id,
          args[0].map((value) => sheets.toCell(value)),
        );
        return self;
      },
      copyTo(...args: [object]) {
        sheets.writes('Sheet.copyTo', args, ['object']);
        if (args[0] !== sheets.spreadsheet)
          throw runtime.exception('Sheet.copyTo: the local Apps Script has one spreadsheet only.');
        return sheets.sheet(runtime.call('sheet.copy', id));
      },
      setName(...args: [string]) {
        sheets.writes('Sheet.setName', args, ['string']);
        return change({ name: args[0] });
      },
      setFrozenRows: setter('setFrozenRows', 'number', (frozenRows) => ({ frozenRows })),
      setFrozenColumns: setter('setFrozenColumns', 'number', (frozenColumns) => ({ frozenColumns })),
      setTabColor: setter('setTabColor', 'string', (tabColor) => ({ tabColor })),
      hideSheet: () => {
        sheets.writes('Sheet.hideSheet', [], []);
        if (all().filter((tab) => !tab.hidden && tab.id !== id).length === 0)
          throw runtime.exception("You can't hide all the sheets in a document.");
        return change({ hidden: true });
      },
      showSheet: () => {
        sheets.writes('Sheet.showSheet', [], []);
        return change({ hidden: false });
      },
      setColumnWidth(...args: [number, number]) {
        sheets.writes('Sheet.setColumnWidth', args, numbers(2));
        return change({ columnWidths: { ...facts().columnWidths, [String(args[0])]: args[1] } });
      },
      // About eight pixels a character; Google measures the text.
      autoResizeColumns(...args: [number, number]) {
        sheets.writes('Sheet.autoResizeColumns', args, numbers(2));
        const [column, columns] = args;
        const area = { tab: id, row: 1, column, rows: cells().lastRow || 1, columns };
        const widths = { ...facts().columnWidths };
        for (const row of runtime.call('sheet.read', area, 'display')) {
          row.forEach((text, at) => {
            widths[column + at] = Math.max(widths[column + at] ?? 0, String(text).length * 8 + 10);
          });
        }
        return change({ columnWidths: widths });
      },
      activate(...args: []) {
        sheets.writes('Sheet.activate', args, []);
        runtime.call('sheet.activate', id);
        return self;
      },
      insertRowsAfter: resize('insertRowsAfter', 'rows', 'insert', 1),
      insertColumnsAfter: resize('insertColumnsAfter', 'columns', 'insert', 1),
      deleteRow: resize('deleteRow', 'rows', 'delete', 0),
      deleteRows: resize('deleteRows', 'rows', 'delete', 0),
      newChart: () => sheets.chartBuilder(id, null),
      getCharts: () => runtime.call('sheet.charts', id).map((chart) => sheets.chart(id, chart)),
      insertChart(...args: [object]) {
        sheets.writes('Sheet.insertChart', args, ['object']);
        runtime.call('sheet.chart', id, {
          ...sheets.chartOf('SpreadsheetApp.Sheet.insertChart', args[0]),
          id: 0,
        });
      },
      updateChart(...args: [object]) {
        sheets.writes('Sheet.updateChart', args, ['object']);
        runtime.call('sheet.chart', id, sheets.chartOf('SpreadsheetApp.Sheet.updateChart', args[0]));
      },
      removeChart(...args: [object]) {
        sheets.writes('Sheet.removeChart', args, ['object']);
        runtime.call('sheet.drop-chart', id, sheets.chartOf('SpreadsheetApp.Sheet.removeChart', args[0]).id);
      },
      protect(...args: []) {
        sheets.writes('Sheet.protect', args, []);
        return sheets.protection(id, facts().protection);
      },
    };
    for (const [name, parts] of Object.entries(clears)) {
      self[name] = (...args: unknown[]) => {
        sheets.writes(`Sheet.${name}`, args, []);
        const { maxRows, maxColumns } = facts();
        runtime.call(
          'sheet.clear',
          { tab: id, row: 1, column: 1, rows: maxRows, columns: maxColumns },
          parts,
        );
        return self;
      };
    }
    tabs.set(self, id);
    return Object.freeze(self);
  };
}

/** Protection of a tab (reference/spreadsheet/protection): description and warning flag. */
export function defineProtections(runtime: ServiceRuntime, sheets: SheetClasses): void {
  sheets.protection = (tab, start) => {
    const keep = (protection: typeof start): object => {
      runtime.call('sheet.change', tab, { protection });
      return self;
    };
    let facts = start ?? { description: '', warningOnly: false };
    const self: object = Object.freeze({
      setDescription(...args: [string]) {
        sheets.writes('Protection.setDescription', args, ['string']);
        facts = { ...facts, description: args[0] };
        return keep(facts);
      },
      setWarningOnly(...args: [boolean]) {
        sheets.writes('Protection.setWarningOnly', args, ['boolean']);
        facts = { ...facts, warningOnly: args[0] };
        return keep(facts);
      },
      remove(...args: []) {
        sheets.writes('Protection.remove', args, []);
        keep(null);
      },
    });
    return keep(facts);
  };
}
