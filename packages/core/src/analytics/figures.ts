import { isOwnCount } from '../citations/own-count.ts';
import { type Cell, findCells, isNamed, type Row } from '../reading/cells.ts';
import { isEngine } from '../reading/engines.ts';
import { countAt } from '../reading/figures.ts';
import { isObject } from '../reading/json.ts';
import { isNumeric, readNumber, sumOf } from '../reading/numbers.ts';
import { refuseTwo, type Tracer } from '../reading/trace.ts';
import type { AnalyticsDay } from './analytics.ts';
import { partOfTraffic } from './parts.ts';

/** The figures of a day or of a window, and its other numbers under their own names. */
export type Figures = Pick<AnalyticsDay, Figure | 'metrics'>;

export type Figure = 'visitors' | 'pageviews' | 'citations';

export const figures: readonly Figure[] = ['visitors', 'pageviews', 'citations'];

const stems: Readonly<Record<Figure, string>> = {
  visitors:
    'visitor uniquevisitor uniqvisitor unique user uniqueuser activeuser dailyactiveuser dau uv people',
  pageviews: 'pageview view screenpageview screenview pagehit pageimpression pv',
  citations: 'aicitation citation llmcitation cite timescited citationsfound',
};

/** The figure that a name means; null where it means none. */
export const figureNamed = (name: string): Figure | null =>
  figures.find((figure) => isNamed(name, stems[figure])) ?? (isOwnCount(name) ? 'citations' : null);

const isOfPart = ({ pointer }: Cell): boolean => pointer.split('/').some(partOfTraffic);

/**
 * The field of a row for a figure; a list is none, nor is a part of the traffic for visitors or page views. @throws Refusal where two
 * have equal claim, as the own citations and those of everybody have.
 */
export function figureCell(row: Row, figure: Figure): Cell | null {
  const isAll = figure === 'citations';
  const cells = row.filter((cell) => !Array.isArray(cell.value) && (isAll || !isOfPart(cell)));
  const [found, twin] = findCells(cells, stems[figure]);
  const own = isAll && cells.find(({ name }) => isOwnCount(name));
  const other = twin ?? own;
  if (found && other) refuseTwo('fields', figure, found.pointer, other.pointer);
  return found ?? (own || null);
}

const isVisitor = (name: string): boolean => isNamed(name, stems.visitors);

const inside = ['total', 'count', 'all', 'sum'];

/** True for a field that holds a number, itself or as the whole of an object of parts. */
export const isCounted = ({ value }: Cell): boolean =>
  isNumeric(value) || (isObject(value) && inside.some((name) => isNumeric(value[name])));

/** The count that a field holds, or null where the body gives none; citations by engine are parts of one whole. @throws Refusal for anything else. */
function readFigure(cell: Cell, figure: Figure, whose: string, tracer: Tracer): number | null {
  const { value } = cell;
  if (isObject(value) && readNumber(value) === undefined) {
    const at = (name: string): number | null =>
      readFigure({ ...cell, value: value[name] }, figure, whose, tracer);
    const name = inside.find((key) => key in value);
    if (name !== undefined) {
      const unique =
        figure === 'visitors' && Object.keys(value).find((key) => isVisitor(key) && isNumeric(value[key]));
      if (unique && value[unique] !== value[name])
        tracer.note(
          `visitors are those at ${cell.pointer}/${name}; others stand at ${cell.pointer}/${unique}`,
        );
      return at(name);
    }
    const engines = Object.keys(value);
    if (figure === 'citations' && engines.length > 0 && engines.every(isEngine)) {
      tracer.note(`citations are the sum over the engines of ${cell.pointer}`);
      return sumOf(engines.map(at));
    }
  }
  return countAt(cell, `${figure} of ${whose}`, tracer);
}

/** True for another field that could be the figure, with another number. */
const isRival = (one: Cell, cell: Cell, figure: Figure): boolean =>
  figureNamed(one.name) === figure &&
  one.depth === cell.depth &&
  !isOfPart(one) &&
  isNumeric(one.value) &&
  readNumber(one.value)?.value !== readNumber(cell.value)?.value;

/** The figures of a row by their cells, and every other numeric field; `prefix` stands before a figure in the trace. */
export function figuresIn(
  row: Row,
  cells: Readonly<Record<Figure, Cell | null>>,
  dated: Cell | null,
  whose: string,
  prefix: string,
  tracer: Tracer,
): Figures {
  const read = (figure: Figure): number | null => {
    const cell = cells[figure];
    tracer.found(prefix + figure, cell);
    const other = cell && row.find((one) => isRival(one, cell, figure));
    if (other) tracer.note(`${figure} are those at ${cell.pointer}; others stand at ${other.pointer}`);
    return cell && readFigure(cell, figure, whose, tracer);
  };
  return {
    visitors: read('visitors'),
    pageviews: read('pageviews'),
    citations: read('citations'),
    metrics: metricsOf(row, [dated, cells.visitors, cells.pageviews, cells.citations], tracer),
  };
}

/** Every numeric field that is not used, under its own name. */
function metricsOf(row: Row, used: readonly (Cell | null)[], tracer: Tracer): Record<string, number | null> {
  const metrics: Record<string, number | null> = {};
  for (const cell of row) {
    const number = used.indexOf(cell) >= 0 ? undefined : readNumber(cell.value);
    if (number === undefined || (number.coerced && number.value === null)) continue;
    if (metrics[cell.name] !== undefined || (cell.depth > 0 && figureNamed(cell.name))) continue;
    if (used.some((one) => isObject(one?.value) && cell.pointer.indexOf(`${one.pointer}/`) === 0)) continue;
    if (number.commaOnce) {
      tracer.note(`${cell.name}: the comma could be a decimal one or one of thousands, so it is unknown`);
    }
    metrics[cell.name] = number.commaOnce ? null : number.value;
    tracer.use(cell.pointer);
  }
  tracer.saw(row);
  return metrics;
}
