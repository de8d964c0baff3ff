import { type CitationItem, type Citations, toPageAddress } from '@answershare/core';
import { describe, expect, it } from 'vitest';
import { comparePages, selectCitedPages } from '../../src/digest/cited-pages.ts';
import type { CitedPages, SiteSnapshot } from '../../src/digest/site-days.ts';

const cite = (
  date: string | null,
  path: string,
  { url = `https://www.acme.com/${path}`, ...of }: Partial<CitationItem> = {},
): CitationItem => ({
  engine: 'perplexity',
  url,
  page: url === null ? null : toPageAddress(url),
  domain: 'www.acme.com',
  date,
  title: null,
  query: 'best boots',
  count: null,
  ...of,
});

const toFeed = (items: readonly CitationItem[], of: Partial<Citations> = {}): Citations => ({
  total: items.length,
  byEngine: [{ engine: 'perplexity', label: 'Perplexity', count: 1 }],
  items,
  ...of,
});

/** A feed of 30 days up to Monday, 2026-11-23; the reported week begins on 2026-11-16. */
const items = [
  cite('2026-10-25', 'kept'),
  cite('2026-11-09', 'lost'),
  cite('2026-11-11', 'lost', { engine: 'gemini', query: null }),
  cite('2026-11-12', 'lost'),
  cite('2026-11-15', 'kept'),
  cite('2026-11-16', 'kept'),
  cite('2026-11-18', 'new', { engine: null, query: 'how to choose boots' }),
  cite('2026-11-22', 'late'),
  cite('2026-11-23', 'tomorrow'),
];

const take = (takenAt: string, pages: CitedPages | null): SiteSnapshot => ({
  takenAt: Date.parse(takenAt),
  authority: null,
  competitors: null,
  citations: null,
  analytics: null,
  pages,
  failures: [],
  windows: {},
});

const compare = (...snapshots: readonly SiteSnapshot[]) =>
  comparePages('site:w_1', 'acme.com', snapshots, '2026-W47');
const namesOf = (changes: ReturnType<typeof compare>) =>
  changes && [changes.added.map(({ page }) => page), changes.lost.map(({ page }) => page)];

describe('the cited pages of a week', () => {
  it('are new or lost against the week before, with engines, query and dates', () => {
    const found = compare(take('2026-11-23T05:30:00Z', selectCitedPages(toFeed(items))));
    expect(found?.added).toEqual([
      {
        url: 'https://www.acme.com/late',
        page: '/late',
        engines: ['Perplexity'],
        query: 'best boots',
        first: '2026-11-22',
        last: '2026-11-22',
      },
      {
        url: 'https://www.acme.com/new',
        page: '/new',
        engines: [],
        query: 'how to choose boots',
        first: '2026-11-18',
        last: '2026-11-18',
      },
    ]);
    expect(found?.lost).toEqual([
      {
        url: 'https://www.acme.com/lost',
        page: '/lost',
        engines: ['Perplexity', 'Gemini'],
        query: 'best boots',
        first: '2026-11-09',
        last: '2026-11-12',
      },
    ]);
    expect(found?.compared.value).toBe(4);
  });

  it('are read from the first answer after the week, whatever later answers say', () => {
    const monday = take('2026-11-23T05:30:00Z', selectCitedPages(toFeed(items)));
    const tuesday = take('2026-11-24T05:30:00Z', selectCitedPages(toFeed(items.slice(0, 5))));
    const sunday = take('2026-11-22T05:30:00Z', selectCitedPages(toFeed(items.slice(0, 5))));
    expect(namesOf(compare(tuesday, sunday, monday))).toEqual([['/late', '/new'], ['/lost']]);
  });

  it('are those of the seven days before while the Sunday is not over', () => {
    const sunday = take('2026-11-22T05:30:00Z', selectCitedPages(toFeed(items.slice(0, 8))));
    expect(namesOf(compare(sunday))).toEqual([['/kept', '/new'], ['/lost']]);
  });

  it.each([
    ['before its Sunday', '2026-11-21T05:30:00Z', toFeed(items)],
    ['a week later', '2026-11-29T05:30:00Z', toFeed(items)],
    ['without the week before', '2026-11-23T05:30:00Z', toFeed(items.slice(2))],
    ['without a date', '2026-11-23T05:30:00Z', toFeed([...items, cite(null, 'undated')])],
    ['that is one page of several', '2026-11-23T05:30:00Z', toFeed(items, { total: 500 })],
    ['without pages', '2026-11-23T05:30:00Z', toFeed(items.map((item) => ({ ...item, url: null })))],
  ])('are not claimed by an answer %s', (_, takenAt, feed) => {
    expect(compare(take(takenAt, selectCitedPages(feed)))).toBeNull();
  });

  it('on other websites have their host, and text that is no page is left out', () => {
    const others = ['https://blog.example/a/', 'example.org', 'javascript:alert(1)', 'data:text/html,x'];
    const feed = toFeed([...items, ...others.map((url) => cite('2026-11-20', '', { url }))]);
    const found = namesOf(compare(take('2026-11-23T05:30:00Z', selectCitedPages(feed))));
    expect(found?.[0]).toEqual(['example.org', 'blog.example/a', '/late', '/new']);
  });

  it('are one page in every spelling', () => {
    const spelled = ['http://acme.com/new/', 'https://www.ACME.com/new?utm_source=chatgpt.com#:~:text=boots'];
    const [old, now] = spelled.map((url, at) => cite(at === 0 ? '2026-11-10' : '2026-11-19', '', { url }));
    const feed = toFeed([...items, ...[old, now].flatMap((item) => item ?? [])]);
    const found = compare(take('2026-11-23T05:30:00Z', selectCitedPages(feed)));
    expect(namesOf(found)).toEqual([['/late'], ['/lost']]);
  });

  it('are kept as the 100 most cited, each short', () => {
    const long = 'x'.repeat(5_000);
    const many = Array.from({ length: 5_000 }, (_, at) =>
      cite('2026-11-20', `${at}/${long}`, { query: long, engine: long }),
    );
    const pages = selectCitedPages(toFeed([...items, ...many]));
    expect(pages?.pages).toHaveLength(100);
    expect(pages?.pages.slice(0, 2).map(({ url }) => url)).toEqual([
      'https://www.acme.com/lost',
      'https://www.acme.com/kept',
    ]);
    expect(JSON.stringify(pages).length).toBeLessThan(100_000);
  });
});

describe('answers that no longer cite the website', () => {
  const other = (date: string, domain: string, query = 'best boots') =>
    cite(date, 'x', { url: `https://${domain}/boots`, domain, query });
  const lost = [
    cite('2026-11-10', 'boots'),
    other('2026-11-10', 'globex.com'),
    other('2026-11-18', 'globex.com'),
  ];
  const more = [other('2026-10-25', 'globex.com', 'old'), other('2026-11-23', 'globex.com', 'old')];
  const find = (all: readonly CitationItem[], of: Partial<Citations> = {}) =>
    compare(take('2026-11-23T05:30:00Z', selectCitedPages(toFeed([...more, ...all], of))))?.answers;

  it('name who is cited now, with a page', () => {
    expect(find([...lost, other('2026-11-19', 'initech.com')])).toEqual([
      {
        query: 'best boots',
        engine: 'Perplexity',
        names: ['globex.com', 'initech.com'],
        url: 'https://globex.com/boots',
      },
    ]);
  });

  it.each([
    [
      'an answer that cites the website still, by a subdomain',
      [...lost, cite('2026-11-20', 'b', { domain: 'blog.acme.com' })],
    ],
    [
      'an answer without others in the week',
      [cite('2026-11-10', 'boots'), other('2026-11-10', 'globex.com')],
    ],
    ['items without a question', lost.map((item) => ({ ...item, query: null }))],
  ])('are none of %s', (_, all) => {
    expect(find(all)).toEqual([]);
  });

  it('are unknown by one page of a feed, and by a feed of the own pages alone', () => {
    expect(find(lost, { total: 100 })).toBeUndefined();
    expect(compare(take('2026-11-23T05:30:00Z', selectCitedPages(toFeed(items))))?.answers).toEqual([]);
  });
});
