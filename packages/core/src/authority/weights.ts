import { cellsOf, findCell, type Row } from '../reading/cells.ts';
import { oneOf, plainName } from '../reading/names.ts';
import { readNumber, sumOf } from '../reading/numbers.ts';
import { asFraction } from '../reading/shares.ts';
import type { Survey } from '../reading/survey.ts';
import type { Tracer } from '../reading/trace.ts';

const stems = 'weight weighting weightpercent weightpct';
/** A map of weights beside the parts. */
export const isWeights = oneOf('(component|score|factor)?(weight|weighting)');

/** The cells of the parts' weights: in their rows, or under their names in a map of weights. */
function cellsFor(rows: readonly Row[], names: readonly string[], { places }: Survey) {
  const own = rows.map((row) => findCell(row, stems));
  const map = own.every((cell) => cell === null) ? places.find(({ last }) => isWeights(last)) : undefined;
  if (map === undefined) return own;
  const cells = cellsOf(map.object, map.pointer);
  return names.map((name) => cells.find((cell) => plainName(cell.name) === plainName(name)) ?? null);
}

/**
 * Weights as fractions: all in percent where one of them is above 1. Unknown are a weight up to 1 beside one with a percent sign,
 * which could be either, and several that do not add up to the whole, such as 3, 2 and 1.
 */
export function weightsOf(
  rows: readonly Row[],
  names: readonly string[],
  survey: Survey,
  tracer: Tracer,
): readonly (number | null)[] {
  const cells = cellsFor(rows, names, survey);
  for (const cell of cells) tracer.found('components.weight', cell);
  const read = cells.map((cell) => readNumber(cell?.value));
  const large = read.some((weight) => weight && !weight.percent && Number(weight.value) > 1);
  const signed = read.some((weight) => weight?.percent);
  const sum = read.length > 1 ? sumOf(read.map((weight) => weight?.value ?? null)) : null;
  const relative = sum !== null && (large ? Math.abs(sum - 100) > 5 : !signed && sum > 1.05);
  if (relative) tracer.note('the weights do not add up to the whole, so they are unknown');
  return read.map((weight) => {
    if (!weight || weight.value === null) return null;
    if (weight.percent || (large && !relative)) return asFraction(weight.value, 'percent');
    return signed || relative ? null : weight.value;
  });
}
