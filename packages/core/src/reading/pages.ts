import { isObject, type JsonObject } from './json.ts';
import { findField, listed, oneOf } from './names.ts';
import { isUnknown, readNumber } from './numbers.ts';

const follows = oneOf('hasmore hasnext hasnextpage more next nextpage nexturl nextcursor nextpagetoken');
const others = oneOf(
  'endcursor cursor page pagesize perpage limit offset pagination paging pageinfo totalpage pagecount itemscount lastpage currentpage',
);
const holders = oneOf('data meta metadata page pagination paging pageinfo link result response');

/** True for a field that tells of pages. */
export const isPaging = (name: string): boolean => follows(name) || others(name);

/** What an object tells of pages. */
export interface Paging {
  /** True where signs of paging stand in it or in an envelope, so that a `total` beside them counts rows. */
  readonly paged: boolean;
  /** The field that says that more follows, with its value; null where none does. */
  readonly more: string | null;
}

/** Whether a field that may say that more follows does: a flag, an address, a number of a page, or an object that holds one of them. */
function saysMore(held: unknown): boolean {
  if (isObject(held)) return Object.keys(held).some((name) => saysMore(held[name]));
  if (typeof held === 'string') return !isUnknown(held) && !/^(false|no|0)$/i.test(held);
  return held === true || (typeof held === 'number' && held > 0);
}

/** Signs of paging in a value and in the envelopes directly under it. A `next` of null or false says that nothing follows. */
export function pagingOf(value: unknown, depth = 0): Paging {
  if (Array.isArray(value) && depth > 0) {
    const links = value.some((entry) => isObject(entry) && entry.rel === 'next');
    return { paged: links, more: links ? 'next' : null };
  }
  if (!isObject(value) || depth > 3) return { paged: false, more: null };
  const names = Object.keys(value);
  const inner = names.filter(holders).map((name) => pagingOf(value[name], depth + 1));
  const paged = names.some(isPaging) || inner.some((one) => one.paged);
  const more = names.find((name) => follows(name) && saysMore(value[name]));
  const innerMore = inner.find((one) => one.more !== null)?.more;
  return { paged, more: more ?? innerMore ?? (paged ? pageOfPages(value) : null) };
}

/** What the first of several objects that says so says of pages of more; null where none does. */
export const moreIn = (objects: readonly unknown[]): string | null =>
  objects.reduce<string | null>((more, object) => more ?? pagingOf(object).more, null);

/** What the numbers of pages or of rows say, `page 1 of 2` or `20 of 57`; null where this is the last page. A page 0 is the first. */
function pageOfPages(object: JsonObject): string | null {
  const numberAt = (names: string): number => {
    const name = findField(object, listed(names));
    return (name === null ? null : readNumber(object[name])?.value) ?? Number.NaN;
  };
  const page = Math.max(1, numberAt('page currentpage pagenumber number'));
  const pages = numberAt('totalpages pages pagecount lastpage');
  if (page < pages) return `page ${page} of ${pages}`;
  const rows = numberAt('perpage pagesize limit size');
  const offset = numberAt('offset');
  const passed = Number.isNaN(offset) ? page * rows : offset + rows;
  const total = numberAt('total totalcount totalitems totalresults totalrecords totalelements');
  return passed < total ? `${passed} of ${total}` : null;
}
