import { type Cell, findCells, isNamed, type Row } from '../reading/cells.ts';
import { isEngine } from '../reading/engines.ts';
import { isObject } from '../reading/json.ts';
import { plainName } from '../reading/names.ts';
import { readNumber } from '../reading/numbers.ts';
import { refuse, type Tracer } from '../reading/trace.ts';

export type Figure = 'visitors' | 'pageviews' | 'citations';

export const figures: readonly Figure[] = ['visitors', 'pageviews', 'citations'];

const stems: Readonly<Record<Figure, string>> = {
  visitors: 'visitor uniquevisitor uniqvisitor unique user uniqueuser activeuser',
  pageviews: 'pageview view screenpageview pagehit pageimpression',
  citations: 'aicitation citation llmcitation cite',
};

/** The figure that a name means; null where it means none. */
export const figureNamed = (name: string): Figure | null =>
  figures.find((figure) => isNamed(name, stems[figure])) ?? null;

/** A part of the traffic: what comes by one way, or visits of AI assistants alone. */
export const partOfTraffic =
  /^(ai|llm|organic|paid|direct|referral|social|email|bots?)(traffic|visits|visitors|referrals?|visibility)?$/;

const isOfPart = ({ pointer }: Cell): boolean =>
  pointer
    .split('/')
    .slice(0, -1)
    .some((name) => partOfTraffic.test(plainName(name)));

/** The field of a row for a figure; a list is none, nor is a part of the traffic for visitors or page views. @throws Refusal where two have equal claim. */
export function figureCell(row: Row, figure: Figure): Cell | null {
  const cells = figure === 'citations' ? row : row.filter((cell) => !isOfPart(cell));
  const [found, twin] = findCells(cells, stems[figure], (value) => !Array.isArray(value));
  if (found && twin) refuse(`${figure} could be ${found.pointer} or ${twin.pointer}: give a mapping`);
  return found;
}

const inside = ['total', 'count', 'all', 'sum'];

/** The sum over a map of engines, which are parts of one whole; undefined where it is no such map. */
function overEngines(held: Readonly<Record<string, unknown>>): number | null | undefined {
  const counts = Object.keys(held).map((name) => (isEngine(name) ? readNumber(held[name]) : undefined));
  if (counts.length === 0 || counts.some((count) => count === undefined)) return undefined;
  return counts.reduce<number | null>(
    (sum, count) => (sum === null || count?.value == null ? null : sum + count.value),
    0,
  );
}

/**
 * The count that a field holds: whole and not negative, or null where the body gives none.
 * @throws Refusal for anything else.
 */
export function readFigure(cell: Cell, figure: Figure, whose: string, tracer: Tracer): number | null {
  const held = cell.value;
  let number = readNumber(held);
  if (number === undefined && isObject(held)) {
    const name = inside.find((key) => key in held);
    number = name === undefined ? undefined : readNumber(held[name]);
    const sum = name === undefined && figure === 'citations' ? overEngines(held) : undefined;
    if (sum !== undefined) {
      tracer.note(`citations are the sum over the engines of ${cell.pointer}`);
      return sum;
    }
  }
  if (number === undefined || number.percent || number.scale !== null)
    return refuse(`${figure} of ${whose} is not a number of visits or citations (${cell.pointer})`);
  if (number.bound !== null)
    tracer.note(`${cell.name}: "${number.bound}" is a bound and no number, so it is unknown`);
  if (number.coerced) tracer.changed(`${cell.name}: text read as a number`);
  const { value } = number;
  if (value !== null && (value < 0 || !Number.isInteger(value)))
    refuse(`${figure} of ${whose} is ${value}, which is no count (${cell.pointer})`);
  return value;
}

/** Every numeric field that is not used, under its own name. */
export function metricsOf(
  row: Row,
  used: readonly (Cell | null)[],
  tracer: Tracer,
): Record<string, number | null> {
  const metrics: Record<string, number | null> = {};
  const read: (Cell | null)[] = used.slice();
  for (const cell of row) {
    const number = used.indexOf(cell) >= 0 ? undefined : readNumber(cell.value);
    if (number === undefined || (number.coerced && number.value === null) || cell.name === '__proto__')
      continue;
    if (metrics[cell.name] !== undefined || (cell.depth > 0 && figureNamed(cell.name))) continue;
    metrics[cell.name] = number.value;
    read.push(cell);
  }
  tracer.left(row, read);
  return metrics;
}
