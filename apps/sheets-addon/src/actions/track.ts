import { addDays, type CalendarDate, type Website } from '@answershare/core';
import { queryWebsites } from '../cells/website-argument.ts';
import type { ActionContext, ServiceSession } from '../ports/action-context.ts';
import { rejectAction } from '../ports/cell.ts';
import { type FiguresByEndpoint, type QueryAnswer, queryAbout } from '../ports/query.ts';
import type { SheetTab } from '../ports/workbook.ts';
import {
  computeHistoryChanges,
  type DayRecord,
  findHistoryLayout,
  type HistoryLayout,
  historyColumns,
  historyHeadings,
  historyRange,
  toColumnCells,
  toDayRecord,
  toLedgerRecord,
  trackedFigures,
} from '../tracking/history.ts';
import { type BatchQuestion, groupIntoQuestions } from './gather.ts';
import { numberFormats } from './report-definitions.ts';
import { toTabName } from './report-sheet.ts';

export interface TrackingPlan {
  readonly questions: readonly BatchQuestion[];
  /** Start of today in the file's zone, milliseconds since the epoch: today's record needs today's answers. */
  readonly freshFrom: number;
}

export interface TrackResult {
  readonly tab: string;
  readonly added: number;
  readonly filled: number;
  /** Why a figure is missing; null for none. */
  readonly fault: string | null;
}

const endpoints = ['authority', 'competitors', 'citations'] as const;

const listTrackingQueries = (websites: readonly Website[]) =>
  websites.flatMap(({ id }) => endpoints.map((endpoint) => queryAbout(endpoint, id)));

/** The date of an instant in the file's zone. */
export const toRecordDate = ({ calendar }: Pick<ActionContext, 'calendar'>, instant: number): CalendarDate =>
  calendar.dateOfCell(new Date(instant));

const findStartOfToday = ({ calendar }: ActionContext): number =>
  calendar.dateCell(calendar.today()).getTime();

/** Three answers per website. @throws CellError if the existing history could not take them */
export function planTracking(context: ActionContext): TrackingPlan {
  const history = context.workbook.named(historyRange);
  if (history !== null) readLayout(context, history.tab);
  return context.withService({}, (session) => {
    const websites = queryWebsites(session.context);
    return {
      questions: groupIntoQuestions(listTrackingQueries(websites), websites, context.now()),
      freshFrom: findStartOfToday(context),
    };
  });
}

/** A missing answer due to {@link TrackInput.cachedOnly}, not because the file is paused. */
const markPending = (answer: QueryAnswer): QueryAnswer =>
  !answer.ok && answer.code === 'paused' ? { ...answer, code: 'pending' } : answer;

const isEmpty = (record: DayRecord): boolean => trackedFigures.every((name) => record[name] === null);

function createTodayRecords(
  context: ActionContext,
  { query }: ServiceSession,
  websites: readonly Website[],
  cachedOnly: boolean,
): readonly DayRecord[] {
  const { calendar } = context;
  const received = query(listTrackingQueries(websites));
  const answers = cachedOnly ? received.map(markPending) : received;
  const records = websites.map((website, at) => {
    const [authority, competitors, citations] = answers.slice(at * 3, at * 3 + 3) as [
      QueryAnswer<FiguresByEndpoint['authority']>,
      QueryAnswer<FiguresByEndpoint['competitors']>,
      QueryAnswer<FiguresByEndpoint['citations']>,
    ];
    const on = (instant: number): CalendarDate => toRecordDate(context, instant);
    return toDayRecord(website, calendar.today(), { authority, competitors, citations }, on);
  });
  return cachedOnly ? records.filter((record) => !isEmpty(record)) : records;
}

/** Days of a gateway's ledger that a file takes; those that it has stay as they are. */
const historyDays = 365;

/** The days that a gateway has; none of the service itself. */
function readPastRecords(
  { calendar }: ActionContext,
  { readHistory }: ServiceSession,
  websites: readonly Website[],
): readonly DayRecord[] {
  const ids = websites.map(({ id }) => id);
  const days = readHistory(ids, addDays(calendar.today(), -historyDays));
  return websites.flatMap((website, at) => (days[at] ?? []).map((day) => toLedgerRecord(website, day)));
}

/** The tab of the history; a new one if the file has none. */
function openHistoryTab({ workbook, t }: ActionContext): SheetTab {
  const named = workbook.named(historyRange);
  if (named !== null) return named.tab;
  const tab = workbook.addTab(
    toTabName(
      t('history.tab'),
      workbook.tabs().map(({ name }) => name),
    ),
  );
  const block = { row: 1, column: 1, rows: 1, columns: historyColumns.length };
  tab.write(1, 1, [historyColumns.map((column) => t(historyHeadings[column]))]);
  tab.setFormat(block, { bold: true });
  tab.freeze(1);
  workbook.name(historyRange, tab, block);
  return tab;
}

function readLayout({ t }: ActionContext, tab: SheetTab): HistoryLayout {
  const layout = findHistoryLayout(tab.values());
  if (!('missing' in layout)) return layout;
  const missing = layout.missing.map((column) => t(historyHeadings[column])).join(', ');
  rejectAction(t('history.headings', { tab: tab.name, headings: missing }));
}

/** The number formats of the history's columns; an authority score has none. */
const formats: Readonly<Record<string, string>> = {
  date: numberFormats.date,
  share: numberFormats.share,
  citations: numberFormats.count,
};

function appendRows(
  context: ActionContext,
  tab: SheetTab,
  { columns }: HistoryLayout,
  records: readonly DayRecord[],
): void {
  if (records.length === 0) return;
  const row = tab.values().length + 1;
  for (const column of historyColumns) {
    const at = { row, column: columns[column], rows: records.length, columns: 1 };
    const format = formats[column];
    if (format !== undefined) tab.setFormat(at, { numberFormat: format });
    tab.write(row, columns[column], toColumnCells(records, column, context.calendar.dateCell));
  }
}

export interface TrackInput {
  /** Sends nothing and records only websites with an answer of today; the others follow later. */
  readonly cachedOnly?: boolean;
}

/** Records today in the history: one row per website and day. @throws CellError */
export function trackDay(context: ActionContext, { cachedOnly = false }: TrackInput = {}): TrackResult {
  const terms = { freshFrom: findStartOfToday(context) };
  const records = context.withService(cachedOnly ? { ...terms, paused: true } : terms, (session) => {
    const websites = queryWebsites(session.context);
    const today = createTodayRecords(context, session, websites, cachedOnly);
    return cachedOnly ? today : [...today, ...readPastRecords(context, session, websites)];
  });
  const fault = records.find(({ notes }) => notes !== '')?.notes ?? null;
  return context.withLock(() => {
    const tab = openHistoryTab(context);
    const layout = readLayout(context, tab);
    const { dateOfCell } = context.calendar;
    const { added, filled, changed } = computeHistoryChanges(tab.values(), layout, records, dateOfCell);
    for (const { row, column, value } of changed) tab.write(row, column, [[value]]);
    appendRows(context, tab, layout, added);
    context.workbook.flush();
    return { tab: tab.name, added: added.length, filled, fault };
  });
}
