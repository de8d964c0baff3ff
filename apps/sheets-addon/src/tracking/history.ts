import {
  type Authority,
  type CalendarDate,
  type Citations,
  type Competitors,
  figureOf,
  listFigureNames,
  type TrackedFigure,
  type Website,
} from '@answershare/core';
import type { LedgerDay } from '../ports/action-context.ts';
import { type Cell, normalizeHeading } from '../ports/cell.ts';
import type { Ok, QueryAnswer } from '../ports/query.ts';
import { createTranslate, languages, type TextKey, type Translate } from '../texts/texts.ts';

export const trackedFigures = listFigureNames('column');

/** The columns of the history, in the order of a new tab. */
export const historyColumns = ['date', 'id', 'website', ...trackedFigures, 'method', 'notes'] as const;

export type HistoryColumn = (typeof historyColumns)[number];

/** The text of each column's heading; the headings of any one language identify a history. */
export const historyHeadings: Readonly<Record<HistoryColumn, TextKey>> = {
  date: 'term.date',
  id: 'history.id',
  website: 'term.website',
  authority: 'term.authority',
  share: 'term.shareOfVoice',
  citations: 'term.citations',
  method: 'history.method',
  notes: 'term.notes',
};

/** The named range that marks the history's tab, whatever its name. */
export const historyRange = 'AnswershareHistory';

/** The date of a history cell, a date or a text `YYYY-MM-DD`; null for anything else. */
export function parseHistoryDate(
  cell: unknown,
  dateOfCell: (cell: Date) => CalendarDate,
): CalendarDate | null {
  if (cell instanceof Date) return dateOfCell(cell);
  const text = String(cell ?? '').trim();
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : null;
}

/** Location of a history in its tab. Rows and columns count from 1. */
export interface HistoryLayout {
  readonly headingRow: number;
  readonly columns: Readonly<Record<HistoryColumn, number>>;
}

/** Rows that may precede the headings. */
const topRows = 10;

function findColumns(
  row: readonly unknown[],
  translations: readonly Translate[],
): Partial<Record<HistoryColumn, number>> {
  const texts = row.map(normalizeHeading);
  let best: Partial<Record<HistoryColumn, number>> = {};
  for (const t of translations) {
    const found: Partial<Record<HistoryColumn, number>> = {};
    for (const column of historyColumns) {
      const at = texts.indexOf(normalizeHeading(t(historyHeadings[column])));
      if (at >= 0) found[column] = at + 1;
    }
    if (Object.keys(found).length > Object.keys(best).length) best = found;
  }
  return best;
}

/** Finds a history by its headings, in any order; else the missing headings of the best row. */
export function findHistoryLayout(
  values: readonly (readonly unknown[])[],
): HistoryLayout | { readonly missing: readonly HistoryColumn[] } {
  const translations = languages.map(createTranslate);
  let best: Partial<Record<HistoryColumn, number>> = {};
  let headingRow = 1;
  values.slice(0, topRows).forEach((row, at) => {
    const found = findColumns(row, translations);
    if (Object.keys(found).length <= Object.keys(best).length) return;
    best = found;
    headingRow = at + 1;
  });
  const missing = historyColumns.filter((column) => best[column] === undefined);
  if (missing.length > 0) return { missing };
  return { headingRow, columns: best as Record<HistoryColumn, number> };
}

/** One website's figures of one day; null is unknown. */
export interface DayRecord extends Readonly<Record<TrackedFigure, number | null>> {
  readonly date: CalendarDate;
  readonly id: string;
  readonly website: string;
  /** The composition of the authority score, as far as the answer states it. */
  readonly method: string;
  /** Why a figure is missing. */
  readonly notes: string;
}

/** One cell to write. Rows and columns count from 1. */
interface CellChange {
  readonly row: number;
  readonly column: number;
  readonly value: Cell;
}

export interface HistoryChanges {
  /** Records of websites and days that the history lacks. */
  readonly added: readonly DayRecord[];
  /** Blanks of existing rows that now have a figure. */
  readonly filled: number;
  /** The changed cells. */
  readonly changed: readonly CellChange[];
}

type DateOfCell = (cell: Date) => CalendarDate;

const isEmptyCell = (cell: unknown): boolean => cell === '' || cell === null || cell === undefined;

/** A note of the add-on, or none; users' own notes stay. */
const isOwnNote = (note: unknown): boolean =>
  isEmptyCell(note) || /^(?:authority|competitors|citations): \[/.test(String(note));

/**
 * Computes the changes of a history. An existing website and day gets no second row; only its blanks are filled. An
 * existing figure stays, whoever wrote it.
 */
export function computeHistoryChanges(
  values: readonly (readonly unknown[])[],
  { headingRow, columns }: HistoryLayout,
  records: readonly DayRecord[],
  dateOfCell: DateOfCell,
): HistoryChanges {
  const rows = new Map<string, number>();
  values.slice(headingRow).forEach((row, at) => {
    const date = parseHistoryDate(row[columns.date - 1], dateOfCell);
    const id = String(row[columns.id - 1] ?? '').trim();
    if (date !== null && id !== '' && !rows.has(`${date} ${id}`)) rows.set(`${date} ${id}`, headingRow + at);
  });
  const added: DayRecord[] = [];
  const changed: CellChange[] = [];
  let filled = 0;
  for (const record of records) {
    const at = rows.get(`${record.date} ${record.id}`);
    if (at === undefined) {
      added.push(record);
      rows.set(`${record.date} ${record.id}`, -1);
      continue;
    }
    const row = values[at];
    if (row === undefined) continue;
    const change = (column: HistoryColumn, value: Cell): void => {
      changed.push({ row: at + 1, column: columns[column], value });
    };
    const missing = trackedFigures.filter(
      (figure) => record[figure] !== null && isEmptyCell(row[columns[figure] - 1]),
    );
    for (const figure of missing) change(figure, record[figure] ?? '');
    filled += missing.length;
    if (missing.length > 0 && isEmptyCell(row[columns.method - 1])) change('method', record.method);
    const note = row[columns.notes - 1] ?? '';
    const complete = trackedFigures.every((figure) => !isEmptyCell(row[columns[figure] - 1]));
    if (!complete && isOwnNote(note) && note !== record.notes) change('notes', record.notes);
  }
  return { added, filled, changed };
}

/** One column of new rows. */
export function toColumnCells(
  records: readonly DayRecord[],
  column: HistoryColumn,
  dateCell: (date: CalendarDate) => Date,
): readonly (readonly Cell[])[] {
  return records.map((record) => {
    if (column === 'date') return [dateCell(record.date)];
    const value = record[column];
    return [value === null ? '' : value];
  });
}

/** One website's three answers of a day's record. */
export interface DayAnswers {
  readonly authority: QueryAnswer<Authority>;
  readonly competitors: QueryAnswer<Competitors>;
  readonly citations: QueryAnswer<Pick<Citations, 'total' | 'byEngine'>>;
}

/** `of 100: Content 40 %, Links 60 %`; empty if the answer states no composition. */
function formatMethod({ scale, components }: Authority): string {
  const parts = components.map(({ name, weight }) =>
    weight === null ? name : `${name} ${Math.round(weight * 1000) / 10} %`,
  );
  const scaleText = scale === null ? '' : `of ${scale}`;
  return [scaleText, parts.join(', ')].filter((text) => text !== '').join(': ');
}

/** The record of a day in a gateway's ledger. */
export function toLedgerRecord(website: Website, day: LedgerDay): DayRecord {
  const { date, score = null, max_score: scale = null, components, share_of_voice: percent, total } = day;
  return {
    date,
    id: website.id,
    website: website.name ?? website.domain ?? website.id,
    authority: score,
    share: percent === undefined ? null : Number((percent / 100).toPrecision(12)),
    citations: total ?? null,
    method: components === undefined ? '' : formatMethod({ score, scale, components }),
    notes: '',
  };
}

/**
 * One website's record of a day. Includes a figure only if the service answered on that day. The two scores are current
 * values: an older answer would falsify the history.
 */
export function toDayRecord(
  website: Website,
  date: CalendarDate,
  answers: DayAnswers,
  dateOf: (instant: number) => CalendarDate,
): DayRecord {
  const notes: string[] = [];
  function today<T>(what: keyof DayAnswers, answer: QueryAnswer<T>): Ok<T> | null {
    if (!answer.ok) notes.push(`${what}: [${answer.code}]`);
    else if (dateOf(answer.fetchedAt) !== date) notes.push(`${what}: [old] ${dateOf(answer.fetchedAt)}`);
    else return answer;
    return null;
  }
  const authority = today('authority', answers.authority);
  const taken: Readonly<Record<string, Ok<unknown> | null>> = {
    authority,
    competitors: today('competitors', answers.competitors),
    citations: today('citations', answers.citations),
  };
  const figures = trackedFigures.map((name) => {
    const { endpoint, field = '' } = figureOf(name);
    const value = taken[endpoint]?.value as Readonly<Record<string, number | null>> | undefined;
    return [name, value?.[field] ?? null] as const;
  });
  return {
    date,
    id: website.id,
    website: website.name ?? website.domain ?? website.id,
    ...(Object.fromEntries(figures) as Record<TrackedFigure, number | null>),
    method: authority === null ? '' : formatMethod(authority.value),
    notes: notes.join('; '),
  };
}
