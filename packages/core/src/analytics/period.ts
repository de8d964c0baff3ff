import { type Cell, findCell, isNamed, type Row } from '../reading/cells.ts';
import { readDate } from '../reading/dates.ts';
import { isObject } from '../reading/json.ts';
import { isOtherPeriod, oneOf, segment, singularOf } from '../reading/names.ts';
import { readNumber } from '../reading/numbers.ts';
import type { Survey } from '../reading/survey.ts';
import type { Tracer } from '../reading/trace.ts';
import type { AnalyticsDay, AnalyticsPeriod } from './analytics.ts';
import { type Figure, figureCell, figureNamed, figures, figuresIn, isCounted } from './figures.ts';
import { wholes } from './parts.ts';

const open = oneOf(
  'data result response body general current period value kpi card tile report (top|analytics|traffic|visitor|(web)?site)?(stat|statistic|total|summary|aggregate|metric|overview|analytics|traffic)',
);

/** Names of what is of the whole window, though it may be one number. */
const totals = oneOf('*total *summary *aggregate *sum');
const starts = oneOf('from start startdate datefrom since periodstart');
const ends = oneOf('to end enddate dateto until periodend');
const windows = oneOf('*range *period *window');

/** True for a row that stands for the whole: no text and no list in it names a page, a country or the like. */
const isWhole = (row: Row): boolean =>
  row.every(({ value, pointer }) => {
    if (Array.isArray(value))
      return value.length === 0 || row.some((other) => other.pointer.indexOf(`${pointer}/`) === 0);
    return typeof value !== 'string' || readNumber(value) !== undefined;
  });

/** True for a row whose values stand by position: only there does an empty list of dimensions say that it is the whole. */
const isPositional = (row: Row): boolean => row.some(({ value }) => Array.isArray(value));

const isVisit = (name: string): boolean => isNamed(name, 'visit session');

/** True for a row of totals. What is unique is told by what stands beside it: other figures, or days of visits. */
const isMeasured = (row: Row, beside: boolean): boolean =>
  figures.some((figure) => {
    const cell = figureCell(row, figure);
    return cell !== null && isCounted(cell) && (beside || singularOf(cell.name) !== 'unique');
  }) || row.some((cell) => isVisit(cell.name) && isCounted(cell));

/** Totals in a list: its one row, where its values stand by position, or `{"name": "Unique visitors", "value": 129}` and further figures. */
function totalsIn(rows: readonly Row[]): Row {
  const [row, another] = rows;
  if (row && !another) return isPositional(row) && isWhole(row) ? row : [];
  const cells = rows.map((each, at): Cell | null => {
    const name = findCell(each, 'name metric key label title', (value) => typeof value === 'string');
    const value = findCell(each, 'value count total');
    const pointer = value?.pointer.replace('*', String(at)) as string;
    return name && value && { ...value, pointer, name: name.value as string };
  });
  const isFull = !rows.some(isOfDay) && cells.every((cell): cell is Cell => cell !== null);
  return isFull && cells.filter(({ name }) => figureNamed(name) || isVisit(name)).length > 1 ? cells : [];
}

/** Figures of one day, though they stand among those of a window. */
const daily = oneOf('dau daily*');

/** One number without a window may be those present now. */
const numbersOf = (row: Row): number => row.filter(isCounted).length;

const places = oneOf('page path country city browser device');

/** True for an object about a page, a country or the like. */
const isOfPart = (row: Row): boolean =>
  row.some(({ name, value }) => places(name) && typeof value === 'string' && !wholes(value));

/** True for a row of one day; `"days": 7` is the length of a window. */
const isOfDay = (row: Row): boolean =>
  findCell(row, 'date day', (value) => !(Number(value) <= 1000)) !== null;

/** A date that a body states, and where. */
interface Bound {
  readonly date: string;
  readonly pointer: string;
}

const boundAt = (value: unknown, pointer: string): Bound | null => {
  const date = readDate(value);
  return date === null ? null : { date, pointer };
};

/** The window that a body says it covers: the first pair of dates at the top or in an object there. */
export function boundsOf(body: unknown, pointer = '', depth = 0): readonly [from: Bound, to: Bound] | null {
  if (!isObject(body) || depth > 2) return null;
  const names = Object.keys(body).filter((name) => !isOtherPeriod(name));
  const find = (isBound: (name: string) => boolean): Bound | null =>
    names
      .filter(isBound)
      .map((name) => boundAt(body[name], pointer + segment(name)))
      .find((bound) => bound !== null) ?? null;
  const [from, to] = [find(starts), find(ends)];
  if (from && to) return [from, to];
  for (const name of names) {
    const at = pointer + segment(name);
    const held = body[name];
    if (Array.isArray(held) && held.length === 2 && windows(name)) {
      const [first, last] = held.map((value) => boundAt(value, at));
      if (first && last) return [first, last];
    }
    const inner = boundsOf(held, at, depth + 1);
    if (inner) return inner;
  }
  return null;
}

/**
 * Totals that a body states for its whole window: objects of figures at the top or in an envelope, or a list of one row that
 * names no part. Null where there is none, where two have the same figure, or where they are less than one of the days. `days` is
 * null where no list of days was found.
 */
export function periodOf(
  survey: Survey,
  body: unknown,
  days: readonly AnalyticsDay[] | null,
  tracer: Tracer,
): AnalyticsPeriod | null {
  const beside = days !== null;
  const bounds = boundsOf(body);
  const isOpen = (path: readonly string[]): boolean => path.every(open);
  const rows = survey.places
    .filter(({ path, pointer }) => isOpen(path) && !/\/0(\/|$)/.test(pointer))
    .map(({ pointer, cells, last }) => ({ pointer, row: cells, last }))
    .concat(
      survey.tables
        .filter(({ path }) => isOpen(path))
        .map(({ pointer, rows, last }) => ({ pointer: `${pointer}/0`, row: totalsIn(rows), last })),
    )
    .map(({ row, ...at }) => ({ ...at, row: row.filter(({ name }) => !daily(name)) }))
    .filter(
      ({ row, last }) =>
        isMeasured(row, beside) &&
        (bounds !== null || numbersOf(row) > 1 || (beside && totals(last))) &&
        !isOfDay(row) &&
        !isOfPart(row),
    );
  const full = rows.filter(({ row }) => figures.some((figure) => figureCell(row, figure)));
  const [found, ...more] = full.length > 0 ? full : rows;
  if (!found) return null;
  const isTwice = (figure: Figure): boolean => full.filter(({ row }) => figureCell(row, figure)).length > 1;
  if (more.length > 0 && (full.length === 0 || figures.some(isTwice))) {
    tracer.note('two objects could hold the totals of the window, so neither was read');
    return null;
  }
  const row = [found, ...more].flatMap((one) => one.row);
  const held = (figure: Figure): Cell | null => figureCell(row, figure);
  const cells = { visitors: held('visitors'), pageviews: held('pageviews'), citations: held('citations') };
  const isLess = (figure: Figure): boolean => {
    const whole = readNumber(cells[figure]?.value)?.value ?? 1e99;
    return beside && days.some((day) => (day[figure] ?? 0) > whole);
  };
  if (figures.some(isLess)) {
    tracer.note('totals less than one day were not read');
    return null;
  }
  if (!beside) tracer.path = found.pointer;
  const read = figuresIn(row, cells, null, 'the window', 'period.', tracer);
  const [from = null, to = null] = bounds ?? [];
  tracer.found('period.from', from);
  tracer.found('period.to', to);
  return { from: from?.date ?? null, to: to?.date ?? null, ...read };
}
