import { type Cell, findCell, type Row } from '../reading/cells.ts';
import { listed, singularOf } from '../reading/names.ts';
import { readNumber } from '../reading/numbers.ts';
import { refuse, type Tracer } from '../reading/trace.ts';
import type { Counted } from './share-units.ts';

const ownMentions = 'mention ownmention brandmention ownbrandmention yourmention numerator';
const allMentions = listed(
  'totalmention allmention totaltrackedmention trackedmention totalbrandmention denominator mentionstotal',
);
export function readCount(cell: Cell | null | undefined, field: string, tracer: Tracer): number | null {
  if (!cell) return null;
  const number = readNumber(cell.value);
  if (
    number === undefined ||
    number.percent ||
    number.scale !== null ||
    !((number.value ?? 0) >= 0 && Number.isInteger(number.value ?? 0))
  )
    return refuse(`the mentions at ${cell.pointer} are no count`);
  tracer.found(field, cell);
  return number.value;
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

/** All mentions as the sum of everybody's, where everybody has some. */
export function sumOf(series: readonly Counted[]): number | null {
  return series.reduce<number | null>(
    (sum, { mentions }) => (sum === null || mentions === null ? null : sum + mentions),
    0,
  );
}
