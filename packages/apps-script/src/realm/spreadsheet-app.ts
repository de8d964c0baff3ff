import type { DocumentProperties } from '../protocol/document.ts';
import type { ServiceRuntime, SheetClasses } from './service-runtime.ts';

/**
 * SpreadsheetApp. Its classes are created when a script first opens the document; other executions do not pay for them.
 */
export function installSpreadsheetApp(runtime: ServiceRuntime): void {
  const open = (method: string): void => {
    runtime.allow(`SpreadsheetApp.${method}`, 'document');
  };
  const opener =
    (method: string, find: () => object | null) =>
    (...args: []) => {
      open(method);
      runtime.check(`SpreadsheetApp.${method}`, args, []);
      return find();
    };
  const selection = () => runtime.call('sheet.selection');
  Object.assign(runtime.spreadsheetApp, {
    getActiveSpreadsheet: opener('getActiveSpreadsheet', () => runtime.sheets().spreadsheet),
    getActive: opener('getActive', () => runtime.sheets().spreadsheet),
    getActiveSheet: opener('getActiveSheet', () => runtime.sheets().sheet(selection().range.tab)),
    getActiveRange: opener('getActiveRange', () => {
      const { range, formula } = selection();
      return runtime.sheets().range(range, formula);
    }),
    getActiveCell: opener('getActiveCell', () => runtime.sheets().range(selection().cell)),
    getCurrentCell: opener('getCurrentCell', () => runtime.sheets().currentCell()),
    newDataValidation: opener('newDataValidation', () => runtime.sheets().newValidation()),
    // Writes are synchronous.
    flush(...args: []) {
      runtime.allow('SpreadsheetApp.flush', 'document');
      runtime.check('SpreadsheetApp.flush', args, []);
    },
    SheetType: runtime.enumeration(['GRID', 'OBJECT', 'DATASOURCE']),
    CopyPasteType: runtime.enumeration(
      'NORMAL NO_BORDERS FORMAT FORMULA DATA_VALIDATION VALUES CONDITIONAL_FORMATTING COLUMN_WIDTHS'
        .split(' ')
        .map((type) => `PASTE_${type}`),
    ),
    ProtectionType: runtime.enumeration(['RANGE', 'SHEET']),
    DataValidationCriteria: runtime.enumeration(['VALUE_IN_LIST', 'VALUE_IN_RANGE']),
  });
  runtime.service('Charts', {
    ChartType: runtime.enumeration('AREA BAR COLUMN COMBO HISTOGRAM LINE PIE SCATTER TABLE'.split(' ')),
    Position: runtime.enumeration('BOTTOM LEFT NONE RIGHT TOP'.split(' ')),
  });
}

/** Spreadsheet (reference/spreadsheet/spreadsheet): the document of the add-on. */
export function defineSpreadsheet(runtime: ServiceRuntime, sheets: SheetClasses): void {
  const reader =
    (method: string, field: keyof DocumentProperties) =>
    (...args: []) => {
      sheets.reads(`Spreadsheet.${method}`, args, []);
      return runtime.call('document.read')[field];
    };
  const selection = () => runtime.call('sheet.selection');
  const tabs = () => runtime.call('sheet.tabs');
  sheets.currentCell = () => {
    const { cell } = selection();
    return tabs().some(({ id, type }) => id === cell.tab && type === 'GRID') ? sheets.range(cell) : null;
  };
  sheets.spreadsheet = Object.freeze({
    getId: reader('getId', 'id'),
    getName: reader('getName', 'name'),
    getSpreadsheetLocale: reader('getSpreadsheetLocale', 'locale'),
    getSpreadsheetTimeZone: reader('getSpreadsheetTimeZone', 'timeZone'),
    rename(...args: [string]) {
      sheets.writes('Spreadsheet.rename', args, ['string']);
      runtime.call('document.write', { name: args[0] });
    },
    getUrl: () => `https://docs.google.com/spreadsheets/d/${runtime.call('document.read').id}/edit`,
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
    getRange(...args: [string]) {
      sheets.reads('Spreadsheet.getRange', args, ['string']);
      return sheets.range(runtime.call('sheet.area', args[0], null));
    },
    getRangeByName(...args: [string]) {
      sheets.reads('Spreadsheet.getRangeByName', args, ['string']);
      const wanted = args[0].toLowerCase();
      const found = runtime.call('sheet.names').filter(({ name }) => name.toLowerCase() === wanted)[0];
      return found === undefined ? null : sheets.range(found.area);
    },
    getNamedRanges: () => runtime.call('sheet.names').map(({ name, area }) => sheets.namedRange(name, area)),
    setNamedRange(...args: [string, object]) {
      sheets.writes('Spreadsheet.setNamedRange', args, ['string', 'object']);
      runtime.call('sheet.name', args[0], sheets.areaOf('SpreadsheetApp.Spreadsheet.setNamedRange', args[1]));
    },
    removeNamedRange(...args: [string]) {
      sheets.writes('Spreadsheet.removeNamedRange', args, ['string']);
      runtime.call('sheet.name', args[0], null);
    },
    insertSheet(...args: [(string | number)?, number?]) {
      sheets.writes('Spreadsheet.insertSheet', args, [], ['string'], ['number'], ['string', 'number']);
      const [first, second = null] = args;
      const name = typeof first === 'string' ? first : null;
      return sheets.sheet(runtime.call('sheet.insert', name, typeof first === 'number' ? first : second));
    },
    deleteSheet(...args: [object]) {
      sheets.writes('Spreadsheet.deleteSheet', args, ['object']);
      runtime.call('sheet.delete', sheets.tabOf('SpreadsheetApp.Spreadsheet.deleteSheet', args[0]));
    },
    toast(...args: [string, string?, number?]) {
      sheets.writes(
        'Spreadsheet.toast',
        args,
        ['string'],
        ['string', 'string'],
        ['string', 'string', 'number'],
      );
      runtime.call('sheet.toast', args[0], args[1] ?? '', args[2] ?? 5);
    },
  });
}
