import { toCellFault } from '../cells/fault-text.ts';
import type { ActionContext, ServiceSession } from '../ports/action-context.ts';
import { evaluateReport } from './insert-report.ts';
import { formatStatusLine } from './report-content.ts';
import { defineReport } from './report-definitions.ts';
import { writeRows } from './report-sheet.ts';
import { readStoredReports, type StoredReport, storeReports } from './stored-reports.ts';

export interface UpdateReportsResult {
  readonly written: number;
  /** One sentence per report that could not be read or written. */
  readonly faults: readonly string[];
}

/** Rewrites one report. On failure its status line shows the fault and the older rows stay. */
function rewriteReport(
  context: ActionContext,
  { context: cellContext }: ServiceSession,
  stored: StoredReport,
): StoredReport {
  const { workbook, t } = context;
  const { title, range } = stored;
  const named = workbook.named(range);
  if (named === null) return { ...stored, fault: t('report.gone', { title, range }) };
  const statusRow = named.block.row - 2;
  const writeStatus = (text: string): void => {
    if (statusRow > 0) named.tab.write(statusRow, named.block.column, [[text]]);
  };
  try {
    const report = defineReport(stored.kind, stored.website);
    const { rows, oldest, fault } = evaluateReport(report, cellContext);
    const block = writeRows(context, named, report, rows, title);
    workbook.name(range, named.tab, block);
    const read = formatStatusLine(context, oldest, true);
    writeStatus(fault === null ? read : `${read} ${fault}`);
    return { ...stored, readAt: context.now(), fault };
  } catch (thrown) {
    const { sentence } = toCellFault(thrown, 'sidebar', context.formatInstant);
    writeStatus(t('report.failed', { when: context.formatInstant(context.now()), sentence }));
    return { ...stored, fault: sentence };
  }
}

/** Rewrites every stored report, or that of one range. Answers are cached already: only failed ones cost requests. */
export function updateReports(context: ActionContext, only?: string): UpdateReportsResult {
  const reports = readStoredReports(context).filter(({ range }) => only === undefined || range === only);
  if (reports.length === 0) return { written: 0, faults: [] };
  const after = context.withService({}, (session) =>
    reports.map((stored) => rewriteReport(context, session, stored)),
  );
  // A report with a deleted range reports that once and is removed; one inserted since stays.
  const written = new Map(after.map((stored) => [stored.range, stored]));
  const current = readStoredReports(context).filter(
    ({ range }) => !written.has(range) || context.workbook.named(range) !== null,
  );
  storeReports(
    context,
    current.map((stored) => written.get(stored.range) ?? stored),
  );
  const faults = after.map(({ fault }) => fault).filter((fault): fault is string => fault !== null);
  return { written: after.filter(({ fault }) => fault === null).length, faults };
}

/** Writes a fault into the status line of every stored report. */
export function writeReportFaults(
  { workbook, properties, t, formatInstant, now }: ActionContext,
  sentence: string,
): void {
  for (const { range } of readStoredReports({ properties })) {
    const named = workbook.named(range);
    if (named === null || named.block.row <= 2) continue;
    const text = t('report.failed', { when: formatInstant(now()), sentence });
    named.tab.write(named.block.row - 2, named.block.column, [[text]]);
  }
}
