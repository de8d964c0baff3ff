import { findCell, type Row } from '../reading/cells.ts';
import { hourOf } from '../reading/dates.ts';
import { isEngine } from '../reading/engines.ts';
import { oneOf } from '../reading/names.ts';
import { sumOf } from '../reading/numbers.ts';
import { refuse, type Tracer } from '../reading/trace.ts';
import type { AnalyticsDay } from './analytics.ts';
import { dateCell } from './grain.ts';

/** A day that was read, with the row it came from. */
export interface ReadDay {
  readonly day: AnalyticsDay;
  readonly row: Row;
}

const engines = 'engine platform provider assistant aiengine model source';

const hourly = (row: Row): boolean => findCell(row, 'hour') != null || hourOf(dateCell(row)?.value) !== null;

const textOf = (row: Row, stems: string): string | null => {
  const value = findCell(row, stems, (held) => typeof held === 'string')?.value;
  return typeof value === 'string' ? value : null;
};

export const wholes = oneOf('all total overall combined any');
const isWhole = (row: Row): boolean => wholes(textOf(row, engines) ?? '');

/**
 * Makes one day of the rows of one date. Hours and engines are parts of a day: what is counted once in each (page views,
 * citations) is added, what is not (visitors, rates) stays unknown. @throws Refusal for rows of one date that are parts of nothing
 * that is known.
 */
function together(rows: readonly ReadDay[], tracer: Tracer): AnalyticsDay {
  const [first] = rows as readonly [ReadDay];
  const engine = textOf(first.row, engines);
  if (rows.length === 1 && (engine === null || isWhole(first.row) || !isEngine(engine))) return first.day;
  const { date } = first.day;
  const whole = rows.filter(({ row }) => isWhole(row));
  if (whole.length === 1 && whole[0]) {
    tracer.note('of the rows of one date the one of all engines together was read');
    return whole[0].day;
  }
  const byHour = rows.some(({ row }) => hourly(row));
  const names = rows.map(({ row }) => textOf(row, engines));
  const byEngine = names.every((name, at) => name !== null && isEngine(name) && names.indexOf(name) === at);
  if (byHour === byEngine) return refuse(`two rows have the date ${date}`);
  const parts = byHour ? 'hours' : 'engines';
  tracer.note(
    `citations${byHour ? ' and page views' : ''} of a day are sums over its ${parts}; visitors cannot be added and are unknown`,
  );
  if (byHour && rows.length < 24 && rows.some(({ day }) => day.pageviews !== null || day.citations !== null))
    tracer.note(`${rows.length} hours of ${date} came`);
  return {
    date,
    visitors: null,
    pageviews: byHour ? sumOf(rows.map(({ day }) => day.pageviews)) : null,
    citations: sumOf(rows.map(({ day }) => day.citations)),
    metrics: {},
  };
}

/** One day for each date, oldest first. */
export function daysOf(rows: readonly ReadDay[], tracer: Tracer): AnalyticsDay[] {
  const byDate: Record<string, ReadDay[]> = {};
  for (const row of rows) byDate[row.day.date] = (byDate[row.day.date] ?? []).concat(row);
  return Object.keys(byDate)
    .sort()
    .map((date) => together(byDate[date] ?? [], tracer));
}
