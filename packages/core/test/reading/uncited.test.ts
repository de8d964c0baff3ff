import { describe, expect, it } from 'vitest';
import { readCitations } from '../../src/index.ts';

const url = 'https://www.acme.example/crm';
const left = (place: string) => `rows of ${place} say that they are no citations and were left out`;

/** Total, counts by engine and the engines of the items of a body; the reason where it is refused. */
function read(body: unknown): unknown {
  const reading = readCitations(body);
  if (!reading.ok) return reading.reason;
  const { total, byEngine, items } = reading.value;
  return [
    total,
    byEngine.map(({ engine, count }) => `${engine} ${count}`),
    items.map(({ engine }) => engine),
  ];
}

describe('rows of answers that did not cite', () => {
  it.each<[string, unknown]>([
    ['cited', false],
    ['cited', 'no'],
    ['cited', 0],
    ['isCited', 'False'],
    ['was_cited', false],
    ['has_citation', false],
    ['found', false],
  ])('%s: %j', (name, value) => {
    const body = {
      citations: [
        { engine: 'chatgpt', prompt: 'q', [name]: true, url },
        { engine: 'gemini', prompt: 'q', [name]: value },
        { engine: 'claude', [name]: value, url },
      ],
    };
    expect(read(body)).toEqual([null, [], ['chatgpt']]);
    expect(readCitations(body).trace.notes).toEqual([
      left('/citations'),
      'no total is stated: the list may be a part of the feed',
    ]);
  });

  it.each<[string, unknown]>([
    ['cited', true],
    ['cited', 'yes'],
    ['cited', null],
    ['cited', 2],
    ['unfounded', false],
    ['mentioned', false],
  ])('%s: %j says no such thing', (name, value) => {
    const body = { citations: [{ engine: 'gemini', prompt: 'q', [name]: value }] };
    expect(read(body)).toEqual([null, [], ['gemini']]);
    expect(readCitations(body).trace.notes).toEqual([
      'no total is stated: the list may be a part of the feed',
    ]);
  });

  it('a list of no others is an empty feed', () => {
    expect(read({ citations: [{ engine: 'gemini', prompt: 'q', cited: false }] })).toEqual([null, [], []]);
  });

  it('a total of all rows is none of the citations', () => {
    const citations = [
      { engine: 'chatgpt', cited: true, url },
      { engine: 'gemini', cited: false },
    ];
    expect(read({ total: 2, citations })).toEqual([null, [], ['chatgpt']]);
    expect(read({ total: 9, citations })).toEqual([null, [], ['chatgpt']]);
    expect(read({ total_citations: 1, citations })).toEqual([1, [], ['chatgpt']]);
    expect(read({ total: 2, page: 1, citations })).toEqual([null, [], ['chatgpt']]);
  });

  it('an engine that was not cited has its count all the same', () => {
    const engines = [
      { engine: 'chatgpt', cited: true, citations: 5 },
      { engine: 'gemini', cited: false, citations: 0 },
    ];
    expect(read({ engines })).toEqual([5, ['chatgpt 5', 'gemini 0'], []]);
  });

  it('a source that an answer did not cite is none', () => {
    const sources = [
      { url, cited: true },
      { url: `${url}/2`, cited: false },
    ];
    const answers = [{ engine: 'ChatGPT', question: 'q', sources }];
    expect(read({ answers })).toEqual([null, [], ['chatgpt']]);
  });
});

describe('rows of another kind', () => {
  it.each([
    'mention',
    'Mentions',
    'brand_mentions',
    'ai_visibility',
    'sentiment',
    'position',
    'rank',
    'share_of_voice',
    'visits',
    'click',
    'referrals',
    'impressions',
  ])('%s', (kind) => {
    for (const name of ['type', 'kind', 'metric', 'event_type']) {
      const rows = [
        { engine: 'chatgpt', [name]: kind, value: 10 },
        { engine: 'chatgpt', [name]: 'citations', value: 4 },
      ];
      expect(read({ data: rows })).toEqual([4, ['chatgpt 4'], []]);
      expect(readCitations({ data: rows }).trace.notes).toContain(left('/data'));
      expect(
        read({
          feed: [
            { engine: 'chatgpt', [name]: kind, url },
            { engine: 'gemini', [name]: 'page', url },
          ],
        }),
      ).toEqual([null, [], ['gemini']]);
    }
  });

  it('the name of a row is no kind', () => {
    expect(read({ feed: [{ engine: 'gemini', title: 'mentions', url }] })).toEqual([null, [], ['gemini']]);
  });
});

describe('a list of mentions', () => {
  const mentions = [{ engine: 'chatgpt', date: '2026-11-01' }];

  it.each([{ mentions }, { data: { brand_mentions: mentions } }, { mentions: { items: mentions } }])(
    'is no feed: %j',
    (body) => {
      expect(read(body)).toMatch(/no list of citations/);
      expect(read({ ...body, by_engine: { chatgpt: 2 } })).toEqual([2, ['chatgpt 2'], []]);
    },
  );

  it('is none beside one of citations that is empty', () => {
    expect(read({ citations: [], mentions: [{ ...mentions[0], url }] })).toEqual([null, [], []]);
  });

  it('is one where its rows have addresses or it says that it cites', () => {
    expect(read({ mentions: [{ ...mentions[0], url }] })).toEqual([null, [], ['chatgpt']]);
    expect(readCitations({ mentions: [{ ...mentions[0], url }] }).trace.confidence).toBe(1);
    expect(read({ citation_mentions: mentions })).toEqual([null, [], ['chatgpt']]);
  });
});
