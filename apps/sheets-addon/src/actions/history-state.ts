import { historyRange } from '../tracking/columns.ts';
import { historyLayout } from '../tracking/history-layout.ts';
import type { Office } from './office.ts';

export interface HistoryState {
  readonly tab: string;
  /** The latest day, `YYYY-MM-DD`; null where there is none. */
  readonly lastDay: string | null;
}

/** Where the history is and how far it goes; null where the file has none, or one without its headings. */
export function historyState({
  workbook,
  calendar,
}: Pick<Office, 'workbook' | 'calendar'>): HistoryState | null {
  const named = workbook.named(historyRange);
  if (named === null) return null;
  const values = named.tab.values();
  const layout = historyLayout(values);
  if ('missing' in layout) return { tab: named.tab.name, lastDay: null };
  const latest = values
    .slice(layout.headingRow)
    .map((row) => row[layout.columns.date - 1])
    .reduce<Date | null>(
      (last, cell) => (cell instanceof Date && (last === null || cell > last) ? cell : last),
      null,
    );
  return { tab: named.tab.name, lastDay: latest === null ? null : calendar.dateOfCell(latest) };
}
