import type { CalendarDate, Website } from '@answershare/core';
import { type Answer, askAbout, type Figures } from '../asks/ask.ts';
import { Refusal } from '../cells/refusal.ts';
import { historyColumns, historyHeadings, historyRange } from '../tracking/columns.ts';
import { dayRecord } from '../tracking/day-record.ts';
import { type HistoryLayout, historyLayout } from '../tracking/history-layout.ts';
import { columnCells, type DayRecord, historyChanges } from '../tracking/history-rows.ts';
import { languageOf } from '../words/language.ts';
import type { Office, Reception } from './office.ts';
import { type Question, questionsOf } from './questions.ts';
import { tabName } from './safe-names.ts';
import { websitesOf } from './websites.ts';
import type { Tab } from './workbook.ts';

export interface TrackingPlan {
  readonly questions: readonly Question[];
  /** The start of today in the file's zone, milliseconds since the epoch: only today's answers make today's record. */
  readonly freshFrom: number;
}

export interface Tracked {
  readonly tab: string;
  readonly added: number;
  readonly filled: number;
  /** Why a figure is missing; null where none is. */
  readonly fault: string | null;
}

const useMs = 60_000;

const endpoints = ['authority', 'competitors', 'citations'] as const;

const asksFor = (websites: readonly Website[]) =>
  websites.reduce<ReturnType<typeof askAbout>[]>(
    (all, { id }) => all.concat(endpoints.map((endpoint) => askAbout(endpoint, id))),
    [],
  );

/** The date of an instant in the file's zone. */
export const dateOf = ({ calendar }: Pick<Office, 'calendar'>, instant: number): CalendarDate =>
  calendar.dateOfCell(new Date(instant));

const startOfToday = ({ calendar }: Office): number => calendar.dateCell(calendar.today()).getTime();

/** What a day's record asks: three answers a website. @throws Refusal where the history that is there could not take them */
export function planTracking(office: Office): TrackingPlan {
  const standing = office.workbook.named(historyRange);
  if (standing !== null) layoutOf(office, standing.tab);
  return office.receive({ ms: useMs }, (reception) => {
    const websites = websitesOf(reception);
    return {
      questions: questionsOf(asksFor(websites), websites, office.now()),
      freshFrom: startOfToday(office),
    };
  });
}

/** An answer that was not asked for because of {@link TrackOrder.keptOnly}, rather than because the file is paused. */
const later = (answer: Answer): Answer =>
  !answer.ok && answer.code === 'paused' ? { ...answer, code: 'pending' } : answer;

const isEmpty = ({ authority, share, citations }: DayRecord): boolean =>
  authority === null && share === null && citations === null;

function recordsToday(
  office: Office,
  { answer }: Reception,
  websites: readonly Website[],
  keptOnly: boolean,
): readonly DayRecord[] {
  const { calendar } = office;
  const given = answer(asksFor(websites));
  const answers = keptOnly ? given.map(later) : given;
  const records = websites.map((website, at) => {
    const [authority, competitors, citations] = answers.slice(at * 3, at * 3 + 3) as [
      Answer<Figures['authority']>,
      Answer<Figures['competitors']>,
      Answer<Figures['citations']>,
    ];
    const on = (instant: number): CalendarDate => dateOf(office, instant);
    return dayRecord(website, calendar.today(), { authority, competitors, citations }, on);
  });
  return keptOnly ? records.filter((record) => !isEmpty(record)) : records;
}

/** The tab of the history; a new one where the file has none. */
function historyTab({ workbook, say, locale }: Office): Tab {
  const named = workbook.named(historyRange);
  if (named !== null) return named.tab;
  const tab = workbook.addTab(
    tabName(
      say('history.tab'),
      workbook.tabs().map(({ name }) => name),
    ),
  );
  const headings = historyHeadings[languageOf(locale)];
  const block = { row: 1, column: 1, rows: 1, columns: historyColumns.length };
  tab.write(1, 1, [historyColumns.map((column) => headings[column])]);
  tab.look(block, { bold: true });
  tab.freeze(1);
  workbook.name(historyRange, tab, block);
  return tab;
}

function layoutOf({ say, locale }: Office, tab: Tab): HistoryLayout {
  const layout = historyLayout(tab.values());
  if (!('missing' in layout)) return layout;
  const headings = historyHeadings[languageOf(locale)];
  const missing = layout.missing.map((column) => headings[column]).join(', ');
  throw new Refusal('refused', say('history.headings', { tab: tab.name, headings: missing }));
}

const formats = { date: 'yyyy-mm-dd', share: '0.0%', citations: '#,##0' };

function append(office: Office, tab: Tab, { columns }: HistoryLayout, records: readonly DayRecord[]): void {
  if (records.length === 0) return;
  const row = tab.values().length + 1;
  for (const column of historyColumns) {
    const at = { row, column: columns[column], rows: records.length, columns: 1 };
    const format = (formats as Readonly<Record<string, string>>)[column];
    if (format !== undefined) tab.look(at, { numberFormat: format });
    tab.write(row, columns[column], columnCells(records, column, office.calendar.dateCell));
  }
}

export interface TrackOrder {
  /** Sends nothing and records the websites of which something was read today; the others follow. */
  readonly keptOnly?: boolean;
}

/** Records today in the history: one row per website, never a second one for a website and day. @throws Refusal */
export function track(office: Office, { keptOnly = false }: TrackOrder = {}): Tracked {
  const terms = { ms: useMs, freshFrom: startOfToday(office) };
  const records = office.receive(keptOnly ? { ...terms, paused: true } : terms, (reception) =>
    recordsToday(office, reception, websitesOf(reception), keptOnly),
  );
  const fault = records.find(({ notes }) => notes !== '')?.notes ?? null;
  return office.alone(() => {
    const tab = historyTab(office);
    const layout = layoutOf(office, tab);
    const { dateOfCell } = office.calendar;
    const { added, filled, changed } = historyChanges(tab.values(), layout, records, dateOfCell);
    for (const { row, column, value } of changed) tab.write(row, column, [[value]]);
    append(office, tab, layout, added);
    office.workbook.flush();
    return { tab: tab.name, added: added.length, filled, fault };
  });
}
