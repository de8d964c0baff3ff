import { functions } from './functions.ts';
import { refresh, type SheetFunction } from './parameters.ts';

/**
 * Every custom function of the add-on, in the order in which help lists them. Sheets runs a formula anew when an argument
 * changes (Google: guides/sheets/functions), so each takes one that means nothing else.
 */
export const catalogue: readonly SheetFunction[] = functions.map((one) => ({
  ...one,
  parameters: one.parameters.concat(refresh),
}));
