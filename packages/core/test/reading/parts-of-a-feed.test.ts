import { describe, expect, it } from 'vitest';
import { readAnalytics, readCitations, readWebsites } from '../../src/index.ts';
import { partIn } from '../../src/reading/pages.ts';

describe('what a body says of what it leaves out', () => {
  it.each<[object, string]>([
    [{ page: 2 }, 'page 2'],
    [{ meta: { currentPage: '3' } }, 'page 3'],
    [{ pagination: { page_number: 2 } }, 'page 2'],
    [{ offset: 50 }, 'offset 50'],
    [{ skip: 1 }, 'offset 1'],
    [{ prev: 'https://a.example/?page=1' }, 'prev'],
    [{ previous: '/v1/citations?page=1' }, 'previous'],
    [{ previous: 'http://a.example/1' }, 'previous'],
    [{ previous: '?page=1' }, 'previous'],
    [{ links: { prev: { href: '/x' } } }, 'prev'],
    [{ links: [{ rel: 'self' }, { rel: 'previous', href: '/x' }] }, 'prev'],
    [{ next: null, prev: 1 }, 'prev'],
    [{ has_previous: true }, 'has_previous'],
    [{ hasPrevPage: true }, 'hasPrevPage'],
    [{ previous_cursor: 'abc' }, 'previous_cursor'],
    [{ truncated: true }, 'truncated'],
    [{ is_truncated: 'true' }, 'is_truncated'],
    [{ incomplete_results: true }, 'incomplete_results'],
    [{ partial: true }, 'partial'],
    [{ complete: false }, 'not complete'],
    [{ isComplete: false }, 'not isComplete'],
    [{ exhaustiveNbHits: false }, 'not exhaustiveNbHits'],
    [{ first: false }, 'not first'],
    [{ is_last_page: false }, 'not is_last_page'],
    [{ total: 2, total_available: 500 }, '2 of 500'],
    [{ returned: 20, total: 412 }, '20 of 412'],
    [{ total: { value: 10, relation: 'gte' } }, 'total is a bound'],
    [{ total_hits: 10, total_hits_relation: 'gte' }, 'total_hits_relation is a bound'],
    [{ data: { data: { data: { page: 2 } } } }, 'page 2'],
    [{ next: '/2', page: 2 }, 'next'],
  ])('%j', (body, part) => {
    expect(partIn([{}, body])).toBe(part);
  });

  it.each<[unknown]>([
    [{ page: 1, offset: 0, prev: null, truncated: false, complete: true, first: true }],
    [{ page: '/pricing', offset: '+01:00', page_size: 50 }],
    [{ previous: 40, prev: { visitors: 40 }, previous_total: 3 }],
    [{ previous: '2026-10' }],
    [{ total: { value: 3, relation: null }, total_relation: null }],
    [{ previous: 'see http://a.example/?page=1' }],
    [{ next: null, previous: { visitors: 40 } }],
    [{ this_complete: false }],
    [{ links: [{ rel: 'no-prev', href: '/x' }] }],
    [{ next: null, prev: null, has_prev: false, prev_page: 0 }],
    [{ partial: { visitors: 3 }, complete: 0, last: '/9' }],
    [{ total: 500, total_available: 500, returned: 500 }],
    [{ total: { value: 10, relation: 'eq' }, total_relation: '=', score: { value: 3, relation: 'gte' } }],
    [{ links: [{ rel: 'self', href: '/x' }, { href: '/prev' }, null, 'prev'] }],
    [{ links: { website: { page: 2 } }, website: { page: 2 } }],
    [{ data: { data: { data: { data: { page: 2 } } } } }],
    [[1, 'prev']],
    ['page 2'],
    [null],
  ])('nothing in %j', (body) => {
    expect(partIn([body])).toBeNull();
  });
});

const items = [{ engine: 'ChatGPT', url: 'https://a.example/1', date: '2026-11-01' }];
const more = [...items, { engine: 'ChatGPT', url: 'https://a.example/2', date: '2026-11-02' }];

describe('a sum or a count over a part', () => {
  it.each<[string, object]>([
    ['a page that is not the first', { page: 2, citations: items, by_engine: { chatgpt: 1 } }],
    ['rows behind an offset', { offset: 50, citations: items, by_engine: { chatgpt: 1 } }],
    ['a link to the page before', { links: { prev: '/x' }, citations: items, by_engine: { chatgpt: 1 } }],
    ['a list that was cut', { truncated: true, citations: items, by_engine: { chatgpt: 1 } }],
    [
      'a list that is not complete',
      { meta: { complete: false }, citations: items, by_engine: { chatgpt: 1 } },
    ],
    ['a total of the rows of the last page', { page: 3, total: 1, citations: items }],
    ['a total of a part', { partial: true, total: 3, citations: items }],
    ['a total of what was returned', { total: 2, total_available: 500, citations: more }],
    ['a total that is a bound', { total: { value: 10, relation: 'gte' }, by_engine: { chatgpt: 10 } }],
    ['a total that is a bound beside it', { total: 10, total_relation: 'gte', by_engine: { chatgpt: 10 } }],
  ])('%s is no total', (_, body) => {
    const reading = readCitations(body);
    expect(reading).toMatchObject({ ok: true, value: { total: null } });
    expect(reading.trace.notes.join()).toMatch(/this is a part and not everything/);
  });

  it('a total that names citations stays, and so does one that is exact', () => {
    expect(readCitations({ page: 2, total_citations: 412, citations_list: [] })).toMatchObject({
      value: { total: 412 },
    });
    expect(readCitations({ total: { value: 10, relation: 'eq' }, by_engine: { chatgpt: 10 } })).toMatchObject(
      {
        value: { total: 10 },
      },
    );
    expect(readCitations({ total: 2, citations: more })).toMatchObject({ value: { total: 2 } });
  });

  it('a count that is a bound is unknown', () => {
    const { notes } = readCitations({
      total: { value: 10, relation: 'gte' },
      by_engine: { chatgpt: 10 },
    }).trace;
    expect(notes).toContain('/total (10) counts rows of pages or answers and is not the total');
    const engines = [
      { engine: 'ChatGPT', count: { value: 10, relation: '>=' } },
      { engine: 'Gemini', count: { value: 2, relation: '=' } },
    ];
    const reading = readCitations({ engines });
    expect(reading).toMatchObject({ value: { total: null, byEngine: [{ engine: 'gemini', count: 2 }] } });
    expect(reading.trace.notes).toContain('count: 10 ">=" is a bound and no number, so it is unknown');
  });

  it('is told of days and of websites', () => {
    const days = readAnalytics({ page: 2, days: [{ date: '2026-11-01', visitors: 5 }] });
    expect(days.trace.notes).toEqual(['it says "page 2": this is a part and not everything']);
    const websites = readWebsites({ websites: [], total: 3, page: 2 });
    expect(websites).toMatchObject({ ok: true, value: [] });
    expect(websites.trace.notes).toEqual([
      'the body tells of 3 websites, of which 0 are in it',
      'it says "page 2": this is a part and not everything',
    ]);
    const data = [{ id: 1, domain: 'a.example' }];
    expect(readWebsites({ data, total_count: 57 }).trace.notes).toEqual([
      'the body tells of 57 websites, of which 1 are in it',
    ]);
    expect(readWebsites({ data, total: 1, other: { total: 9 } }).trace.notes).toEqual([]);
  });
});
