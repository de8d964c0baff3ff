import type { Cell, Row } from '../reading/cells.ts';
import { longerThanDay, readDate } from '../reading/dates.ts';
import { oneOf } from '../reading/names.ts';
import { readText } from '../reading/numbers.ts';
import { refuse } from '../reading/trace.ts';

const spans = oneOf('(time)?(period|window|range|frame)');
const owners = oneOf('(brand|competitor|company|website|site|project)(id|name)? snapshot* asof*');
const wholes = oneOf('all* total overall combined global worldwide');

const isDated = ({ value }: Cell): boolean => (readDate(value) ?? longerThanDay(value)) !== null;
const isScalar = ({ value }: Cell): boolean => readText(value) !== null;
const isWhole = ({ value }: Cell): boolean => typeof value === 'string' && wholes(value);

/**
 * Refuses to add the counts of two rows of one engine that are of two windows that are no days or months, two websites or brands, or of which one is of all that the
 * other is a part of.
 * @throws Refusal that names the field.
 */
export function refuseAdded(engine: string, first: Row, next: Row): void {
  for (const cell of next.filter(isScalar)) {
    const other = first.find(({ name }) => name === cell.name);
    if (!other || !isScalar(other) || readText(other.value) === readText(cell.value)) continue;
    if (owners(cell.name) || (spans(cell.name) && !isDated(cell)) || isWhole(cell) !== isWhole(other))
      refuse(
        `the rows of ${engine} are of "${readText(other.value)}" and of "${readText(cell.value)}" (${cell.pointer}) and are not to be added: give a mapping`,
      );
  }
}
