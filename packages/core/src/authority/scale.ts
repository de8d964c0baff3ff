import { type Cell, cellsOf, findCell } from '../reading/cells.ts';
import { isObject } from '../reading/json.ts';
import { type NumberReading, readNumber } from '../reading/numbers.ts';
import type { Place } from '../reading/survey.ts';
import type { Tracer } from '../reading/trace.ts';
import type { AuthorityComponent } from './authority.ts';

const stems =
  'scale maxscore max outof maximum scalemax scoremax maxvalue scoremaximum possible range maxrating ratingmax bestrating';

/** The maximum that a field states: `100`, `"0-100"`, `{"min": 0, "max": 100}`. */
function maximum(value: unknown): number | null {
  if (Array.isArray(value)) return value.length === 2 && value[0] === 0 ? maximum(value[1]) : null;
  if (isObject(value)) return maximum(value.max ?? value.maximum);
  const range = typeof value === 'string' ? /^0\s*(?:-|–|\.\.\.?|to)\s*(\d+)$/.exec(value.trim()) : null;
  const stated = range ? Number(range[1]) : (readNumber(value)?.value ?? null);
  return stated !== null && stated > 0 ? stated : null;
}

/** The score's maximum where the body states it: with the score, in its object, or beside it. */
export function statedScale(cell: Cell, score: NumberReading, place: Place, tracer: Tracer): number | null {
  if (score.scale !== null) return score.scale;
  if (score.percent) return 100;
  const inner = isObject(cell.value) ? cellsOf(cell.value, cell.pointer) : [];
  for (const row of [inner, place.cells]) {
    const found = findCell(row, stems);
    const stated = found ? maximum(found.value) : null;
    if (found && stated !== null) {
      tracer.found('scale', found);
      return stated;
    }
  }
  return null;
}

/**
 * The score's maximum by its size and by the parts beside it: 1, 100 or 1000. Null where it could be several: a score up to 10
 * alone, or a score up to 1 beside parts that are larger.
 */
export function scaleBySize(
  score: number | null,
  parts: readonly AuthorityComponent[],
  name: string,
  tracer: Tracer,
): number | null {
  if (score === null || score < 0) return null;
  tracer.note('the scale is told by the size of the score');
  const most = Math.max(score, ...parts.map((part) => part.score ?? 0));
  if (score > 100) return score <= 1000 ? 1000 : null;
  if (/authority|^domain_?rating/i.test(name) && score > 1) return 100;
  if (score > 10 || (score > 1 && most > 10 && most <= 100)) return 100;
  return score > 0 && score < 1 && most <= 1 ? 1 : null;
}
