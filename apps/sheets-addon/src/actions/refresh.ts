import { queryWebsites } from '../cells/website-argument.ts';
import type { ActionContext } from '../ports/action-context.ts';
import { listAlertQueries } from './figure-alerts.ts';
import { listFileQueries, listUncountedFormulas } from './file-queries.ts';
import { type BatchQuestion, computeMinuteCapacity, groupIntoQuestions } from './gather.ts';
import { listReportQueries } from './insert-report.ts';
import { listOwnFormulas } from './own-formulas.ts';
import { formatSkipped, runAgain } from './reenter-formulas.ts';
import { defineReport } from './report-definitions.ts';
import { readStoredReports } from './stored-reports.ts';
import { updateReports } from './update-reports.ts';

/** All queries of a file as distinct questions. */
export interface RefreshPlan {
  readonly formulas: number;
  /** Formulas that the questions omit: only Sheets can compute their queries. */
  readonly uncounted: number;
  readonly reports: number;
  readonly questions: readonly BatchQuestion[];
  /** Requests of a full refresh: the questions and the list of websites. 0 if the file has no query. */
  readonly requests: number;
  /** Minutes that it takes at the plan's pace, if known. */
  readonly minutes: number;
  /** Requests left today; null if unknown. */
  readonly leftToday: number | null;
  /** When the refresh began, milliseconds since the epoch: older answers are requested again. */
  readonly freshFrom: number;
}

/** The smallest plan's limit (specification §8), used until an answer states one. */
const smallestPerMinute = 60;

/** Counts the requests of a full refresh. Costs no request while the list of websites is cached. */
export function planRefresh(context: ActionContext): RefreshPlan {
  const freshFrom = context.now();
  const reports = readStoredReports(context);
  const { formulas, uncounted, queries } = listFileQueries(context);
  const ofAlerts = listAlertQueries(context);
  const meter = context.meter();
  const leftToday = context.file.status().day_left;
  if (formulas === 0 && reports.length === 0 && ofAlerts.length === 0) {
    return { formulas, uncounted, reports: 0, questions: [], requests: 0, minutes: 0, leftToday, freshFrom };
  }
  const questions = context.withService({}, (session) => {
    const websites = queryWebsites(session.context);
    const ids = websites.map(({ id }) => id);
    const ofReports = reports.flatMap(({ kind, website }) =>
      listReportQueries(defineReport(kind, website), ids, context.calendar),
    );
    return groupIntoQuestions(queries.concat(ofReports, ofAlerts), websites, context.now());
  });
  const limit = meter?.rate.minute.limit ?? smallestPerMinute;
  const perMinute = Math.max(1, limit - Math.floor(limit / 10));
  const { waitMs } = computeMinuteCapacity(meter, context.now());
  const requests = questions.length + 1;
  const minutes = Math.max(1, Math.ceil(requests / perMinute) + (waitMs > 0 ? 1 : 0));
  const counts = { formulas, uncounted, reports: reports.length };
  return { ...counts, questions, requests, minutes, leftToday, freshFrom };
}

export interface FinishRefreshInput {
  /** When the refresh began, milliseconds since the epoch. */
  readonly freshFrom: number;
  /** Questions with a new answer, and all questions. */
  readonly fresh: number;
  readonly total: number;
}

export interface RefreshOutcome {
  /** Cells whose formulas ran again. */
  readonly cells: number;
  readonly reports: number;
  readonly faults: readonly string[];
}

/**
 * Shows the answers of a refresh: rewrites reports and runs formulas again. A refresh without any answer does not count
 * as the last one. Older answers expire only if every question has a new one. Otherwise the cells of failed questions
 * would all send their own requests at once. The same holds for formulas with unknown queries: with any of those, older
 * answers live out their TTL.
 */
export function finishRefresh(
  context: ActionContext,
  { freshFrom, fresh, total }: FinishRefreshInput,
): RefreshOutcome {
  // A refresh over several runs may end after one that began later.
  const isNewer = freshFrom > (context.connection.status()?.freshFrom ?? 0);
  const isComplete =
    isNewer &&
    fresh === total &&
    listUncountedFormulas(listOwnFormulas(context.workbook), context.calendar) === 0;
  if (fresh > 0) context.connection.recordRefresh(isComplete ? freshFrom : null);
  const { written, faults } = updateReports(context);
  context.failedQueries.set(context.failedQueries.list(), false);
  const { cells, skipped } = runAgain(context);
  context.properties.removeLeftovers();
  const sentences = skipped.map((one) => formatSkipped(context.t, one));
  return { cells, reports: written, faults: faults.concat(sentences) };
}

export interface PauseResult {
  readonly paused: boolean;
  /** Ranges whose formulas could not run again, one sentence each. */
  readonly faults: readonly string[];
}

/** Pauses or resumes the file's requests. On resuming cells run again and send missing requests. */
export function setPaused(context: ActionContext, { paused }: { readonly paused: boolean }): PauseResult {
  const before = context.connection.status()?.paused === true;
  const after = paused === true;
  context.connection.setPaused(after);
  const { skipped } = before && !after ? runAgain(context) : { skipped: [] };
  const faults = skipped.map((one) => formatSkipped(context.t, one));
  return { paused: after, faults };
}

/** Property of an unfinished refresh; the next run resumes it. */
export const cursorName = 'answershare.round';

/**
 * A refresh that may take several runs. Questions are asked in the order of their keys: one key separates done from
 * pending. A property holds 9 KB (Google: guides/services/quotas).
 */
export interface RefreshCursor {
  /** When it began, milliseconds since the epoch. */
  readonly freshFrom: number;
  /** The last key asked; empty at the start. */
  readonly after: string;
  /** Earlier keys that are still pending. */
  readonly left: readonly string[];
  /** Questions that were asked and failed. */
  readonly failed: number;
}

export function createCursor(freshFrom: number): RefreshCursor {
  return { freshFrom, after: '', left: [], failed: 0 };
}

/** Parses a cursor; null for none, or if a full refresh has completed since it began. */
export function openCursor(text: string | null, refreshedFrom: number): RefreshCursor | null {
  if (text === null) return null;
  const { freshFrom, after, left, failed } = JSON.parse(text) as Partial<RefreshCursor>;
  if (typeof freshFrom !== 'number' || typeof after !== 'string' || freshFrom < refreshedFrom) return null;
  return { freshFrom, after, left: left ?? [], failed: failed ?? 0 };
}

interface Keyed {
  readonly key: string;
}

/** The pending questions of a refresh, in its order. */
export function listPending<T extends Keyed>(
  questions: readonly T[],
  { after, left }: RefreshCursor,
): readonly T[] {
  return questions
    .filter(({ key }) => key > after || left.includes(key))
    .sort((one, other) => (one.key < other.key ? -1 : 1));
}

/** Advances a cursor after a run: of its pending questions, `rest` were not asked. */
export function advanceCursor(
  cursor: RefreshCursor,
  asked: readonly Keyed[],
  { rest, failed }: { readonly rest: readonly Keyed[]; readonly failed: number },
): RefreshCursor {
  const pending = rest.map(({ key }) => key);
  const after = asked.reduce(
    (last, { key }) => (key > last && !pending.includes(key) ? key : last),
    cursor.after,
  );
  const left = pending.filter((key) => key <= after);
  return { freshFrom: cursor.freshFrom, after, left, failed: cursor.failed + failed };
}
