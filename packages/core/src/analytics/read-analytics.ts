import type { Row } from '../reading/cells.ts';
import { place } from '../reading/choose.ts';
import { hourOf, readDate } from '../reading/dates.ts';
import { plainName } from '../reading/names.ts';
import { reader } from '../reading/reader.ts';
import { type Survey, surveyOf } from '../reading/survey.ts';
import { refuse, type Tracer } from '../reading/trace.ts';
import type { Analytics, AnalyticsDay } from './analytics.ts';
import { type Dated, datedTables, expected, valueCell } from './dated.ts';
import { type Figure, figureNamed, figures, metricsOf, readFigure } from './figures.ts';
import { dateCell, longerGrain } from './grain.ts';
import { periodOf } from './period.ts';
import { daysOf, type ReadDay } from './same-date.ts';

const worth = (one: Dated): number => (3 - one.rank) * 10 + one.figures.length;

/** The best of the tables that could hold the same; refused where two have equal claim. */
function best(tables: readonly Dated[], what: string): Dated | null {
  const [first, next] = tables
    .slice()
    .sort((a, b) => worth(b) - worth(a) || a.table.path.length - b.table.path.length);
  if (first && next && worth(next) === worth(first) && next.table.path.length === first.table.path.length)
    refuse(
      `two lists of dated rows could be ${what}, at ${place(first.table)} and at ${place(next.table)}: give a mapping`,
    );
  return first ?? null;
}

/** True for rows of another resource's history. */
const isOfAnother = ({ table }: Dated): boolean =>
  table.rows.some((row) =>
    row.some(({ name }) =>
      /^(shareofvoice|sov|(authority|overall)?score|authority|engine)$/.test(plainName(name)),
    ),
  );

/** The tables that are read: the one with most of the figures, then those that have what it lacks. */
function chosen(survey: Survey): readonly Dated[] {
  const dated = datedTables(survey);
  const measured = dated.filter((one) => one.figures.length > 0);
  if (measured.length === 0) {
    const named = best(
      dated.filter((one) => one.rank < 2 && one.series === null && !isOfAnother(one)),
      'the daily figures',
    );
    return named ? [named] : [];
  }
  const each = figures.map((figure) =>
    best(
      measured.filter((one) => one.figures.indexOf(figure) >= 0),
      figure,
    ),
  );
  const found = each.filter((one, at): one is Dated => one !== null && each.indexOf(one) === at);
  found.sort((a, b) => b.figures.length - a.figures.length);
  const parent = (one: Dated | undefined): string => one?.table.path.slice(0, -1).join('/') ?? '';
  const beside = dated.filter(
    (one) =>
      one.series !== null &&
      one.figures.length === 0 &&
      found[0]?.series != null &&
      parent(one) === parent(found[0]),
  );
  return found.concat(beside);
}

function readRow(row: Row, one: Dated, tracer: Tracer): ReadDay {
  const dated = dateCell(row);
  const date = readDate(dated?.value);
  if (dated === null || date === null) return refuse('a row has no date');
  tracer.found('date', dated.pointer);
  const value = one.series === null ? null : valueCell(row);
  const cells = figures.map((figure) =>
    value && one.series !== null
      ? figureNamed(one.series) === figure
        ? value
        : null
      : (row.find((cell) => cell.pointer === one.pointers[figure]) ?? null),
  );
  const read = (figure: Figure): number | null => {
    const cell = cells[figures.indexOf(figure)] ?? null;
    if (cell === null) return null;
    tracer.found(figure, cell.pointer);
    return readFigure(cell, figure, date, tracer);
  };
  const named = value && one.figures.length === 0 ? [{ ...value, name: one.series ?? '' }] : null;
  const metrics = metricsOf(named ?? row, named ? [] : [dated, ...cells], tracer);
  const day = {
    date,
    visitors: read('visitors'),
    pageviews: read('pageviews'),
    citations: read('citations'),
    metrics,
  };
  return { day, row };
}

function readTable(one: Dated, body: unknown, tracer: Tracer): readonly AnalyticsDay[] {
  const { table } = one;
  const grain = longerGrain(body, table.rows);
  if (grain !== null) refuse(`a row of ${place(table)} is a ${grain} and not a day`);
  if (
    table.rows.some(
      (row) => typeof dateCell(row)?.value === 'number' && hourOf(dateCell(row)?.value) !== null,
    )
  )
    tracer.note('dates are UTC dates of instants that are not midnight');
  return daysOf(
    table.rows.map((row) => readRow(row, one, tracer)),
    tracer,
  );
}

/** Adds what a further table has for the dates of the first; a date that only one of them has is kept. */
function joined(days: readonly AnalyticsDay[], more: readonly AnalyticsDay[]): AnalyticsDay[] {
  const dates = days.concat(more).map((day) => day.date);
  const none = { visitors: null, pageviews: null, citations: null, metrics: {} };
  return dates
    .filter((date, at) => dates.indexOf(date) === at)
    .sort()
    .map((date) => {
      const a = days.find((day) => day.date === date) ?? none;
      const b = more.find((day) => day.date === date) ?? none;
      return {
        date,
        visitors: a.visitors ?? b.visitors,
        pageviews: a.pageviews ?? b.pageviews,
        citations: a.citations ?? b.citations,
        metrics: { ...b.metrics, ...a.metrics },
      };
    });
}

/** True where a list that could hold days is there and empty. */
function isEmptyList(survey: Survey, tracer: Tracer): boolean {
  const empty = survey.tables.find(({ rows, path, layout }) => {
    const last = path[path.length - 1];
    if (rows.length > 0 || layout !== 'list') return false;
    return (
      last === undefined ||
      expected.test(last) ||
      /^(data|items|results?|rows|hits)$/.test(last) ||
      /^(visitors|pageviews)$/.test(figureNamed(last) ?? '')
    );
  });
  if (!empty) return false;
  tracer.path = empty.pointer;
  tracer.note('the list is empty');
  return true;
}

/**
 * Reads the body of `GET /api/v1/analytics`: daily rows however they are written, and totals of the window where the body states
 * them. Days are sorted, never padded; months and weeks are refused.
 */
export const readAnalytics = reader('analytics', (body, tracer): Analytics => {
  const survey = surveyOf(body);
  const [first, ...others] = chosen(survey);
  let days: readonly AnalyticsDay[] = [];
  if (first) {
    tracer.path = first.table.pointer;
    days = readTable(first, body, tracer);
    if (first.rank === 2) tracer.doubt(0.6, `the rows at ${place(first.table)} have another name`);
    if (first.figures.length === 0) tracer.doubt(0.7, 'no row has visitors, page views or citations');
    for (const one of others) {
      tracer.note(
        `${one.figures.join(', ') || plainName(one.series ?? '')} stand apart, at ${place(one.table)}`,
      );
      days = joined(days, readTable(one, body, tracer));
    }
  }
  const empty = !first && isEmptyList(survey, tracer);
  const period = periodOf(survey, body, first !== undefined || empty, tracer);
  if (!first && !empty && period === null)
    refuse('no list of dated rows and no totals of visitors or page views were found in the body');
  return { days, period };
});
