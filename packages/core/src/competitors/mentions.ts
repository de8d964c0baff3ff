import { type Cell, findCell, type Row } from '../reading/cells.ts';
import { listed, singularOf } from '../reading/names.ts';
import { countOf, readNumber } from '../reading/numbers.ts';
import { refuse, type Tracer } from '../reading/trace.ts';

const ownMentions = 'mention ownmention brandmention ownbrandmention yourmention numerator';
const allMentions = listed(
  'totalmention allmention totaltrackedmention trackedmention totalbrandmention denominator mentionstotal',
);
export function readCount(cell: Cell | null | undefined, field: string, tracer: Tracer): number | null {
  if (!cell) return null;
  const number = readNumber(cell.value);
  const count = countOf(number);
  if (number === undefined || count === undefined)
    return refuse(`the mentions at ${cell.pointer} are no count`);
  if (number.vague !== null) tracer.written(cell.name, number);
  tracer.found(field, cell);
  return count;
}

/** All mentions: the name has to say all, because `totalMentions` may also be the own ones in all. */
export const allIn = (row: Row): Cell | null =>
  row.find((cell) => allMentions.indexOf(singularOf(cell.name)) >= 0 && typeof cell.value !== 'object') ??
  null;

export const ownIn = (row: Row): Cell | null =>
  findCell(
    row.filter((cell) => allMentions.indexOf(singularOf(cell.name)) < 0),
    ownMentions,
    (value) => typeof value !== 'object',
  );
