import { functions } from './functions/functions.ts';
import { refresh, type SheetFunction } from './functions/parameters.ts';

export type { Example, Parameter, SheetFunction } from './functions/parameters.ts';

/**
 * All custom functions in the order of help. Sheets recalculates a formula when an argument changes (Google:
 * guides/sheets/functions), so each function takes an unused `refresh` argument.
 */
export const catalogue: readonly SheetFunction[] = functions.map((one) => ({
  ...one,
  parameters: one.parameters.concat(refresh),
}));
