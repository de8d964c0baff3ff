import { type Cell, cellsOf, type Row } from './cells.ts';
import { namesIn, rowOf } from './columns.ts';
import { isObject, type JsonObject } from './json.ts';
import { plainName, segment } from './names.ts';

/** The lists of names in a body that may say what the positions of `field` are: of the same name, or `<field>Headers`. */
function namesFor(field: string, body: unknown): (readonly string[])[] {
  const base = plainName(field).replace(/(values|s)$/, '');
  const fits = (name: string): boolean => {
    const plain = plainName(name);
    return (
      plain === plainName(field) || new RegExp(`^${base}s?(header|name|label|column|key)s?$`).test(plain)
    );
  };
  const found: (readonly string[])[] = [];
  const visit = (value: unknown, depth: number): void => {
    if (!isObject(value) || depth > 5) return;
    for (const name of Object.keys(value)) {
      const names = fits(name) ? namesIn(value[name]) : null;
      if (names) found.push(names);
      visit(value[name], depth + 1);
    }
  };
  visit(body, 0);
  return found;
}

/** Google Analytics writes a value as `{"value": …}`, Yandex Metrica a dimension as `{"name": …}`. */
const bare = (value: unknown): unknown =>
  isObject(value) ? ('value' in value ? value.value : (value.name ?? value)) : value;

/**
 * Rows whose values stand in lists by position while their names stand elsewhere in the body: Plausible's v2 answers echo them in
 * `query`, Google Analytics has `metricHeaders`. Null where the rows have no such lists; a list whose names are nowhere, or
 * disagree, stays a list and is read by nobody.
 */
export function positional(rows: readonly JsonObject[], pointer: string, body: unknown): Row[] | null {
  const first = rows[0];
  if (!first) return null;
  const fields = Object.keys(first).filter((name) => rows.every((row) => Array.isArray(row[name])));
  const named = fields
    .map((field) => {
      const all = namesFor(field, body);
      const [names] = all;
      const agree = names && all.every((other) => other.join('\n') === names.join('\n'));
      const fit = agree && rows.every((row) => (row[field] as unknown[]).length <= names.length);
      return { field, names: fit ? names : null };
    })
    .filter((entry): entry is { field: string; names: readonly string[] } => entry.names !== null);
  if (named.length === 0) return null;
  return rows.map((row) =>
    cellsOf(row, pointer).concat(
      named.flatMap(
        ({ field, names }): readonly Cell[] =>
          rowOf(names, (row[field] as unknown[]).map(bare), pointer + segment(field)) ?? [],
      ),
    ),
  );
}
