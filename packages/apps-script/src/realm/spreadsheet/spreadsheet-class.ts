import type { DocumentFacts } from '../../host-calls.ts';
import type { Kit } from '../kit.ts';
import type { SheetObjects } from './sheet-objects.ts';

/** Spreadsheet (reference/spreadsheet/spreadsheet): the document that the add-on is open in. */
export function spreadsheetClass(kit: Kit, sheets: SheetObjects): void {
  const reader =
    (method: string, field: keyof DocumentFacts) =>
    (...args: []) => {
      sheets.reads(`Spreadsheet.${method}`, args, []);
      return kit.call('document.read')[field];
    };
  const writer =
    (method: string, field: keyof DocumentFacts) =>
    (...args: [string]) => {
      sheets.writes(`Spreadsheet.${method}`, args, ['string']);
      kit.call('document.write', { [field]: args[0] });
    };
  const selection = () => kit.call('sheet.selection');
  const tabs = () => kit.call('sheet.tabs');
  const remove = (method: string, tab: number): void => {
    sheets.writes(`Spreadsheet.${method}`, [], []);
    kit.call('sheet.delete', tab);
  };
  sheets.currentCell = () => {
    const { cell } = selection();
    return tabs().some(({ id, type }) => id === cell.tab && type === 'GRID') ? sheets.range(cell) : null;
  };
  sheets.spreadsheet = Object.freeze({
    getId: reader('getId', 'id'),
    getName: reader('getName', 'name'),
    getSpreadsheetLocale: reader('getSpreadsheetLocale', 'locale'),
    getSpreadsheetTimeZone: reader('getSpreadsheetTimeZone', 'timeZone'),
    rename: writer('rename', 'name'),
    setSpreadsheetLocale: writer('setSpreadsheetLocale', 'locale'),
    setSpreadsheetTimeZone: writer('setSpreadsheetTimeZone', 'timeZone'),
    getUrl: () => `https://docs.google.com/spreadsheets/d/${kit.call('document.read').id}/edit`,
    getSheets: () => tabs().map(({ id }) => sheets.sheet(id)),
    getNumSheets: () => tabs().length,
    getActiveSheet: () => sheets.sheet(selection().range.tab),
    getActiveRange: () => sheets.range(selection().range),
    getActiveCell: () => sheets.range(selection().cell),
    getCurrentCell: () => sheets.currentCell(),
    getSheetByName(...args: [string]) {
      sheets.reads('Spreadsheet.getSheetByName', args, ['string']);
      const found = tabs().filter(({ name }) => name === args[0])[0];
      return found === undefined ? null : sheets.sheet(found.id);
    },
    getSheetById(...args: [number]) {
      sheets.reads('Spreadsheet.getSheetById', args, ['number']);
      return tabs().some(({ id }) => id === args[0]) ? sheets.sheet(args[0]) : null;
    },
    getRange(...args: [string]) {
      sheets.reads('Spreadsheet.getRange', args, ['string']);
      return sheets.range(kit.call('sheet.area', args[0], null));
    },
    getRangeByName(...args: [string]) {
      sheets.reads('Spreadsheet.getRangeByName', args, ['string']);
      const wanted = args[0].toLowerCase();
      const found = kit.call('sheet.names').filter(({ name }) => name.toLowerCase() === wanted)[0];
      return found === undefined ? null : sheets.range(found.area);
    },
    getNamedRanges: () => kit.call('sheet.names').map(({ name, area }) => sheets.namedRange(name, area)),
    setNamedRange(...args: [string, object]) {
      sheets.writes('Spreadsheet.setNamedRange', args, ['string', 'object']);
      kit.call('sheet.name', args[0], sheets.areaOf('SpreadsheetApp.Spreadsheet.setNamedRange', args[1]));
    },
    removeNamedRange(...args: [string]) {
      sheets.writes('Spreadsheet.removeNamedRange', args, ['string']);
      kit.call('sheet.name', args[0], null);
    },
    insertSheet(...args: [(string | number)?, number?]) {
      sheets.writes('Spreadsheet.insertSheet', args, [], ['string'], ['number'], ['string', 'number']);
      const [first, second = null] = args;
      const name = typeof first === 'string' ? first : null;
      return sheets.sheet(kit.call('sheet.insert', name, typeof first === 'number' ? first : second));
    },
    deleteSheet(...args: [object]) {
      remove('deleteSheet', sheets.tabOf('SpreadsheetApp.Spreadsheet.deleteSheet', args[0]));
    },
    deleteActiveSheet() {
      remove('deleteActiveSheet', selection().range.tab);
      return sheets.sheet(selection().range.tab);
    },
    setActiveSheet(...args: [object]) {
      sheets.writes('Spreadsheet.setActiveSheet', args, ['object']);
      kit.call('sheet.activate', sheets.tabOf('SpreadsheetApp.Spreadsheet.setActiveSheet', args[0]));
      return args[0];
    },
    setActiveRange(...args: [object]) {
      sheets.writes('Spreadsheet.setActiveRange', args, ['object']);
      kit.call('sheet.select', sheets.areaOf('SpreadsheetApp.Spreadsheet.setActiveRange', args[0]), null);
      return args[0];
    },
    setCurrentCell(...args: [object]) {
      sheets.writes('Spreadsheet.setCurrentCell', args, ['object']);
      const cell = sheets.areaOf('SpreadsheetApp.Spreadsheet.setCurrentCell', args[0]);
      kit.call('sheet.select', cell, cell);
      return args[0];
    },
    toast(...args: [string, string?, number?]) {
      sheets.writes(
        'Spreadsheet.toast',
        args,
        ['string'],
        ['string', 'string'],
        ['string', 'string', 'number'],
      );
      kit.call('sheet.toast', args[0], args[1] ?? '', args[2] ?? 5);
    },
  });
}
