import type { Row } from './cells.ts';
import { oneOf } from './names.ts';
import { readText } from './numbers.ts';

const flags = oneOf(
  'forecast forecasted estimate estimated estimation predicted prediction projected projection partial incomplete provisional preliminary',
);
const kinds = oneOf('type kind status state quality');

/** The word by which a row says that its figures are not measured or not yet whole; null for any other row. */
export function unsettled(row: Row): string | null {
  const cell = row.find(
    ({ name, value }) =>
      (value === true && flags(name.replace(/^is/i, ''))) ||
      (typeof value === 'string' && kinds(name) && flags(value)),
  );
  if (!cell) return null;
  return cell.value === true ? cell.name : readText(cell.value);
}
