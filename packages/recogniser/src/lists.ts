import type { Tags } from './claims.ts';
import { Guesses } from './guesses.ts';
import { tagsOf } from './names.ts';
import { type Fields, placeRow } from './place.ts';
import { hasDataKeys, type RowSet } from './rows.ts';
import type { Tag } from './vocabulary.ts';
import { free, type KindWish, type ListWish } from './wishes.ts';

/** Rows as a list of a recipe. */
export interface Rows {
  readonly set: RowSet;
  readonly fields: Fields;
  readonly guesses: Guesses;
  readonly rank: number;
}

export type Lists = Readonly<Record<string, Rows>>;

const none: Tags = new Set();

/** The candidates for a list, the best first. */
function candidates(name: string, wish: ListWish, sets: readonly RowSet[], topic: readonly Tag[]): Rows[] {
  const around: readonly Tag[] = [...wish.holds, ...wish.also, ...topic];
  const found = sets.flatMap((set): Rows[] => {
    if (set.tags === null) return [];
    if (!Array.from(set.tags).every((tag) => free.has(tag) || around.includes(tag))) return [];
    const own = tagsOf(set.names[set.names.length - 1] ?? '') ?? none;
    const named = wish.holds.some((tag) => own.has(tag));
    if (set.layout === 'map' && name === 'websites') return [];
    if (set.layout === 'map' && !hasDataKeys(name, set) && !(named && wish.named)) return [];
    if (!named && wish.named && !(set.layout === 'map' && hasDataKeys(name, set))) return [];
    const guesses = new Guesses();
    const fields = placeRow(set, wish, topic, guesses);
    const proven = wish.proof.some((field) => field in fields);
    const keyed =
      (wish.key === null ? proven : wish.key in fields) && (proven || wish.named || name === 'websites');
    if (!keyed || (!named && !proven)) return [];
    if (!proven && wish.named && set.container.lengths.some((length) => length > 0))
      guesses.doubt(`${name}: no figure is understood in the rows at ${set.at}`);
    if (set.nested) guesses.doubt(`${name}: the rows at ${set.at} are inside other rows`);
    return [{ set, fields, guesses, rank: (named ? 10 : 0) + Object.keys(fields).length }];
  });
  return found.sort((a, b) => b.rank - a.rank);
}

/** The rows of each list of a kind: the set whose name and fields fit best. */
export function findLists({ lists, topic }: KindWish, sets: readonly RowSet[], guesses: Guesses): Lists {
  const found: Record<string, Rows> = {};
  for (const [name, wish] of Object.entries(lists)) {
    const [best, second] = candidates(name, wish, sets, topic);
    if (!best) continue;
    if (second && second.rank === best.rank && second.set.nested === best.set.nested)
      guesses.doubt(`${name}: the rows at ${best.set.at} or ${second.set.at}`);
    for (const doubt of best.guesses.doubts) guesses.doubt(doubt);
    found[name] = best;
  }
  return found;
}
