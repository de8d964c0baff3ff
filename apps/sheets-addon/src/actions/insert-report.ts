import { Refusal } from '../cells/refusal.ts';
import { type KeptReport, mostReports, readKept, reportsName, writeKept } from '../reports/kept-reports.ts';
import { isReportKind, type Report, type ReportKind, reportOf } from '../reports/report.ts';
import { reportFormulas } from '../reports/report-formulas.ts';
import { statusLine } from './ages.ts';
import { type EvaluatedReport, evaluatedReport } from './evaluated-report.ts';
import type { Office, Reception } from './office.ts';
import { type Question, questionsOf } from './questions.ts';
import { reportAsks } from './report-asks.ts';
import { formatColumns, headingRow, writeHeadings, writeRows, writeTitle } from './report-sheet.ts';
import { rangeName, tabName } from './safe-names.ts';
import { websitesOf } from './websites.ts';
import type { Block, NamedBlock } from './workbook.ts';

export interface ReportOrder {
  readonly kind: ReportKind;
  /** The website's id; empty for a report of all. */
  readonly website: string;
  readonly as: 'values' | 'formulas';
}

export interface InsertedReport {
  readonly tab: string;
  /** Why an answer is missing or old; null where none is. */
  readonly fault: string | null;
}

const useMs = 60_000;

/** Headings and thirty days. */
const chartRows = 31;

/** Rows that are formatted for a table of unknown length. */
const formulaRows = 60;

function checked({ kind, website, as }: ReportOrder): Report {
  const known = isReportKind(kind) && typeof website === 'string' && (as === 'values' || as === 'formulas');
  if (!known || (kind !== 'overview' && website === '')) {
    throw new Refusal('bad_request', 'A report needs a kind and, unless it is of all websites, a website.');
  }
  return reportOf(kind, website);
}

/** What is kept current and still has its range. */
function standingReports({ workbook, drawer }: Office): readonly KeptReport[] {
  return readKept(drawer.get(reportsName)).filter(({ range }) => workbook.named(range) !== null);
}

/** @throws Refusal where the file keeps as many reports current as it can */
function checkRoom(office: Office, order: ReportOrder): void {
  if (order.as !== 'values' || readKept(office.drawer.get(reportsName)).length < mostReports) return;
  if (standingReports(office).length < mostReports) return;
  throw new Refusal('refused', office.say('report.full', { count: mostReports }));
}

/** The questions of a report, so that they are asked step by step before it is written. */
export function planReport(office: Office, order: ReportOrder): { readonly questions: readonly Question[] } {
  const report = checked(order);
  checkRoom(office, order);
  return office.receive({ ms: useMs }, (reception) => {
    const websites = websitesOf(reception);
    const asks = reportAsks(
      report,
      websites.map(({ id }) => id),
      office.calendar,
    );
    return { questions: questionsOf(asks, websites, office.now()) };
  });
}

/** `Share of voice: Northwind Outdoor`. */
function titleOf({ say }: Office, { kind, website }: ReportOrder, reception: Reception): string {
  const name = say(`report.${kind}`);
  if (website === '') return name;
  const found = websitesOf(reception).find(({ id }) => id === website);
  if (found === undefined) throw new Refusal('not_found', `No website ${website} for this key.`);
  return `${name}: ${found.name ?? found.domain ?? found.id}`;
}

/** Writes rows of values and keeps the report current from then on. @returns headings and rows */
function writeValues(
  office: Office,
  { tab, block }: NamedBlock,
  report: Report,
  { rows, fault }: EvaluatedReport,
  { title, website }: { readonly title: string; readonly website: string },
): Block {
  const { workbook, drawer } = office;
  const data = writeRows(office, { tab, block }, report, rows, title);
  const before = readKept(drawer.get(reportsName));
  // A report whose range is gone is still kept until it has told so, and must not come to stand for this one.
  const taken = workbook.names().concat(before.map(({ range }) => range));
  const range = rangeName(report.kind, taken);
  workbook.name(range, tab, data);
  const kept: KeptReport = { kind: report.kind, website, title, range, readAt: office.now(), fault };
  const others = before.length < mostReports ? before : standingReports(office);
  drawer.set(reportsName, writeKept(others.concat(kept)));
  return data;
}

/** Writes the formulas of a report. @returns headings and the rows that they may fill */
function writeFormulas({ tab, block }: NamedBlock, report: Report, websites: number): Block {
  const first = block.row + 1;
  const rows = report.ofAll ? websites : formulaRows;
  const places = report.columns.map((_, at) => at + 1);
  formatColumns(tab, report, places, first, rows);
  for (const { column, formula } of reportFormulas(report, first, websites)) {
    tab.writeFormulas(first, column, [[formula]]);
  }
  return { ...block, rows: rows + 1 };
}

/** Writes a report on a new tab. Values are kept current from then on; formulas are not touched again. */
export function insertReport(office: Office, order: ReportOrder): InsertedReport {
  const report = checked(order);
  const { workbook } = office;
  checkRoom(office, order);
  return office.receive({ ms: useMs }, (reception) => {
    const title = titleOf(office, order, reception);
    const websites = websitesOf(reception).length;
    // Before the tab, so that a report that cannot be read leaves none behind.
    const evaluated = order.as === 'values' ? evaluatedReport(report, reception.desk) : null;
    const names = workbook.tabs().map(({ name }) => name);
    const tab = workbook.addTab(tabName(title, names));
    const place = { tab, block: writeHeadings(office, tab, report) };
    const data =
      evaluated === null
        ? writeFormulas(place, report, websites)
        : writeValues(office, place, report, evaluated, { title, website: order.website });
    tab.fitColumns(1, report.columns.length);
    writeTitle(tab, title, statusLine(office, evaluated?.oldest ?? null, evaluated !== null));
    if (report.chart !== null) {
      // A young website has fewer days than it will have.
      const days = { ...data, rows: Math.max(data.rows, chartRows) };
      const corner = { row: headingRow, column: report.columns.length + 2 };
      tab.lineChart({ data: days, title, ...corner, rightScale: report.chart.rightScale });
    }
    tab.show();
    workbook.flush();
    return { tab: tab.name, fault: evaluated?.fault ?? null };
  });
}
