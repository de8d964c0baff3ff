import { type Cell, findCell, type Row } from '../reading/cells.ts';
import { countAt } from '../reading/figures.ts';
import { listed, singularOf } from '../reading/names.ts';
import type { Tracer } from '../reading/trace.ts';

const ownMentions = 'mention ownmention brandmention ownbrandmention yourmention numerator';
const allMentions = listed(
  'totalmention allmention totaltrackedmention trackedmention totalbrandmention denominator mentionstotal',
);
export function readCount(cell: Cell | null | undefined, field: string, tracer: Tracer): number | null {
  if (!cell) return null;
  tracer.found(field, cell);
  return countAt(cell, field, tracer);
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
