import { uncountedFormulas } from './file-asks.ts';
import type { Office } from './office.ts';
import { ownFormulas } from './own-formulas.ts';
import { runAgain, untouchedSentence } from './run-again.ts';
import { updateReports } from './update-reports.ts';

/** Where the file keeps when it was refreshed last. */
export const refreshedName = 'answershare.refreshed';

export interface FinishOrder {
  /** When the refresh began, milliseconds since the epoch. */
  readonly freshFrom: number;
  /** True where every question has a new answer. */
  readonly whole: boolean;
}

export interface Finished {
  /** Cells that were set anew. */
  readonly cells: number;
  readonly reports: number;
  readonly faults: readonly string[];
}

/**
 * Shows what a refresh has gathered: reports are written anew and formulas run again. Only where every question has a new
 * answer do older ones stop counting; else the cells of a question that failed would ask by themselves, all at once. So would
 * formulas of which nobody can tell what they ask: where there is one, older answers count until their own time is over.
 */
export function finishRefresh(office: Office, { freshFrom, whole }: FinishOrder): Finished {
  // A round of several runs may end after a refresh that began later.
  const later = freshFrom > (office.connection.status()?.freshFrom ?? 0);
  if (whole && later && uncountedFormulas(ownFormulas(office.workbook), office.calendar) === 0)
    office.connection.refresh(freshFrom);
  const { written, faults } = updateReports(office);
  const { cells, untouched } = runAgain(office);
  office.drawer.set(refreshedName, String(office.now()));
  office.drawer.sweep();
  const standing = untouched.map((one) => untouchedSentence(office.say, one));
  return { cells, reports: written, faults: faults.concat(standing) };
}
