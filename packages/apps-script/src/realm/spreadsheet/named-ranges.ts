import type { Kit } from '../kit.ts';
import type { SheetObjects } from './sheet-objects.ts';

/** NamedRange (reference/spreadsheet/named-range). */
export function namedRanges(kit: Kit, sheets: SheetObjects): void {
  sheets.namedRange = (start, area) => {
    let name = start;
    const self: object = Object.freeze({
      getName: () => name,
      getRange: () => sheets.range(area),
      setName(...args: [string]) {
        sheets.writes('NamedRange.setName', args, ['string']);
        kit.call('sheet.name', args[0], area);
        if (args[0] !== name) kit.call('sheet.name', name, null);
        name = args[0];
        return self;
      },
      setRange(...args: [object]) {
        sheets.writes('NamedRange.setRange', args, ['object']);
        kit.call('sheet.name', name, sheets.areaOf('SpreadsheetApp.NamedRange.setRange', args[0]));
        return self;
      },
      remove(...args: []) {
        sheets.writes('NamedRange.remove', args, []);
        kit.call('sheet.name', name, null);
      },
    });
    return self;
  };
}
