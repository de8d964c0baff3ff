import { largestOf } from '../extremes.ts';
import { type Cell, cellsOf, findCell } from '../reading/cells.ts';
import { isObject } from '../reading/json.ts';
import { plainName, shaped } from '../reading/names.ts';
import { type NumberReading, readNumber } from '../reading/numbers.ts';
import type { Place } from '../reading/survey.ts';
import type { Tracer } from '../reading/trace.ts';
import type { AuthorityComponent } from './authority.ts';

const stems =
  'scale maxscore max outof maximum scalemax scoremax maxvalue scoremaximum possible range maxrating ratingmax bestrating';
/** Maxima of a score in points, where no points stand beside it that they may be the maximum of. */
const ofPoints = 'maxpoint possiblepoint maxpossible';

/** The maximum that a field states: `100`, `"0-100"`, `{"min": 0, "max": 100}`. */
function maximum(value: unknown): number | null {
  if (Array.isArray(value)) return value.length === 2 && value[0] === 0 ? maximum(value[1]) : null;
  if (isObject(value)) return maximum(value.max ?? value.maximum);
  const range = typeof value === 'string' ? /^0\s*(?:-|–|\.\.\.?|to)\s*(\d+)$/.exec(value.trim()) : null;
  const read = readNumber(value);
  const stated = range ? Number(range[1]) : read?.commaOnce ? 0 : (read?.value ?? 0);
  return stated > 0 ? stated : null;
}

/** The score's maximum where the body states it: with the score, in its object, or beside it. */
export function statedScale(cell: Cell, score: NumberReading, place: Place, tracer: Tracer): number | null {
  if (score.scale !== null) return score.scale;
  if (score.percent) return 100;
  const inner = isObject(cell.value) ? cellsOf(cell.value, cell.pointer) : [];
  const named = `${stems} ${shaped(plainName(cell.name), '_max max_ _maximum _scale _range')}`;
  for (const row of [inner, place.cells]) {
    const found = findCell(row, findCell(row, 'point earned') ? named : `${named} ${ofPoints}`);
    const stated = found ? maximum(found.value) : null;
    if (found && stated !== null) {
      tracer.found('scale', found);
      return stated;
    }
  }
  return null;
}

function sizeOf(score: number, most: number): number | null {
  if (score > 100) return most <= 1000 ? 1000 : null;
  if (score > 1 && most > 10) return most <= 100 ? 100 : null;
  return score > 0 && score < 1 && most <= 1 ? 1 : null;
}

/**
 * The score's maximum by its size and by the parts beside it: 1, 100 or 1000, and never below the largest part. Null where it could
 * be several: a score up to 10 alone, or one beside parts that stand on a larger scale. A score that is unknown counts as 0.
 */
export function scaleBySize(
  score: number,
  parts: readonly AuthorityComponent[],
  tracer: Tracer,
): number | null {
  const most = Math.max(score, largestOf(parts.map((part) => part.score ?? 0)));
  const scale = sizeOf(score, most);
  if (scale !== null) tracer.note('the scale is told by the size of the score');
  return scale;
}
