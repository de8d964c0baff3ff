import type { DocumentFacts } from '../host-calls.ts';
import type { Kit } from './kit.ts';

/** SpreadsheetApp's document: its name, locale and time zone. Cells are not part of this runtime. */
export function spreadsheetApp(kit: Kit): void {
  const reader =
    (method: string, field: keyof DocumentFacts) =>
    (...args: []) => {
      kit.check(`SpreadsheetApp.Spreadsheet.${method}`, args, []);
      return kit.call('document.read')[field];
    };
  const writer =
    (method: string, field: keyof DocumentFacts) =>
    (...args: [string]) => {
      kit.allow(method, 'document-write');
      kit.check(`SpreadsheetApp.Spreadsheet.${method}`, args, ['string']);
      kit.call('document.write', { [field]: args[0] });
    };
  const spreadsheet = Object.freeze({
    getId: reader('getId', 'id'),
    getName: reader('getName', 'name'),
    getSpreadsheetLocale: reader('getSpreadsheetLocale', 'locale'),
    getSpreadsheetTimeZone: reader('getSpreadsheetTimeZone', 'timeZone'),
    rename: writer('rename', 'name'),
    setSpreadsheetLocale: writer('setSpreadsheetLocale', 'locale'),
    setSpreadsheetTimeZone: writer('setSpreadsheetTimeZone', 'timeZone'),
  });
  const open =
    (method: string) =>
    (...args: []) => {
      kit.allow(`SpreadsheetApp.${method}`, 'document');
      kit.check(`SpreadsheetApp.${method}`, args, []);
      return spreadsheet;
    };
  kit.spreadsheetApp.getActiveSpreadsheet = open('getActiveSpreadsheet');
  kit.spreadsheetApp.getActive = open('getActive');
}
