import { type Cell, findCell, type Row } from '../reading/cells.ts';
import { isOtherPeriod, listed, oneOf, plainName } from '../reading/names.ts';
import type { Guesses } from './guesses.ts';

/** A field with the cell in which it may stand. */
export interface Picked {
  readonly field: string;
  readonly cell: Cell;
}

/** Words that say too little to be told by them inside a longer name. */
const vague = oneOf('total count value index key');

/** Words of a name that make it another than the word that is looked for: a share is no count, a host no name. */
const unlikely =
  /share|rate|percent|pct|ratio|score|rank|position|average|avg|creat|updat|seen|start|join|host|max/gi;

/** Identifiers of what a website or a brand belongs to. */
const ownersId =
  /^(team|owner|client|user|account|organi[sz]ation|org|workspace|customer|company|member|group)_?id$/i;
const anId = /(_i|[a-z]I)d$/;

/** False for a name of another period, or with a word that is none of `names` and makes it another figure or an identifier. */
export const isLikely = ({ name }: Cell, names: string): boolean =>
  !isOtherPeriod(name) &&
  !ownersId.test(name) &&
  (!anId.test(name) || listed(names).indexOf('id') >= 0) &&
  (name.match(unlikely) ?? []).every((word) => names.indexOf(word.toLowerCase()) >= 0);

const isNear = ({ name }: Cell, names: string): boolean =>
  listed(names).some((word) => !vague(word) && plainName(name).indexOf(word) >= 0);

/**
 * The fields that a row may have, each in a cell of its own: in the one that is called so, then under the row's `key`, then in one
 * that is nearly called so. A row's only date is its date.
 */
export function pick(row: Row, guesses: Guesses, key?: Picked): Picked[] {
  return Object.entries(guesses).reduce<Picked[]>((all, [field, { names, holds, bare }]) => {
    const free = row
      .flatMap(bare)
      .filter((cell) => holds(cell.value) && all.every((picked) => picked.cell !== cell));
    const likely = free.filter((cell) => isLikely(cell, names));
    const cell =
      findCell(free, names) ??
      (key?.field === field ? key.cell : undefined) ??
      likely.find((one) => isNear(one, names)) ??
      (field === 'date' && likely.length === 1 ? likely[0] : undefined);
    return cell ? all.concat({ field, cell }) : all;
  }, []);
}
