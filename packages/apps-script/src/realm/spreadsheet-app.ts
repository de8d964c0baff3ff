import type { Kit } from './kit.ts';

/**
 * SpreadsheetApp's way into the document. Its classes are made when a script first opens it, so that an execution that
 * never does pays nothing for them.
 */
export function spreadsheetApp(kit: Kit): void {
  const enumeration = (names: string[]) =>
    Object.freeze(Object.fromEntries(names.map((name) => [name, name])));
  const open = (method: string): void => {
    kit.allow(`SpreadsheetApp.${method}`, 'document');
  };
  const opener =
    (method: string, find: () => object | null) =>
    (...args: []) => {
      open(method);
      kit.check(`SpreadsheetApp.${method}`, args, []);
      return find();
    };
  const selection = () => kit.call('sheet.selection');
  Object.assign(kit.spreadsheetApp, {
    getActiveSpreadsheet: opener('getActiveSpreadsheet', () => kit.sheets().spreadsheet),
    getActive: opener('getActive', () => kit.sheets().spreadsheet),
    getActiveSheet: opener('getActiveSheet', () => kit.sheets().sheet(selection().range.tab)),
    getActiveRange: opener('getActiveRange', () => kit.sheets().range(selection().range)),
    getActiveCell: opener('getActiveCell', () => kit.sheets().range(selection().cell)),
    getCurrentCell: opener('getCurrentCell', () => kit.sheets().currentCell()),
    newDataValidation: opener('newDataValidation', () => kit.sheets().newValidation()),
    // Every write is done when its call returns.
    flush(...args: []) {
      kit.allow('SpreadsheetApp.flush', 'document');
      kit.check('SpreadsheetApp.flush', args, []);
    },
    SheetType: enumeration(['GRID', 'OBJECT', 'DATASOURCE']),
    ProtectionType: enumeration(['RANGE', 'SHEET']),
    DataValidationCriteria: enumeration(['VALUE_IN_LIST', 'VALUE_IN_RANGE']),
  });
  kit.service('Charts', {
    ChartType: enumeration('AREA BAR COLUMN COMBO HISTOGRAM LINE PIE SCATTER TABLE'.split(' ')),
    Position: enumeration('BOTTOM LEFT NONE RIGHT TOP'.split(' ')),
  });
}
