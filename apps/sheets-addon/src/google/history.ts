import { Refusal } from '../cells/refusal.ts';
import { historyRange } from '../tracking/columns.ts';

/** All values of the history's tab, which a cell may read (Google: guides/sheets/functions). @throws Refusal where there is none */
export function historyValues(): readonly (readonly unknown[])[] {
  const range = SpreadsheetApp.getActiveSpreadsheet().getRangeByName(historyRange);
  if (range === null) {
    throw new Refusal('no_history', 'This file has no history yet. Start tracking in the sidebar.');
  }
  return range.getSheet().getDataRange().getValues() as unknown[][];
}
