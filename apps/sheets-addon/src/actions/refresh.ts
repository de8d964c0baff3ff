import type { ActionContext } from '../ports/action-context.ts';
import type { CellQuery } from '../ports/query.ts';
import { listFileQueries, listUncountedFormulas } from './file-queries.ts';
import { type BatchQuestion, computeMeterRoom, groupIntoQuestions } from './gather.ts';
import { listReportQueries } from './insert-report.ts';
import { listOwnFormulas } from './own-formulas.ts';
import { defineReport } from './report.ts';
import { formatSkipped, runAgain } from './run-again.ts';
import { toWebsites } from './sample-figures.ts';
import { readStoredReports, reportsName } from './stored-reports.ts';
import { updateReports } from './update-reports.ts';

/** All that a file asks, as distinct questions. */
export interface RefreshPlan {
  readonly formulas: number;
  /** Formulas among them that the questions leave out, as only Sheets can compute what they ask. */
  readonly uncounted: number;
  readonly reports: number;
  readonly questions: readonly BatchQuestion[];
  /** Requests of a full refresh: the questions, and the list of websites. 0 where the file asks nothing. */
  readonly requests: number;
  /** Minutes that it takes at the pace of the plan, as far as one is known. */
  readonly minutes: number;
  /** Requests left today; null where not told. */
  readonly leftToday: number | null;
  /** When the refresh began, milliseconds since the epoch: older answers are asked for again. */
  readonly freshFrom: number;
}

const useMs = 60_000;

/** The smallest plan's (specification §8), where no answer has told the limit. */
const smallestPerMinute = 60;

/** Counts what a refresh of the whole file asks. Costs no request while the list of websites is cached. */
export function planRefresh(context: ActionContext): RefreshPlan {
  const freshFrom = context.now();
  const reports = readStoredReports(context.properties.get(reportsName));
  const { formulas, uncounted, queries } = listFileQueries(context);
  const meter = context.meter();
  const leftToday = context.file.status().day_left;
  if (formulas === 0 && reports.length === 0) {
    return { formulas, uncounted, reports: 0, questions: [], requests: 0, minutes: 0, leftToday, freshFrom };
  }
  const questions = context.withService({ ms: useMs }, (session) => {
    const websites = toWebsites(session);
    const ids = websites.map(({ id }) => id);
    const ofReports = reports.reduce<CellQuery[]>(
      (all, { kind, website }) =>
        all.concat(listReportQueries(defineReport(kind, website), ids, context.calendar)),
      [],
    );
    return groupIntoQuestions(queries.concat(ofReports), websites, context.now());
  });
  const limit = meter?.rate.minute.limit ?? smallestPerMinute;
  const perMinute = Math.max(1, limit - Math.floor(limit / 10));
  const { waitMs } = computeMeterRoom(meter, context.now());
  const requests = questions.length + 1;
  const minutes = Math.max(1, Math.ceil(requests / perMinute) + (waitMs > 0 ? 1 : 0));
  const counts = { formulas, uncounted, reports: reports.length };
  return { ...counts, questions, requests, minutes, leftToday, freshFrom };
}

export interface FinishRefreshInput {
  /** When the refresh began, milliseconds since the epoch. */
  readonly freshFrom: number;
  /** Questions that have a new answer, of all. */
  readonly fresh: number;
  readonly total: number;
}

export interface RefreshOutcome {
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
export function finishRefresh(
  context: ActionContext,
  { freshFrom, fresh, total }: FinishRefreshInput,
): RefreshOutcome {
  // A round of several runs may end after a refresh that began later.
  const later = freshFrom > (context.connection.status()?.freshFrom ?? 0);
  const whole =
    later &&
    fresh === total &&
    listUncountedFormulas(listOwnFormulas(context.workbook), context.calendar) === 0;
  if (fresh > 0) context.connection.refreshed(whole ? freshFrom : null);
  const { written, faults } = updateReports(context);
  const { cells, untouched } = runAgain(context);
  context.properties.removeLeftovers();
  const standing = untouched.map((one) => formatSkipped(context.text, one));
  return { cells, reports: written, faults: faults.concat(standing) };
}

export interface PauseResult {
  readonly paused: boolean;
  /** Ranges whose formulas could not be run again, one sentence each. */
  readonly faults: readonly string[];
}

/**
 * Stops or continues the requests of the file. While it is paused cells show what is kept, whatever its age; once it goes on
 * they run again, so that those which had nothing to show ask now.
 */
export function setPaused(context: ActionContext, { paused }: { readonly paused: boolean }): PauseResult {
  const before = context.connection.status()?.paused === true;
  const after = paused === true;
  context.connection.pause(after);
  const { untouched } = before && !after ? runAgain(context) : { untouched: [] };
  const faults = untouched.map((one) => formatSkipped(context.text, one));
  return { paused: after, faults };
}
