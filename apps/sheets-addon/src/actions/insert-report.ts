import { Refusal } from '../cells/refusal.ts';
import { type KeptReport, readKept, reportsName, writeKept } from '../reports/kept-reports.ts';
import { isReportKind, type Report, type ReportKind, reportOf } from '../reports/report.ts';
import { reportFormulas } from '../reports/report-formulas.ts';
import { statusLine } from './ages.ts';
import { evaluatedReport } from './evaluated-report.ts';
import type { Office, Reception } from './office.ts';
import { type Question, questionsOf } from './questions.ts';
import { reportAsks } from './report-asks.ts';
import { formatColumns, headingRow, layOut, writeRows } from './report-sheet.ts';
import { rangeName, tabName } from './safe-names.ts';
import { websitesOf } from './websites.ts';

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

function checked({ kind, website, as }: ReportOrder): Report {
  const known = isReportKind(kind) && typeof website === 'string' && (as === 'values' || as === 'formulas');
  if (!known || (kind !== 'overview' && website === '')) {
    throw new Refusal('bad_request', 'A report needs a kind and, unless it is of all websites, a website.');
  }
  return reportOf(kind, website);
}

/** The questions of a report, so that they are asked step by step before it is written. */
export function planReport(office: Office, order: ReportOrder): { readonly questions: readonly Question[] } {
  const report = checked(order);
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

/** Writes a report on a new tab. Values are kept current from then on; formulas are not touched again. */
export function insertReport(office: Office, order: ReportOrder): InsertedReport {
  const report = checked(order);
  const { workbook, drawer } = office;
  return office.receive({ ms: useMs }, (reception) => {
    const title = titleOf(office, order, reception);
    const websites = websitesOf(reception).length;
    const asValues = order.as === 'values';
    // Before the tab, so that a report that cannot be read leaves none behind.
    const evaluated = asValues ? evaluatedReport(report, reception.desk) : null;
    const name = tabName(
      title,
      workbook.tabs().map((tab) => tab.name),
    );
    const tab = workbook.addTab(name);
    const block = { row: headingRow, column: 1, rows: 1, columns: report.columns.length };
    const status = statusLine(office, evaluated?.oldest ?? null, asValues);
    layOut(office, tab, report, title, status);
    let data = block;
    if (evaluated !== null) {
      data = writeRows(office, { tab, block }, report, evaluated.rows, title);
      const range = rangeName(order.kind, workbook.names());
      workbook.name(range, tab, data);
      const kept: KeptReport = {
        kind: order.kind,
        website: order.website,
        title,
        range,
        readAt: office.now(),
        fault: evaluated.fault,
      };
      drawer.set(reportsName, writeKept(readKept(drawer.get(reportsName)).concat(kept)));
    } else {
      const room = report.ofAll ? websites : 60;
      formatColumns(tab, report, headingRow + 1, room);
      for (const { column, formula } of reportFormulas(report, headingRow + 1, websites)) {
        tab.writeFormulas(headingRow + 1, column, [[formula]]);
      }
      data = { ...block, rows: room + 1 };
    }
    if (report.chart !== null) {
      const place = { row: headingRow, column: report.columns.length + 2 };
      // A young website has fewer days than it will have.
      const days = { ...data, rows: Math.max(data.rows, chartRows) };
      tab.lineChart({ data: days, title, ...place, rightScale: report.chart.rightScale });
    }
    tab.fitColumns(1, report.columns.length);
    tab.show();
    workbook.flush();
    return { tab: tab.name, fault: evaluated?.fault ?? null };
  });
}
