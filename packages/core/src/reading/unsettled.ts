import type { Row } from './cells.ts';
import { oneOf } from './names.ts';

const flags = oneOf(
  'forecast forecasted estimate estimated estimation predicted prediction projected projection partial incomplete provisional preliminary',
);
const wholes = oneOf('complete completed final finalized finalised settled');
const kinds = oneOf('type kind status state quality');

/** What a row says of itself where its figures are not measured or not yet whole, `estimated` or `not complete`; null for any other row. */
export function unsettled(row: Row): string | null {
  for (const { name, value } of row) {
    const bare = name.replace(/^is/i, '');
    if (value === true && flags(bare)) return name;
    if (value === false && wholes(bare)) return `not ${name}`;
    if (typeof value === 'string' && kinds(name) && flags(value)) return value.trim();
  }
  return null;
}
