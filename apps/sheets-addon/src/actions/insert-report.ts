import { queryWebsites } from '../cells/website-argument.ts';
import type { ActionContext, Calendar, ServiceSession } from '../ports/action-context.ts';
import { CellError, type Rows, rejectAction } from '../ports/cell.ts';
import type { FunctionContext } from '../ports/function-context.ts';
import { type CellQuery, type QueryAnswer, queryAbout } from '../ports/query.ts';
import type { Block, NamedBlock } from '../ports/workbook.ts';
import { recordQueries } from './file-queries.ts';
import { type BatchQuestion, groupIntoQuestions } from './gather.ts';
import { findFunction } from './own-formulas.ts';
import { formatStatusLine, placeReportFormulas, readReportRows } from './report-content.ts';
import {
  defineReport,
  isReportKind,
  type ReportDefinition,
  type ReportKind,
  reportTitles,
} from './report-definitions.ts';
import {
  formatColumns,
  headingRowIndex,
  toRangeName,
  toTabName,
  writeHeadings,
  writeRows,
  writeTitle,
} from './report-sheet.ts';
import { maxReports, readStoredReports, type StoredReport, storeReports } from './stored-reports.ts';

export interface EvaluatedReport {
  readonly rows: Rows;
  /** When the oldest of its answers arrived, milliseconds since the epoch; null without an answer. */
  readonly oldest: number | null;
  /** Why an answer is missing or stale; null for none. */
  readonly fault: string | null;
}

/** Evaluates a report's functions to rows, with the age of their answers. @throws if nothing can be shown */
export function evaluateReport(report: ReportDefinition, cellContext: FunctionContext): EvaluatedReport {
  let oldest: number | null = null;
  let fault: string | null = null;
  const recordAnswers = (answers: readonly QueryAnswer[]): void => {
    for (const answer of answers) {
      if (answer.ok) oldest = Math.min(oldest ?? answer.fetchedAt, answer.fetchedAt);
      const failure = answer.ok ? answer.stale : answer;
      if (failure !== null) fault ??= failure.sentence;
    }
  };
  const recordingContext: FunctionContext = {
    ...cellContext,
    query: ((queries: readonly CellQuery[]) => {
      const answers = cellContext.query(queries);
      recordAnswers(answers);
      return answers;
    }) as FunctionContext['query'],
  };
  const rows = readReportRows(report, (name, args) => {
    const found = findFunction(name);
    if (found === null) throw new Error(`The add-on has no function ${name}.`);
    return found.answer(args, recordingContext);
  });
  return { rows, oldest, fault };
}

/** Lists the queries of a report. @param ids the key's websites */
export function listReportQueries(
  { parts }: ReportDefinition,
  ids: readonly string[],
  calendar: Calendar,
): readonly CellQuery[] {
  return parts.flatMap(({ name, arguments: choices }) => {
    const found = findFunction(name);
    if (found === null) return [];
    const args =
      choices === 'ids'
        ? [ids.map((id) => [id])]
        : choices.map((one) => ('text' in one ? one.text : one.typed));
    return recordQueries(found, args, calendar);
  });
}

export interface ReportInput {
  readonly kind: ReportKind;
  /** The website's id; empty for a report on all websites. */
  readonly website: string;
  readonly as: 'values' | 'formulas';
}

export interface InsertedReport {
  readonly tab: string;
  /** Why an answer is missing or stale; null for none. */
  readonly fault: string | null;
}

/** Formatted rows of a table of unknown length. */
const formulaRows = 60;

function parseReportInput({ kind, website, as }: ReportInput): ReportDefinition {
  const known = isReportKind(kind) && typeof website === 'string' && (as === 'values' || as === 'formulas');
  if (!known || (kind !== 'overview' && website === '')) {
    throw new CellError('bad_request', 'A report needs a kind and, unless it is of all websites, a website.');
  }
  return defineReport(kind, website);
}

/** Stored reports whose range still exists. */
function listStoredReports({ workbook, properties }: ActionContext): readonly StoredReport[] {
  return readStoredReports({ properties }).filter(({ range }) => workbook.named(range) !== null);
}

/** @throws CellError if the file stores the most reports already */
function assertReportLimit(context: ActionContext, input: ReportInput): void {
  if (input.as !== 'values' || readStoredReports(context).length < maxReports) return;
  if (listStoredReports(context).length < maxReports) return;
  rejectAction(context.t('report.full', { count: maxReports }));
}

/** The questions of a report, to be asked step by step before it is written. */
export function planReport(
  context: ActionContext,
  input: ReportInput,
): { readonly questions: readonly BatchQuestion[] } {
  const report = parseReportInput(input);
  assertReportLimit(context, input);
  return context.withService({}, (session) => {
    const websites = queryWebsites(session.context);
    const queries = listReportQueries(
      report,
      websites.map(({ id }) => id),
      context.calendar,
    );
    return { questions: groupIntoQuestions(queries, websites, context.now()) };
  });
}

/** `Share of voice: Northwind Outdoor`. */
function formatTitle({ t }: ActionContext, { kind, website }: ReportInput, session: ServiceSession): string {
  const name = t(reportTitles[kind]);
  if (website === '') return name;
  const found = queryWebsites(session.context).find(({ id }) => id === website);
  if (found === undefined) {
    const [answer] = session.query([queryAbout('authority', website)]);
    throw answer?.ok === false ? new CellError(answer.code, answer.sentence) : new Error('No refusal.');
  }
  return `${name}: ${found.name ?? found.domain ?? found.id}`;
}

/** Writes rows of values and stores the report for updates. @returns headings and rows */
function writeValues(
  context: ActionContext,
  { tab, block }: NamedBlock,
  report: ReportDefinition,
  { rows, fault }: EvaluatedReport,
  { title, website }: { readonly title: string; readonly website: string },
): Block {
  const { workbook } = context;
  const data = writeRows(context, { tab, block }, report, rows, title);
  const before = readStoredReports(context);
  // A report with a deleted range stays stored until it has reported that: its range name must not be
  // reused.
  const taken = workbook.names().concat(before.map(({ range }) => range));
  const range = toRangeName(report.kind, taken);
  workbook.name(range, tab, data);
  const added: StoredReport = { kind: report.kind, website, title, range, readAt: context.now(), fault };
  const stored = before.length < maxReports ? before : listStoredReports(context);
  storeReports(context, stored.concat(added));
  return data;
}

/** Writes the formulas of a report. @returns headings and the rows that they may fill */
function writeFormulas({ tab, block }: NamedBlock, report: ReportDefinition, websites: number): Block {
  const first = block.row + 1;
  const rows = report.ofAll ? websites : formulaRows;
  const places = report.columns.map((_, at) => at + 1);
  formatColumns(tab, report, places, first, rows);
  for (const { column, formula } of placeReportFormulas(report, first, websites)) {
    tab.writeFormulas(first, column, [[formula]]);
  }
  return { ...block, rows: rows + 1 };
}

/** Writes a report on a new tab. Refreshes update values; formulas are not written again. */
export function insertReport(context: ActionContext, input: ReportInput): InsertedReport {
  const report = parseReportInput(input);
  const { workbook } = context;
  assertReportLimit(context, input);
  return context.withService({}, (session) => {
    const title = formatTitle(context, input, session);
    const websites = queryWebsites(session.context).length;
    // Evaluates before it adds the tab: a failing report leaves no tab behind.
    const evaluated = input.as === 'values' ? evaluateReport(report, session.context) : null;
    const names = workbook.tabs().map(({ name }) => name);
    const tab = workbook.addTab(toTabName(title, names));
    const place = { tab, block: writeHeadings(context, tab, report) };
    const data =
      evaluated === null
        ? writeFormulas(place, report, websites)
        : writeValues(context, place, report, evaluated, { title, website: input.website });
    tab.fitColumns(1, report.columns.length);
    writeTitle(tab, title, formatStatusLine(context, evaluated?.oldest ?? null, evaluated !== null));
    if (report.chart !== null) {
      // A new website has fewer days now than later.
      const days = { ...data, rows: Math.max(data.rows, report.chart.rows + 1) };
      const corner = { row: headingRowIndex, column: report.columns.length + 2 };
      tab.lineChart({ data: days, title, ...corner, rightScale: report.chart.rightScale });
    }
    tab.show();
    workbook.flush();
    return { tab: tab.name, fault: evaluated?.fault ?? null };
  });
}
