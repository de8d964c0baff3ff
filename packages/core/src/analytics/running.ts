import type { Row } from '../reading/cells.ts';
import { oneOf } from '../reading/names.ts';
import { readNumber } from '../reading/numbers.ts';

const added = oneOf('(new|daily|added|gained)(ai)?citation (ai)?citations?(new|daily|added|gained|today)');

const numberAt = (row: Row, pointer: string | undefined): number =>
  readNumber(row.find((cell) => cell.pointer === pointer)?.value)?.value ?? Number.NaN;

/**
 * The field that says what each day added to the citations, where it is the difference of two days in all `rows`, which are in the order
 * of their dates: they are a running total then, as 416 with 4 new ones after 412. Null where none is.
 */
export function addedTo(citations: string | undefined, rows: readonly Row[]): string | null {
  const [first, ...later] = rows;
  const last = later[later.length - 1];
  if (!first || !last) return null;
  const isTotal = numberAt(first, citations) > 0 && numberAt(last, citations) > numberAt(first, citations);
  const isSum = (pointer: string): boolean =>
    later.every(
      (row, at) => numberAt(row, citations) - numberAt(rows[at] as Row, citations) === numberAt(row, pointer),
    );
  const found = isTotal && last.find(({ name, pointer }) => added(name) && isSum(pointer));
  return found ? found.pointer : null;
}
