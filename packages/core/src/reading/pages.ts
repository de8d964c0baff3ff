import { isObject, type JsonObject } from './json.ts';
import { plainName } from './names.ts';

const signs =
  /^(hasmore|hasnext|hasnextpage|more|next|nextpage|nexturl|nextcursor|endcursor|nextpagetoken|cursor|page|pagesize|perpage|limit|offset|pagination|paging|pageinfo|pages|totalpages|pagecount|itemscount|lastpage|currentpage)$/;
const more = /^(hasmore|hasnext|hasnextpage|more|next|nextpage|nexturl|nextcursor|nextpagetoken)$/;
const holders = /^(data|meta|metadata|pagination|paging|pageinfo|links|result|results|response)$/;

/** What an object tells of pages. */
export interface Paging {
  /** True where signs of paging stand in it or in an envelope, so that a `total` beside them counts rows. */
  readonly paged: boolean;
  /** The field that says that more follows, with its value; null where none does. */
  readonly more: string | null;
}

/** Signs of paging in an object and in the envelopes directly under it. A `next` of null or false says that nothing follows. */
export function pagingOf(object: JsonObject, depth = 0): Paging {
  let paged = false;
  let follows: string | null = null;
  for (const name of Object.keys(object)) {
    const value = object[name];
    const plain = plainName(name);
    if (signs.test(plain)) paged = true;
    const says =
      value === true ||
      (typeof value === 'string' && value !== '') ||
      (typeof value === 'number' && value > 0);
    if (more.test(plain) && says) follows = name;
    if (isObject(value) && depth < 3 && holders.test(plain)) {
      const inner = pagingOf(value, depth + 1);
      paged = paged || inner.paged;
      follows = follows ?? inner.more;
    }
  }
  const pages = fieldOf(object, /^(totalpages|pages|pagecount|lastpage)$/);
  const page = fieldOf(object, /^(page|currentpage|pagenumber)$/);
  if (follows === null && pages !== null && page !== null && page < pages)
    follows = `page ${page} of ${pages}`;
  return { paged, more: follows };
}

function fieldOf(object: JsonObject, pattern: RegExp): number | null {
  const name = Object.keys(object).find((key) => pattern.test(plainName(key)));
  const value = name === undefined ? null : object[name];
  return typeof value === 'number' ? value : null;
}

/** The paging of a whole body. */
export const pagingIn = (body: unknown): Paging =>
  isObject(body) ? pagingOf(body) : { paged: false, more: null };
