import { findCell, type Row } from '../reading/cells.ts';
import { isEngine } from '../reading/engines.ts';
import { readText, repeated, sumOf } from '../reading/numbers.ts';
import { refuse, type Tracer } from '../reading/trace.ts';
import type { AnalyticsDay } from './analytics.ts';
import { dating, hasHour } from './grain.ts';
import { wholes } from './parts.ts';

/** A day that was read, with the row it came from. */
export interface ReadDay {
  readonly day: AnalyticsDay;
  readonly row: Row;
}

const engines = 'engine platform provider assistant aiengine model source';

/** What a row writes for its engine; empty where it writes none. */
const engineIn = (row: Row): string =>
  readText(findCell(row, engines, (held) => typeof held === 'string')?.value) ?? '';

/**
 * Makes one day of the rows of one date. Hours and engines are parts of a day: what is counted once in each (page views,
 * citations) is added, what is not (visitors, rates) stays unknown. @throws Refusal for rows of one date that are parts of nothing
 * that is known.
 */
function together(rows: readonly ReadDay[], areHours: boolean, tracer: Tracer): AnalyticsDay {
  const [first] = rows as readonly [ReadDay];
  const names = rows.map(({ row }) => engineIn(row));
  if (rows.length === 1 && !areHours && !isEngine(names[0] as string)) return first.day;
  const { date } = first.day;
  const [whole, another] = rows.filter((_, at) => wholes(names[at] as string));
  if (whole && !another) {
    tracer.note('of the rows of one date the one of all engines together was read');
    return whole.day;
  }
  const byHour = areHours || rows.some(({ row }) => hasHour(row));
  const hours = rows.map(({ row }) => String((findCell(row, 'hour') ?? dating(row)).value));
  const byEngine =
    rows.some(({ day }) => day.citations !== null) &&
    names.every((name, at) => isEngine(name) && names.indexOf(name) === at);
  if (rows.length === 1 && !byHour && !byEngine)
    return refuse(`the row of ${date} is of ${names[0]} alone: give a mapping`);
  if (byHour === byEngine || (byHour && repeated(hours) !== null))
    return refuse(`two rows have the date ${date}`);
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

/** One day for each date, oldest first. `areHours`: the body says that each row is an hour or less. */
export function daysOf(rows: readonly ReadDay[], areHours: boolean, tracer: Tracer): AnalyticsDay[] {
  const byDate: Record<string, ReadDay[]> = {};
  for (const row of rows) byDate[row.day.date] = (byDate[row.day.date] ?? []).concat(row);
  return Object.keys(byDate)
    .sort()
    .map((date) => together(byDate[date] as ReadDay[], areHours, tracer));
}
