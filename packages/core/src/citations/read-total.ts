import { isObject, type JsonObject } from '../reading/json.ts';
import { findField, plainName, segment } from '../reading/names.ts';
import { readNumber } from '../reading/numbers.ts';
import type { Tracer } from '../reading/trace.ts';

const certain = ['totalcitations', 'citationcount', 'citationscount'];
const general = ['total', 'count'];
const paging =
  /^(hasmore|hasnext|next|nextpage|nextcursor|cursor|page|pagesize|perpage|limit|offset|pagination|pages|totalpages)$/;

/** A number of citations: whole and not negative; undefined for anything else. */
export function readCount(value: unknown): number | null | undefined {
  const number = readNumber(value);
  if (number === undefined || number.value === null) return number === undefined ? undefined : null;
  return number.value >= 0 && Number.isInteger(number.value) ? number.value : undefined;
}

/**
 * The stated total; null where none is stated, undefined for what is no count. A `total` or `count` beside signs of paging
 * counts rows or a page and is not taken.
 */
export function readTotal(
  places: readonly (readonly [JsonObject, string])[],
  tracer: Tracer,
): number | null | undefined {
  for (const [object, pointer] of places) {
    const paged = Object.keys(object).some((name) => paging.test(plainName(name)));
    const name = findField(object, paged ? certain : certain.concat(general));
    if (paged && findField(object, general) !== null)
      tracer.note('the body comes in pages; its count of rows is not the total');
    if (name === null || isObject(object[name])) continue;
    const count = readCount(object[name]);
    if (count === null) continue;
    tracer.found('total', pointer + segment(name));
    if (typeof object[name] === 'string') tracer.changed(`${name}: text read as a number`);
    return count;
  }
  return null;
}
