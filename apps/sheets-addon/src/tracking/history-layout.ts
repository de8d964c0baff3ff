import { type HistoryColumn, historyColumns, historyHeadings } from './columns.ts';

/** Where a history stands in its tab. Rows and columns count from 1. */
export interface HistoryLayout {
  readonly headingRow: number;
  readonly columns: Readonly<Record<HistoryColumn, number>>;
}

/** Rows at the top of a tab that may stand above the headings. */
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
 * Finds a history by its headings, wherever its columns were moved and whatever stands between them. Without all of them
 * it gives the headings that are missing from the row that has most.
 */
export function historyLayout(
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
