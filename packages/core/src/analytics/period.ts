import { type Cell, findCell, type Row } from '../reading/cells.ts';
import { readDate } from '../reading/dates.ts';
import { isObject } from '../reading/json.ts';
import { isOtherPeriod, oneOf, segment } from '../reading/names.ts';
import { isNumeric, readNumber } from '../reading/numbers.ts';
import type { Survey } from '../reading/survey.ts';
import type { Tracer } from '../reading/trace.ts';
import type { AnalyticsPeriod } from './analytics.ts';
import { type Figure, figureCell, figuresIn } from './figures.ts';

const open = oneOf(
  'data result response stat statistic total summary aggregate metric overview analytics traffic report kpi period value',
);
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

const isMeasured = (row: Row): boolean =>
  (['visitors', 'pageviews'] as const).some((figure) => {
    const cell = figureCell(row, figure);
    return cell !== null && isNumeric(cell.value);
  });

/** One number without a window may be those present now. */
const numbersOf = (row: Row): number => row.filter(({ value }) => isNumeric(value)).length;

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
function boundsOf(body: unknown, pointer = '', depth = 0): readonly [from: Bound, to: Bound] | null {
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
 * Totals that a body states for its whole window: an object of figures at the top or in an envelope, or a list of one row that
 * names no part. Null where there is none, or where two could be it.
 */
export function periodOf(
  survey: Survey,
  body: unknown,
  beside: boolean,
  tracer: Tracer,
): AnalyticsPeriod | null {
  const bounds = boundsOf(body);
  const isOpen = (path: readonly string[]): boolean =>
    path.every((name) => open(name) || (!beside && name === 'current'));
  const rows = survey.places
    .filter(({ path, pointer }) => isOpen(path) && !/\/0(\/|$)/.test(pointer))
    .map(({ pointer, cells }) => ({ pointer, row: cells }))
    .concat(
      survey.tables
        .filter(
          ({ path, rows: [row, next] }) => isOpen(path) && row && !next && isPositional(row) && isWhole(row),
        )
        .map(({ pointer, rows }) => ({ pointer: `${pointer}/0`, row: rows[0] as Row })),
    )
    .filter(
      ({ row }) =>
        isMeasured(row) && (bounds !== null || numbersOf(row) > 1) && findCell(row, 'date day') === null,
    );
  const [found, ...others] = rows;
  if (!found) return null;
  if (others.length > 0) {
    tracer.note('two objects could hold the totals of the window, so neither was read');
    return null;
  }
  const held = (figure: Figure): Cell | null => figureCell(found.row, figure);
  const cells = { visitors: held('visitors'), pageviews: held('pageviews'), citations: held('citations') };
  if (!beside) tracer.path = found.pointer;
  const read = figuresIn(found.row, cells, null, 'the window', 'period.', tracer);
  const [from = null, to = null] = bounds ?? [];
  tracer.found('period.from', from);
  tracer.found('period.to', to);
  return { from: from?.date ?? null, to: to?.date ?? null, ...read };
}
