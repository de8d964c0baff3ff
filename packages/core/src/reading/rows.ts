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

export interface Wanted {
  /** Plain names under which the list is expected, best first. */
  readonly names: readonly string[];
  /** True for a row that can be one of the wanted. */
  readonly fits: (row: JsonObject) => boolean;
  /** True where a fitting row alone proves too little, so that a list of another name is not taken. */
  readonly namedOnly?: boolean;
}

/**
 * The one list that is meant: its rows fit, and its name is expected, or an envelope's, or it is the only one that fits.
 * `ambiguous` where two lists have equal claim, because a silent choice between them would be a silent wrong number.
 */
export function chooseRows(body: unknown, wanted: Wanted): Rows | 'none' | 'ambiguous' {
  const rank = (rows: Rows): number => {
    const expected = wanted.names.indexOf(rows.name);
    if (expected >= 0) return expected;
    if (rows.depth === 0 || envelopes.indexOf(rows.name) >= 0) return 50;
    return 100;
  };
  const fitting = listsOf(body).filter(
    (list) => list.rows.every(wanted.fits) && !(wanted.namedOnly && rank(list) > 50),
  );
  const filled = fitting.filter((list) => list.rows.length > 0);
  const named = fitting.filter((list) => list.rows.length === 0 && rank(list) <= 50);
  const candidates = (filled.length > 0 ? filled : named).map((list) => ({ list, rank: rank(list) }));
  candidates.sort((a, b) => a.rank - b.rank || a.list.depth - b.list.depth);
  const [best, next] = candidates;
  if (!best) return 'none';
  if (next && next.rank === best.rank && next.list.depth === best.list.depth) return 'ambiguous';
  return best.list;
}
