import { uncountedFormulas } from './file-asks.ts';
import type { Office } from './office.ts';
import { ownFormulas } from './own-formulas.ts';
import { runAgain, untouchedSentence } from './run-again.ts';
import { updateReports } from './update-reports.ts';

export interface FinishOrder {
  /** When the refresh began, milliseconds since the epoch. */
  readonly freshFrom: number;
  /** Questions that have a new answer, of all. */
  readonly fresh: number;
  readonly total: number;
}

export interface Finished {
  /** Cells that were set anew. */
  readonly cells: number;
  readonly reports: number;
  readonly faults: readonly string[];
}

/**
 * Shows what a refresh has gathered: reports are written anew and formulas run again. One that brought no answer is not the
 * last refresh. Only where every question has a new answer do older ones stop counting; else the cells of a question that failed would ask by themselves, all at once. So would
 * formulas of which nobody can tell what they ask: where there is one, older answers count until their own time is over.
 */
export function finishRefresh(office: Office, { freshFrom, fresh, total }: FinishOrder): Finished {
  // A round of several runs may end after a refresh that began later.
  const later = freshFrom > (office.connection.status()?.freshFrom ?? 0);
  const whole =
    later && fresh === total && uncountedFormulas(ownFormulas(office.workbook), office.calendar) === 0;
  if (fresh > 0) office.connection.refreshed(whole ? freshFrom : null);
  const { written, faults } = updateReports(office);
  const { cells, untouched } = runAgain(office);
  office.drawer.sweep();
  const standing = untouched.map((one) => untouchedSentence(office.say, one));
  return { cells, reports: written, faults: faults.concat(standing) };
}
