import { isObject, type JsonObject } from './json.ts';
import { findField, listed, oneOf } from './names.ts';

const follows = oneOf('hasmore hasnext hasnextpage more next nextpage nexturl nextcursor nextpagetoken');
const others = oneOf(
  'endcursor cursor page pagesize perpage limit offset pagination paging pageinfo totalpage pagecount itemscount lastpage currentpage',
);
const holders = oneOf('data meta metadata pagination paging pageinfo link result response');

/** True for a field that tells of pages. */
export const isPaging = (name: string): boolean => follows(name) || others(name);

/** What an object tells of pages. */
export interface Paging {
  /** True where signs of paging stand in it or in an envelope, so that a `total` beside them counts rows. */
  readonly paged: boolean;
  /** The field that says that more follows, with its value; null where none does. */
  readonly more: string | null;
}

/** Signs of paging in a value and in the envelopes directly under it. A `next` of null or false says that nothing follows. */
export function pagingOf(value: unknown, depth = 0): Paging {
  if (!isObject(value) || depth > 3) return { paged: false, more: null };
  const names = Object.keys(value);
  const inner = names.filter(holders).map((name) => pagingOf(value[name], depth + 1));
  const saysMore = (name: string): boolean => {
    const held = value[name];
    return (
      held === true || (typeof held === 'string' && held !== '') || (typeof held === 'number' && held > 0)
    );
  };
  const paged = names.some(isPaging) || inner.some((one) => one.paged);
  const more = names.find((name) => follows(name) && saysMore(name));
  const innerMore = inner.find((one) => one.more !== null)?.more;
  return { paged, more: more ?? innerMore ?? (paged ? pageOfPages(value) : null) };
}

function pageOfPages(object: JsonObject): string | null {
  const numberAt = (names: string): number => {
    const value = object[findField(object, listed(names)) ?? ''];
    return typeof value === 'number' ? value : Number.NaN;
  };
  const [page, pages] = [
    numberAt('page currentpage pagenumber'),
    numberAt('totalpages pages pagecount lastpage'),
  ];
  return page < pages ? `page ${page} of ${pages}` : null;
}
