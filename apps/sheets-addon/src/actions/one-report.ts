import type { ActionContext } from '../ports/action-context.ts';
import { rejectAction } from '../ports/cell.ts';
import type { BatchQuestion } from './gather.ts';
import { planReport } from './insert-report.ts';
import { readStoredReports, type StoredReport, storeReports } from './stored-reports.ts';
import { updateReports } from './update-reports.ts';

/** A report of the file, by its named range. */
export interface ReportAddress {
  readonly range: string;
}

/** @throws CellError if somebody has removed it */
function getReport({ properties, t }: ActionContext, { range }: ReportAddress): StoredReport {
  const found = readStoredReports({ properties }).find((stored) => stored.range === range);
  if (found === undefined) rejectAction(t('report.missing'));
  return found;
}

/** Shows a report's tab. @throws CellError if its named range is gone */
export function openReport(context: ActionContext, address: ReportAddress): null {
  const { title, range } = getReport(context, address);
  const named = context.workbook.named(range);
  if (named === null) rejectAction(context.t('report.gone', { title, range }));
  named.tab.select(named.block.row, named.block.column);
  return null;
}

/** The questions of one report, to be asked again. */
export function planReportUpdate(
  context: ActionContext,
  address: ReportAddress,
): { readonly questions: readonly BatchQuestion[]; readonly freshFrom: number } {
  const { kind, website } = getReport(context, address);
  const freshFrom = context.now();
  // As formulas: a file full of reports of values still updates those it has.
  return { questions: planReport(context, { kind, website, as: 'formulas' }).questions, freshFrom };
}

/** Rewrites one report with the answers that are stored now. */
export function updateReport(
  context: ActionContext,
  address: ReportAddress,
): { readonly fault: string | null } {
  getReport(context, address);
  const [fault = null] = updateReports(context, address.range).faults;
  return { fault };
}

/** Ends the updates of a report. Its tab keeps the figures. */
export function removeReport(context: ActionContext, address: ReportAddress): null {
  const { range } = getReport(context, address);
  const others = readStoredReports(context).filter((stored) => stored.range !== range);
  storeReports(context, others);
  return null;
}
