import { quote, throwDrift } from './drift.ts';
import type { CompiledList } from './places.ts';
import { follow, placeOf } from './pointer.ts';
import type { Notes } from './qualifiers.ts';
import { keysOf, type Rows, sizeOf, valueAt } from './rows.ts';

const plain = (value: unknown): unknown => (typeof value === 'string' ? value.trim().toLowerCase() : value);

/**
 * Which rows are the own brand's. A value of another type, or a third one where the rule names both kinds, is drift; so are two
 * own rows, and none where a row does not say what it is.
 * @throws DriftError
 */
export function isOwnRow(
  body: unknown,
  rows: Rows,
  own: NonNullable<CompiledList['own']>,
  notes: Notes,
): readonly boolean[] | null {
  const { rule, same, path } = own;
  const size = sizeOf(rows);
  const text = same === null ? undefined : follow(body, same, []);
  const owned = [...(rule.is ?? []), ...(typeof text === 'string' ? [text] : [])].map(plain);
  const others = rule.not?.map(plain);
  const placed = (row: number): string => placeOf(body, path, keysOf(rows, row));
  const found: boolean[] = [];
  let silent = -1;
  let first = -1;
  for (let row = 0; row < size; row++) {
    const value = plain(valueAt(rows, own, row) ?? null);
    found[row] = owned.includes(value);
    if (found[row] && first >= 0) throwDrift(placed(row), 'repeated', 'one row of the own brand', 'two rows');
    if (found[row]) first = row;
    else if (value === null) silent = row;
    else if (owned.length > 0 && owned.every((one) => typeof one !== typeof value))
      throwDrift(placed(row), 'type', `${typeof owned[0]} at ${rule.at}`, quote(value));
    else if (others && !others.includes(value))
      throwDrift(placed(row), 'value', `one of ${[...owned, ...others].map(quote).join(', ')}`, quote(value));
  }
  if (size > 0 && first < 0) {
    if (silent >= 0) throwDrift(placed(silent), 'missing', `the own brand's row, by ${rule.at}`, 'none');
    notes.add('no own brand', rule.at, () => placed(0), 'no row is the own brand’s');
  }
  return found;
}
