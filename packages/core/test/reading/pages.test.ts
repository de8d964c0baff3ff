import { describe, expect, it } from 'vitest';
import { isPaging, pagingOf } from '../../src/reading/pages.ts';

describe('what a body tells of pages', () => {
  it.each<[string, unknown, boolean, string | null]>([
    ['has_more', { has_more: true }, true, 'has_more'],
    ['hasMore is false', { hasMore: false }, true, null],
    ['a next address', { data: [], next: '/page/2' }, true, 'next'],
    ['an empty next address', { next: '' }, true, null],
    ['no next page', { next: null }, true, null],
    ['the number of the next page', { nextPage: 3 }, true, 'nextPage'],
    ['0 for no next page', { next_page: 0 }, true, null],
    ['a cursor', { nextCursor: 'abc', endCursor: 'x' }, true, 'nextCursor'],
    ['a cursor that is only the last one', { endCursor: 'x' }, true, null],
    ['a list under next', { next: ['a'] }, true, null],
    ['a list of numbers under next', { next: [2] }, true, null],
    ['an address in an object, as HAL has it', { _links: { next: { href: '/page/2' } } }, true, 'next'],
    ['a cursor in an object', { paging: { next: { after: 'abc' } } }, true, 'next'],
    ['an empty object under next', { next: {} }, true, null],
    ['no address in an object', { links: { next: { href: null } } }, true, null],
    ['a link of a list', { data: [], links: [{ rel: 'self' }, { rel: 'next', href: '/2' }] }, true, 'next'],
    ['no link of a list', { data: [], links: [null, { rel: 'self', href: '/2' }] }, false, null],
    ['no as a text', { has_more: 'false', nextPage: '0', more: 'No', next: 'null' }, true, null],
    ['yes as a text', { has_more: 'true' }, true, 'has_more'],
    ['a cursor that begins like no', { next_cursor: 'nova' }, true, 'next_cursor'],
    ['a cursor that ends like no', { next_cursor: 'piano0' }, true, 'next_cursor'],
    ['links', { links: { next: 'https://a.example/2' } }, true, 'next'],
    [
      'in the envelope of an envelope',
      { data: { meta: { pagination: { hasNext: true } } } },
      true,
      'hasNext',
    ],
    ['too deep', { data: { data: { data: { data: { data: { hasNext: true } } } } } }, false, null],
    ['in what is no envelope', { website: { next: 'tomorrow' } }, false, null],
    ['the first of two pages', { page: 1, total_pages: 2 }, true, 'page 1 of 2'],
    ['the last of two pages', { currentPage: 2, lastPage: 2 }, true, null],
    ['a page of texts', { page: '1', pages: '2' }, true, 'page 1 of 2'],
    ['a page 0 of one', { page: 0, totalPages: 1 }, true, null],
    ['a page 0 of two', { page: { number: 0, size: 20, totalPages: 2 } }, true, 'page 1 of 2'],
    ['rows of more', { page: 1, per_page: 20, total: 57 }, true, '20 of 57'],
    ['the last rows', { page: 3, per_page: 20, total: 57 }, true, null],
    ['numbers without a name', { page: 1, '': 9, null: 9 }, true, null],
    ['all rows', { page: 1, per_page: 20, total: 20 }, true, null],
    ['rows behind an offset', { meta: { offset: 20, limit: 20, total_count: 57 } }, true, '40 of 57'],
    ['the last rows behind an offset', { offset: 40, limit: 20, total: 57 }, true, null],
    ['an offset beside a page', { offset: 40, page: 1, limit: 20, total: 57 }, true, null],
    ['a limit beside a total that may be of anything', { limit: 10, total: 412 }, true, null],
    ['pages without a page', { pageCount: 3 }, true, null],
    ['a page in an envelope', { meta: { page: 1, pages: 2 } }, true, 'page 1 of 2'],
    ['the field beside the envelope first', { more: true, meta: { next: 'x' } }, true, 'more'],
    ['a limit', { limit: 10 }, true, null],
    ['an offset', { offset: 0 }, true, null],
    ['nothing', { items: [], total: 3 }, false, null],
    ['a list', [{ next: 'x' }], false, null],
    ['a list with relations', [{ rel: 'next', name: 'Anna' }], false, null],
    ['nothing at all', null, false, null],
  ])('%s', (_, body, paged, more) => {
    expect(pagingOf(body)).toEqual({ paged, more });
  });

  it.each(['per_page', 'pageSize', 'pagination', 'page_info', 'cursor', 'next'])('%s is a sign', (name) => {
    expect(isPaging(name)).toBe(true);
  });

  it.each(['total', 'pageviews', 'landing_page', 'nextsteps'])('%s is none', (name) => {
    expect(isPaging(name)).toBe(false);
  });
});
