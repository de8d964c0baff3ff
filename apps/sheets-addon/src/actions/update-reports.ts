import { toCellFault } from '../cells/fault-text.ts';
import type { ActionContext, ServiceSession } from '../ports/action-context.ts';
import { evaluateReport } from './insert-report.ts';
import {
  defineReport,
  formatStoredReports,
  readStoredReports,
  reportsName,
  type StoredReport,
} from './report.ts';
import { formatStatusLine } from './report-content.ts';
import { writeRows } from './report-sheet.ts';

const useMs = 60_000;

export interface UpdateReportsResult {
  readonly written: number;
  /** One sentence per report that could not be read or written. */
  readonly faults: readonly string[];
}

/** Rewrites one report. On failure its status line shows the fault and the older rows stay. */
function update(
  context: ActionContext,
  { context: cellContext }: ServiceSession,
  kept: StoredReport,
): StoredReport {
  const { workbook, text: say } = context;
  const { title, range } = kept;
  const named = workbook.named(range);
  if (named === null) return { ...kept, fault: say('report.gone', { title, range }) };
  const statusRow = named.block.row - 2;
  const tell = (text: string): void => {
    if (statusRow > 0) named.tab.write(statusRow, named.block.column, [[text]]);
  };
  try {
    const report = defineReport(kept.kind, kept.website);
    const { rows, oldest, fault } = evaluateReport(report, cellContext);
    const block = writeRows(context, named, report, rows, title);
    workbook.name(range, named.tab, block);
    const read = formatStatusLine(context, oldest, true);
    tell(fault === null ? read : `${read} ${fault}`);
    return { ...kept, readAt: context.now(), fault };
  } catch (thrown) {
    const { sentence } = toCellFault(thrown, 'sidebar');
    tell(say('report.failed', { when: context.formatInstant(context.now()), sentence }));
    return { ...kept, fault: sentence };
  }
}

/** Rewrites every stored report. Its answers are cached already: only failed ones cost requests. */
export function updateReports(context: ActionContext): UpdateReportsResult {
  const { properties } = context;
  const reports = readStoredReports(properties.get(reportsName));
  if (reports.length === 0) return { written: 0, faults: [] };
  const after = context.withService({ ms: useMs }, (session) =>
    reports.map((kept) => update(context, session, kept)),
  );
  // A report with a deleted range reports that once and is removed; one inserted since stays.
  const written = new Map(after.map((kept) => [kept.range, kept]));
  const there = readStoredReports(properties.get(reportsName)).filter(
    ({ range }) => !written.has(range) || context.workbook.named(range) !== null,
  );
  properties.set(reportsName, formatStoredReports(there.map((kept) => written.get(kept.range) ?? kept)));
  const faults = after.map(({ fault }) => fault).filter((fault): fault is string => fault !== null);
  return { written: after.filter(({ fault }) => fault === null).length, faults };
}

/** Writes a fault into the status line of every stored report. */
export function formatUpdatedReports(
  { workbook, properties, text: say, formatInstant: shown, now }: ActionContext,
  sentence: string,
): void {
  for (const { range } of readStoredReports(properties.get(reportsName))) {
    const named = workbook.named(range);
    if (named === null || named.block.row <= 2) continue;
    const text = say('report.failed', { when: shown(now()), sentence });
    named.tab.write(named.block.row - 2, named.block.column, [[text]]);
  }
}
