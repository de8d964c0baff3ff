import { type Cell, findCell, type Row } from '../reading/cells.ts';
import { countAt } from '../reading/figures.ts';
import { oneOf } from '../reading/names.ts';
import type { Tracer } from '../reading/trace.ts';

const ownMentions = 'mention ownmention brandmention ownbrandmention yourmention numerator';
const isTotal = oneOf('totalmention mentionstotal');
const isAll = oneOf('totalmention mentionstotal allmention totaltrackedmention trackedmention denominator');

export function readCount(cell: Cell | null | undefined, field: string, tracer: Tracer): number | null {
  if (!cell) return null;
  tracer.found(field, cell);
  return countAt(cell, field, tracer);
}

export const ownIn = (row: Row): Cell | null =>
  findCell(
    row.filter(({ name }) => !isAll(name)),
    ownMentions,
    (value) => typeof value !== 'object',
  );

/** What is known of the mentions that all mentions are made of. */
export interface Parts {
  /** The fewest that all can be. */
  readonly least: number;
  /** True where the own mentions stand apart, or where mentions and shares say that so many are all. */
  readonly tells: (all: number) => boolean;
}

/**
 * All mentions, as the first object says that says them. What is called a total may also be the own mentions in all: it is taken
 * where the own ones stand apart or the shares agree with it. What is less than its parts is none.
 */
export function readAll(around: readonly Row[], { least, tells }: Parts, tracer: Tracer): number | null {
  const cell = around
    .map((row) => row.find(({ name, value }) => isAll(name) && typeof value !== 'object'))
    .find(Boolean);
  const all = cell ? countAt(cell, 'totalMentions', tracer) : null;
  if (cell && all !== null && (all < least || (isTotal(cell.name) && !tells(all)))) {
    tracer.note(`${cell.pointer} (${all}) may be the own mentions alone`);
    return null;
  }
  tracer.found('totalMentions', cell);
  return all;
}
