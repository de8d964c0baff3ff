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
    ['a page of texts', { page: '1', pages: '2' }, true, null],
    ['pages without a page', { pageCount: 3 }, true, null],
    ['a page in an envelope', { meta: { page: 1, pages: 2 } }, true, 'page 1 of 2'],
    ['the field beside the envelope first', { more: true, meta: { next: 'x' } }, true, 'more'],
    ['a limit', { limit: 10 }, true, null],
    ['an offset', { offset: 0 }, true, null],
    ['nothing', { items: [], total: 3 }, false, null],
    ['a list', [{ next: 'x' }], false, null],
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
