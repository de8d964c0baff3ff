import { quote, throwDrift } from './drift.ts';
import type { CompiledList } from './places.ts';
import { follow } from './pointer.ts';
import type { Notes } from './qualifiers.ts';
import { pointerFrom, type Row, valueAt } from './rows.ts';

const plain = (value: unknown): unknown => (typeof value === 'string' ? value.trim().toLowerCase() : value);

/**
 * The index of the own brand's row; -1 where no row is. A value of another type, or a third one where the rule names both kinds,
 * is drift; so are two own rows, and none where a row does not say what it is.
 * @throws DriftError
 */
export function findOwnRow(
  body: unknown,
  rows: readonly Row[],
  own: NonNullable<CompiledList['own']>,
  notes: Notes,
): number {
  const { rule, same, path } = own;
  const text = same && follow(body, same, []);
  const owned = [...(rule.is ?? []), ...(typeof text === 'string' ? [text] : [])].map(plain);
  const others = rule.not?.map(plain);
  const placed = (row: Row): string => pointerFrom(row, path);
  let silent: Row | undefined;
  let found = -1;
  for (const [index, row] of rows.entries()) {
    const value = plain(valueAt(row, own) ?? null);
    if (owned.includes(value)) {
      if (found >= 0) throwDrift(placed(row), 'repeated', 'one row of the own brand', 'two rows');
      found = index;
    } else if (value === null) silent = row;
    else if (owned.length > 0 && owned.every((one) => typeof one !== typeof value))
      throwDrift(placed(row), 'type', `${typeof owned[0]} at ${rule.at}`, quote(value));
    else if (others && !others.includes(value))
      throwDrift(placed(row), 'value', `one of ${[...owned, ...others].map(quote).join(', ')}`, quote(value));
  }
  const [first] = rows;
  if (first && found < 0) {
    if (silent) throwDrift(placed(silent), 'missing', `the own brand's row, by ${rule.at}`, 'none');
    notes.add('no own brand', rule.at, () => placed(first), 'no row is the own brand’s');
  }
  return found;
}
