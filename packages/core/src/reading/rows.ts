import { isObject, type JsonObject } from './json.ts';
import { plainName, segment } from './names.ts';

/** A list of objects found in a body. */
export interface Rows {
  readonly pointer: string;
  readonly rows: readonly JsonObject[];
  /** Plain name of the field that holds the list; empty at the top. */
  readonly name: string;
  readonly depth: number;
}

const deepest = 4;

/** Every list of objects in a body, outermost first. An empty list counts: it says that there are no rows. */
export function listsOf(body: unknown): readonly Rows[] {
  const found: Rows[] = [];
  const visit = (value: unknown, pointer: string, name: string, depth: number): void => {
    if (Array.isArray(value)) {
      if (value.every(isObject))
        found.push({ pointer, rows: value as JsonObject[], name: plainName(name), depth });
    } else if (isObject(value) && depth < deepest) {
      for (const key of Object.keys(value)) visit(value[key], pointer + segment(key), key, depth + 1);
    }
  };
  visit(body, '', '', 0);
  return found;
}

const envelopes = ['data', 'items', 'results', 'rows', 'result', 'response', 'records', 'list'];

const envelopeRank = 50;
const unnamedRank = 100;

export interface Wanted {
  /** Plain names under which the list is expected, best first. */
  readonly names: readonly string[];
  /** True for a row that can be one of the wanted. */
  readonly fits: (row: JsonObject) => boolean;
  /** True where a fitting row alone proves too little, so that a list of another name is not taken. */
  readonly namedOnly?: boolean;
}

/** A chosen list; `named` is false where only the fit of its rows speaks for it. */
export interface ChosenRows extends Rows {
  readonly named: boolean;
}

/**
 * The one list that is meant: its name is expected, or an envelope's, or it is the only filled one whose rows fit. A list of
 * an expected name wins also when it is empty. `ambiguous` where two filled lists have equal claim, because a silent choice
 * between them would be a silent wrong number.
 */
export function chooseRows(body: unknown, wanted: Wanted): ChosenRows | 'none' | 'ambiguous' {
  const rank = (rows: Rows): number => {
    const expected = wanted.names.indexOf(rows.name);
    if (expected >= 0) return expected;
    return rows.depth === 0 || envelopes.indexOf(rows.name) >= 0 ? envelopeRank : unnamedRank;
  };
  const candidates = listsOf(body)
    .filter((list) => list.rows.every(wanted.fits))
    .map((list) => ({ list, rank: rank(list), empty: list.rows.length === 0 }))
    .filter((one) => one.rank <= envelopeRank || !(one.empty || wanted.namedOnly));
  candidates.sort(
    (a, b) => a.rank - b.rank || a.list.depth - b.list.depth || Number(a.empty) - Number(b.empty),
  );
  const [best, next] = candidates;
  if (!best) return 'none';
  if (next && next.rank === best.rank && next.list.depth === best.list.depth && !next.empty) {
    return 'ambiguous';
  }
  return { ...best.list, named: best.rank <= envelopeRank };
}
