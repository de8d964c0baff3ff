import { type Cell, findCell, type Row } from '../reading/cells.ts';
import { place } from '../reading/choose.ts';
import { hourOf, readDate } from '../reading/dates.ts';
import { isObject } from '../reading/json.ts';
import { oneOf } from '../reading/names.ts';
import { reader } from '../reading/reader.ts';
import type { Survey } from '../reading/survey.ts';
import { refuse, type Tracer } from '../reading/trace.ts';
import { unsettled } from '../reading/unsettled.ts';
import type { Analytics, AnalyticsDay } from './analytics.ts';
import { chosen } from './chosen.ts';
import { type Dated, expected, valueCell } from './dated.ts';
import { type Figure, figuresIn } from './figures.ts';
import { dating, isHourly, longerGrain } from './grain.ts';
import { joined } from './joined.ts';
import { midnightsOf } from './midnights.ts';
import { whyNone } from './nearest.ts';
import { periodOf } from './period.ts';
import { addedTo } from './running.ts';
import { daysOf, type ReadDay } from './same-date.ts';
import { unmeasured } from './unmeasured.ts';

function readRow(row: Row, one: Dated, dateOf: (value: unknown) => string, tracer: Tracer): ReadDay {
  const { series, figures, pointers } = one;
  const dated = dating(row);
  const date = dateOf(dated.value);
  tracer.found('date', dated);
  const value = valueCell(row) as Cell;
  const held = (figure: Figure): Cell | null => {
    if (series !== null) return figures[0] === figure ? value : null;
    return row.find((cell) => cell.pointer === pointers[figure]) ?? null;
  };
  const cells = { visitors: held('visitors'), pageviews: held('pageviews'), citations: held('citations') };
  const read =
    series !== null && figures.length === 0
      ? figuresIn([{ ...value, name: series }], cells, null, date, '', tracer)
      : figuresIn(row, cells, dated, date, '', tracer);
  return { day: { date, ...read }, row };
}

/** Whose figures a row has, where it says so. */
function brandOf(row: Row): string | undefined {
  const held = findCell(
    row,
    'brand company site website websiteid siteid websitename sitename domain host hostname',
  )?.value;
  const name = isObject(held) ? held.name : held;
  return typeof name === 'string' ? name : undefined;
}

function readTable(one: Dated, survey: Survey, tracer: Tracer): readonly AnalyticsDay[] {
  const { body } = survey;
  const { table, part } = one;
  const brands = [...new Set(table.rows.map(brandOf))].filter((brand) => brand);
  if (brands.length > 1) refuse(`the rows are of "${brands[0]}" and of "${brands[1]}"`);
  const grain = longerGrain(body, table.rows);
  if (grain !== null) refuse(`a row of ${place(table)} is a ${grain} and not a day`);
  const areHours = isHourly(body, table.rows);
  const midnights = areHours ? null : midnightsOf(body, table.rows);
  const isInstant = (value: unknown): boolean => typeof value === 'number' && hourOf(value) !== null;
  const dateOf = midnights?.by == null ? (value: unknown) => readDate(value) as string : midnights.dateOf;
  if (midnights?.by != null)
    tracer.note(`dates are those on which it is midnight elsewhere, since the body states ${midnights.by}`);
  else if (midnights || table.rows.some((row) => isInstant(dating(row).value)))
    tracer.note('dates are UTC dates of instants that are not midnight');
  if (table.told !== undefined) tracer.note(table.told);
  if (part) tracer.doubt(0.8, `the rows name a ${part.name}, so that they may be a part of the traffic`);
  const measured = table.rows.filter((row) => {
    const says = unsettled(row);
    if (says !== null) tracer.note(`the row of ${dateOf(dating(row).value)} says "${says}" and was left out`);
    return says === null;
  });
  const { citations } = one.pointers;
  const inOrder = [...measured].sort((a, b) => (dateOf(dating(a).value) < dateOf(dating(b).value) ? -1 : 1));
  const added = addedTo(citations, inOrder);
  if (added !== null)
    refuse(`${citations} is a running total, to which each day adds ${added}: give a mapping`);
  const known = unmeasured(survey, table, tracer);
  return daysOf(
    measured.map((row) => {
      const read = readRow(row, one, dateOf, tracer);
      return { ...read, day: known(read.day, row) };
    }),
    areHours,
    tracer,
  );
}

const emptyNames = oneOf('data item result row hit visitor pageview');

/** True where a list that could hold days is there and empty. */
function isEmptyList(survey: Survey, tracer: Tracer): boolean {
  const empty = survey.tables.find(
    ({ rows, last }) => rows.length === 0 && (last === '' || expected(last) || emptyNames(last)),
  );
  if (!empty) return false;
  tracer.path = empty.pointer;
  tracer.note('the list is empty');
  return true;
}

/**
 * Reads the body of `GET /api/v1/analytics`: daily rows however they are written, and totals of the window where the body states
 * them. Days are sorted, never padded; months and weeks are refused.
 */
export const readAnalytics = reader('analytics', (survey, tracer): Analytics => {
  const { body } = survey;
  const [first, ...others] = chosen(survey);
  let days: readonly AnalyticsDay[] = [];
  if (first) {
    tracer.path = first.table.pointer;
    days = readTable(first, survey, tracer);
    if (first.rank === 2) tracer.doubt(0.6, `the rows at ${place(first.table)} have another name`);
    if (first.figures.length === 0) tracer.doubt(0.7, 'no row has visitors, page views or citations');
    for (const one of others) {
      tracer.note(`${one.figures.join(', ') || one.series} stand apart, at ${place(one.table)}`);
      days = joined(days, readTable(one, survey, tracer));
    }
  }
  const empty = !first && isEmptyList(survey, tracer);
  const period = periodOf(survey, body, first || empty ? days : null, tracer);
  if (!first && !empty && period === null)
    refuse(
      `no list of dated rows and no totals of visitors or page views were found in the body${whyNone(survey)}`,
    );
  return { days, period };
});
