import { type Cell, findCell, isNamed, type Row } from '../reading/cells.ts';
import { countAt } from '../reading/figures.ts';
import { isObject, type JsonObject } from '../reading/json.ts';
import { oneOf } from '../reading/names.ts';
import { countOf, isNumeric, readNumber } from '../reading/numbers.ts';
import type { Tracer } from '../reading/trace.ts';

const ownMentions = 'mention ownmention brandmention ownbrandmention yourmention numerator';
const isTotal = oneOf('totalmention mentionstotal');
const isAll = oneOf('totalmention mentionstotal allmention totaltrackedmention trackedmention denominator');

/** Names of those whose mentions an object holds apart, so that its total is not one brand's. */
const apart = oneOf('own brand you yours self us *competitor* *rival*');

/** The name under which an object of mentions holds their number: `{"total": 310, "positive": 200}`. */
function numberIn(held: unknown): string | undefined {
  if (!isObject(held) || Object.keys(held).some(apart)) return undefined;
  return ['value', 'total', 'count'].find((name) => isNumeric(held[name]));
}

const isCount = (value: unknown): boolean => typeof value !== 'object' || numberIn(value) !== undefined;

/** The field of a row's mentions, under one of `stems`. */
export const mentionsIn = (row: Row, stems: string): Cell | null => findCell(row, stems, isCount);

/** The mentions that a field of a row holds; null where another field of the row is called the same and has another number. */
export function readMentions(row: Row, cell: Cell | null, field: string, tracer: Tracer): number | null {
  if (!cell) return null;
  tracer.found(field, cell);
  const name = numberIn(cell.value);
  const held = name === undefined ? cell.value : (cell.value as JsonObject)[name];
  const count = countAt({ ...cell, value: held }, field, tracer);
  const others = row.filter(({ name }) => isNamed(name, 'mention') && !isAll(name));
  const twin = others.find(({ value }) => (countOf(readNumber(value)) ?? count) !== count);
  if (!twin) return count;
  tracer.note(
    `${cell.pointer} (${count}) and ${twin.pointer} (${twin.value}) could both be the mentions, so they are unknown`,
  );
  return null;
}

export const ownIn = (row: Row): Cell | null =>
  mentionsIn(
    row.filter(({ name }) => !isAll(name)),
    ownMentions,
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
