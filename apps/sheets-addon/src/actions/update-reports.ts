import { faultOf } from '../cells/fault-text.ts';
import { type KeptReport, readKept, reportsName, writeKept } from '../reports/kept-reports.ts';
import { reportOf } from '../reports/report.ts';
import { statusLine } from './ages.ts';
import { evaluatedReport } from './evaluated-report.ts';
import type { Office, Reception } from './office.ts';
import { writeRows } from './report-sheet.ts';

const useMs = 60_000;

export interface UpdatedReports {
  readonly written: number;
  /** One sentence for each report that could not be read or written. */
  readonly faults: readonly string[];
}

/** Writes one report anew; its status line tells a failure, and the older rows stay. */
function update(office: Office, { desk }: Reception, kept: KeptReport): KeptReport {
  const { workbook, say } = office;
  const { title, range } = kept;
  const named = workbook.named(range);
  if (named === null) return { ...kept, fault: say('report.gone', { title, range }) };
  const statusRow = named.block.row - 2;
  const tell = (text: string): void => {
    if (statusRow > 0) named.tab.write(statusRow, named.block.column, [[text]]);
  };
  try {
    const report = reportOf(kept.kind, kept.website);
    const { rows, oldest, fault } = evaluatedReport(report, desk);
    const block = writeRows(office, named, report, rows, title);
    workbook.name(range, named.tab, block);
    const read = statusLine(office, oldest, true);
    tell(fault === null ? read : `${read} ${fault}`);
    return { ...kept, readAt: office.now(), fault };
  } catch (thrown) {
    const { sentence } = faultOf(thrown, 'sidebar');
    tell(say('report.failed', { when: office.shown(office.now()), sentence }));
    return { ...kept, fault: sentence };
  }
}

/** Writes every kept report anew. What its functions ask was asked before, so that this sends no request but for what failed. */
export function updateReports(office: Office): UpdatedReports {
  const { drawer } = office;
  const reports = readKept(drawer.get(reportsName));
  if (reports.length === 0) return { written: 0, faults: [] };
  const after = office.receive({ ms: useMs }, (reception) =>
    reports.map((kept) => update(office, reception, kept)),
  );
  // A report whose range is gone has told so once and is let go; one that somebody has inserted meanwhile stays.
  const written = new Map(after.map((kept) => [kept.range, kept]));
  const there = readKept(drawer.get(reportsName)).filter(
    ({ range }) => !written.has(range) || office.workbook.named(range) !== null,
  );
  drawer.set(reportsName, writeKept(there.map((kept) => written.get(kept.range) ?? kept)));
  const faults = after.map(({ fault }) => fault).filter((fault): fault is string => fault !== null);
  return { written: after.filter(({ fault }) => fault === null).length, faults };
}

/** Has every kept report tell why nothing could be read. */
export function tellReports({ workbook, drawer, say, shown, now }: Office, sentence: string): void {
  for (const { range } of readKept(drawer.get(reportsName))) {
    const named = workbook.named(range);
    if (named === null || named.block.row <= 2) continue;
    const text = say('report.failed', { when: shown(now()), sentence });
    named.tab.write(named.block.row - 2, named.block.column, [[text]]);
  }
}
