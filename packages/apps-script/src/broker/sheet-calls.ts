import type { BrokerCalls } from '../host-calls.ts';
import { clearArea, readArea, writeArea } from '../spreadsheet/cell-access.ts';
import type { Spreadsheet } from '../spreadsheet/spreadsheet.ts';

type SheetOperation = Extract<keyof BrokerCalls, `sheet.${string}` | `document.${string}`>;
export type SheetCalls = { [Op in SheetOperation]: BrokerCalls[Op] };

/** SpreadsheetApp's side of the host: every call is one read or one write of the document. */
export function sheetCalls(book: Spreadsheet): SheetCalls {
  const done = (_work: unknown): null => null;
  return {
    'document.read': () => book.facts,
    'document.write': (change) => done(Object.assign(book.facts, change)),
    'sheet.tabs': () =>
      book.tabs.map((tab) => {
        const { rows, columns } = tab.extent();
        return { ...tab.facts, lastRow: rows, lastColumn: columns };
      }),
    'sheet.insert': (name, index) => book.insertTab(name, index).facts.id,
    'sheet.delete': (tab) => done(book.deleteTab(tab)),
    'sheet.change': (tab, { name, ...change }) => {
      if (name !== undefined) book.rename(tab, name);
      return done(Object.assign(book.tab(tab).facts, change));
    },
    'sheet.resize': (tab, side, change, at, count) => done(book.resize(tab, side, change, at, count)),
    'sheet.area': (a1, tab) => book.area(a1, tab ?? book.selection.range.tab),
    'sheet.read': (area, field) => readArea(book, area, field),
    'sheet.write': (area, field, values) => done(writeArea(book, area, field, values)),
    'sheet.clear': (area, parts) => done(clearArea(book, area, parts)),
    'sheet.append': (id, values) => {
      const tab = book.tab(id);
      const row = tab.extent().rows + 1;
      if (row > tab.facts.maxRows) book.resize(id, 'rows', 'insert', row, 1);
      const missing = values.length - tab.facts.maxColumns;
      if (missing > 0) book.resize(id, 'columns', 'insert', tab.facts.maxColumns + 1, missing);
      return done(
        writeArea(book, { tab: id, row, column: 1, rows: 1, columns: values.length }, 'value', [values]),
      );
    },
    'sheet.selection': () => book.selection,
    'sheet.select': (range, cell) => done(book.select(range, cell ?? undefined)),
    'sheet.activate': (tab) => done(book.activate(tab)),
    'sheet.names': () => [...book.names].map(([name, area]) => ({ name, area })),
    'sheet.name': (name, area) => done(book.setName(name, area)),
    'sheet.charts': (tab) => book.tab(tab).charts,
    'sheet.chart': (id, chart) => {
      const tab = book.tab(id);
      const known = tab.charts.findIndex((other) => other.id === chart.id);
      if (known < 0) tab.charts.push({ ...chart, id: book.nextChart() });
      else tab.charts[known] = chart;
      return known < 0 ? (tab.charts.at(-1)?.id ?? 0) : chart.id;
    },
    'sheet.drop-chart': (id, chart) => {
      const tab = book.tab(id);
      tab.charts = tab.charts.filter((other) => other.id !== chart);
      return null;
    },
    'sheet.toast': (message, title, seconds) => done(book.toasts.push({ message, title, seconds })),
  };
}
