import type { CalendarDate } from '@answershare/core';

/** The columns of the history, in the order of a new tab. */
export const historyColumns = [
  'date',
  'id',
  'website',
  'authority',
  'share',
  'citations',
  'method',
  'notes',
] as const;

export type HistoryColumn = (typeof historyColumns)[number];

export type HistoryLanguage = 'en' | 'de' | 'es';

/** The heading of each column in each language; headings of any one language identify a history. */
export const historyHeadings: Readonly<Record<HistoryLanguage, Readonly<Record<HistoryColumn, string>>>> = {
  en: {
    date: 'Date',
    id: 'Website id',
    website: 'Website',
    authority: 'Authority',
    share: 'Share of voice',
    citations: 'Citations',
    method: 'Method',
    notes: 'Notes',
  },
  de: {
    date: 'Datum',
    id: 'Website-ID',
    website: 'Website',
    authority: 'Autorität',
    share: 'Share of Voice',
    citations: 'Zitate',
    method: 'Methode',
    notes: 'Hinweise',
  },
  es: {
    date: 'Fecha',
    id: 'ID del sitio',
    website: 'Sitio web',
    authority: 'Autoridad',
    share: 'Cuota de voz',
    citations: 'Citas',
    method: 'Método',
    notes: 'Notas',
  },
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

const plain = (cell: unknown): string => String(cell).trim().toLowerCase();

function columnsIn(row: readonly unknown[]): Partial<Record<HistoryColumn, number>> {
  const texts = row.map(plain);
  let best: Partial<Record<HistoryColumn, number>> = {};
  for (const headings of Object.values(historyHeadings)) {
    const found: Partial<Record<HistoryColumn, number>> = {};
    for (const column of historyColumns) {
      const at = texts.indexOf(plain(headings[column]));
      if (at >= 0) found[column] = at + 1;
    }
    if (Object.keys(found).length > Object.keys(best).length) best = found;
  }
  return best;
}

/**
 * Finds a history by its headings, moved or with other columns in between. If headings are missing, returns the missing
 * ones of the best row.
 */
export function findHistoryLayout(
  values: readonly (readonly unknown[])[],
): HistoryLayout | { readonly missing: readonly HistoryColumn[] } {
  let best: Partial<Record<HistoryColumn, number>> = {};
  let headingRow = 1;
  values.slice(0, topRows).forEach((row, at) => {
    const found = columnsIn(row);
    if (Object.keys(found).length <= Object.keys(best).length) return;
    best = found;
    headingRow = at + 1;
  });
  const missing = historyColumns.filter((column) => best[column] === undefined);
  if (missing.length > 0) return { missing };
  return { headingRow, columns: best as Record<HistoryColumn, number> };
}
