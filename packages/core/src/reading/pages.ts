import { boundIn, isBound } from './figures.ts';
import { isObject, type JsonObject } from './json.ts';
import { findField, listed, oneOf } from './names.ts';
import { isUnknown, readNumber, readText } from './numbers.ts';

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

const before = oneOf('has(prev|previous)(page)? (prev|previous)(page|url|uri|link|cursor|pagetoken)');
const beforeOrEarlier = oneOf('prev previous');
const cut = oneOf('(is)?(partial|incomplete|truncated|capped)(data|result)?');
const wholes = oneOf('(is)?(complete|exhaustive*|first|firstpage|last|lastpage)');
const counts = oneOf('*total*');
const relations = oneOf('*total*relation');

const isAddress = (value: unknown): boolean =>
  isObject(value) ? isAddress(value.href ?? value.url) : /^(https?:\/\/|[/?])/.test(String(readText(value)));

/**
 * What an object says of rows or figures that it leaves out and that no next page holds: `page 2`, `truncated`, `2 of 500`; null
 * where it says nothing. A number under `previous` is that of another period.
 */
function partOf(object: JsonObject): string | null {
  const names = Object.keys(object);
  const isPage = names.some(follows);
  for (const name of names) {
    const value = object[name];
    if (
      beforeOrEarlier(name)
        ? isAddress(value) || (isPage && !isObject(value) && saysMore(value))
        : before(name) && saysMore(value)
    )
      return name;
    if (cut(name) && typeof value !== 'object' && saysMore(value)) return name;
    if (value === false && wholes(name)) return `not ${name}`;
    if (counts(name) && (boundIn(value) ?? (relations(name) && isBound(value)))) return `${name} is a bound`;
  }
  const page = numberIn(object, 'page currentpage pagenumber');
  if (page > 1) return `page ${page}`;
  const offset = numberIn(object, 'offset skip');
  if (offset > 0) return `offset ${offset}`;
  const shown = numberIn(object, 'returned shown displayed total count');
  const all = numberIn(object, 'totalavailable available totalmatches totalfound totalhits total');
  return shown < all ? `${shown} of ${all}` : null;
}

const partUnder = (value: unknown, depth: number): string | null => {
  if (Array.isArray(value))
    return value.some((entry) => isObject(entry) && /^prev/.test(String(readText(entry.rel))))
      ? 'prev'
      : null;
  if (!isObject(value) || depth > 3) return null;
  const inner = Object.keys(value).filter(holders);
  return inner.reduce<string | null>(
    (part, name) => part ?? partUnder(value[name], depth + 1),
    partOf(value),
  );
};

/** What the first of several objects that says so, or an envelope in it, says of what no next page holds; null where none does. */
export const leftOutIn = (objects: readonly unknown[]): string | null =>
  objects.reduce<string | null>((part, object) => part ?? partUnder(object, 0), null);

/** What the first of several objects that says so says of what follows, or else of what is left out; null where none does. */
export const partIn = (objects: readonly unknown[]): string | null => moreIn(objects) ?? leftOutIn(objects);

/** The number in the first field of an object that is called one of `names`; NaN where there is none. */
export function numberIn(object: JsonObject, names: string): number {
  const name = findField(object, listed(names));
  return (name === null ? null : readNumber(object[name])?.value) ?? Number.NaN;
}

/** What the numbers of pages or of rows say, `page 1 of 2` or `20 of 57`; null where this is the last page. A page 0 is the first. */
function pageOfPages(object: JsonObject): string | null {
  const numberAt = (names: string): number => numberIn(object, names);
  const page = Math.max(1, numberAt('page currentpage pagenumber number'));
  const pages = numberAt('totalpages pages pagecount lastpage');
  if (page < pages) return `page ${page} of ${pages}`;
  const rows = numberAt('perpage pagesize limit size');
  const offset = numberAt('offset');
  const passed = Number.isNaN(offset) ? page * rows : offset + rows;
  const total = numberAt('total totalcount totalitems totalresults totalrecords totalelements');
  return passed < total ? `${passed} of ${total}` : null;
}
