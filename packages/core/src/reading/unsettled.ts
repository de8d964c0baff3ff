import type { Row } from './cells.ts';
import { plainName } from './names.ts';
import { readText } from './numbers.ts';

const flags =
  /^(is)?(forecast(ed)?|estimated?|estimation|predicted|prediction|projected|projection|partial|incomplete|provisional|preliminary)$/;
const kinds = /^(type|kind|status|state|quality)$/;

/** The word by which a row says that its figures are not measured or not yet whole; null for any other row. */
export function unsettled(row: Row): string | null {
  const cell = row.find(
    ({ name, value }) =>
      (value === true && flags.test(plainName(name))) ||
      (typeof value === 'string' && kinds.test(plainName(name)) && flags.test(plainName(value))),
  );
  if (!cell) return null;
  return cell.value === true ? cell.name : readText(cell.value);
}
