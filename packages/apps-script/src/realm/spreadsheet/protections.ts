import type { Kit } from '../kit.ts';
import type { SheetObjects } from './sheet-objects.ts';

/** Protection of a whole tab (reference/spreadsheet/protection): its description and whether it only warns. */
export function protections(kit: Kit, sheets: SheetObjects): void {
  sheets.protection = (tab, start) => {
    const keep = (protection: typeof start): object => {
      kit.call('sheet.change', tab, { protection });
      return self;
    };
    let facts = start ?? { description: '', warningOnly: false };
    const self: object = Object.freeze({
      getDescription: () => facts.description,
      isWarningOnly: () => facts.warningOnly,
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
