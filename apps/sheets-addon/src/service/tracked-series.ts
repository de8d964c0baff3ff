import type { CalendarDate } from '@answershare/core';
import type { AuthorityMethod } from '@answershare/core/statistics';
import { Refusal } from '../cells/refusal.ts';
import { type HistoryColumn, historyHeadings } from '../tracking/columns.ts';
import { historyDate } from '../tracking/history-date.ts';
import { historyLayout } from '../tracking/history-layout.ts';

/** A figure of which the history keeps the past. */
export type TrackedMeasure = 'authority' | 'share' | 'citations';

export interface TrackedDay extends AuthorityMethod {
  readonly date: CalendarDate;
  readonly value: number;
}

/** One website's past, oldest day first; days without a figure are left out. */
export interface TrackedSeries {
  readonly id: string;
  readonly name: string;
  readonly days: readonly TrackedDay[];
}

/** How a score was made, from the text that tracking wrote (`of 100: Content 40 %, Links 60 %`). */
export function methodIn(text: string): AuthorityMethod {
  const [, scale, parts = scale === undefined ? text : ''] = /^of ([\d.]+)(?:: (.*))?$/.exec(text) ?? [];
  return {
    scale: scale === undefined ? null : Number(scale),
    components: parts
      .split(', ')
      .filter((part) => part !== '')
      .map((part) => {
        const [, name = part, percent] = /^(.*) ([\d.]+) %$/.exec(part) ?? [];
        return { name, weight: percent === undefined ? null : Number(percent) / 100 };
      }),
  };
}

/** Every website's past of one figure. @throws Refusal where the headings of the history are gone */
export function seriesIn(
  values: readonly (readonly unknown[])[],
  measure: TrackedMeasure,
  dateOfCell: (cell: Date) => CalendarDate,
): readonly TrackedSeries[] {
  const layout = historyLayout(values);
  if ('missing' in layout) {
    const missing = layout.missing.map((column) => historyHeadings.en[column]).join(', ');
    throw new Refusal(
      'no_history',
      `The history tab has no heading ${missing}. Write it into its first row.`,
    );
  }
  const found = new Map<string, { name: string; days: TrackedDay[] }>();
  for (const row of values.slice(layout.headingRow)) {
    const cell = (column: HistoryColumn): unknown => row[layout.columns[column] - 1];
    const date = historyDate(cell('date'), dateOfCell);
    const id = String(cell('id') ?? '').trim();
    const value = cell(measure);
    if (date === null || id === '' || typeof value !== 'number') continue;
    const series = found.get(id) ?? { name: '', days: [] };
    found.set(id, series);
    series.name = String(cell('website') ?? '').trim();
    if (series.days.some((day) => day.date === date)) continue;
    series.days.push({ date, value, ...methodIn(String(cell('method') ?? '').trim()) });
  }
  return Array.from(found.entries()).map(([id, { name, days }]) => ({
    id,
    name,
    days: days.sort((one, other) => (one.date < other.date ? -1 : 1)),
  }));
}
