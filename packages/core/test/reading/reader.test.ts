import { describe, expect, it } from 'vitest';
import { readAnalytics, readAuthority, readCitations, readWebsites } from '../../src/index.ts';

const days = [{ date: '2026-11-01', visitors: 12 }];

describe('a body that states a magnitude', () => {
  it('is refused where figures are read from it', () => {
    expect(readAnalytics({ unit: 'thousands', days })).toMatchObject({
      ok: false,
      reason:
        '/unit says "thousands": the figures are multiples or fractions of one; a mapping reads them as written',
    });
  });

  it('is read as written where a person has said what stands where', () => {
    const mapping = { rows: '/days/*', fields: { date: '/date', visitors: '/visitors' } };
    const reading = readAnalytics({ unit: 'thousands', days }, { mapping });
    expect(reading.ok && reading.value.days[0]?.visitors).toBe(12);
    expect(reading.trace.notes).toEqual([
      '/unit says "thousands": the figures are multiples or fractions of one; they are given as written',
    ]);
  });

  it('is a list of websites all the same, which has no figures', () => {
    const websites = [{ id: 'a', domain: 'a.example', settings: { number_format: 'k' } }];
    expect(readWebsites({ websites }).ok).toBe(true);
  });
});

describe('pages of more', () => {
  const note = 'more pages follow ("hasNextPage"): this is one page and not everything';
  const pageInfo = { hasNextPage: true };

  it('are told alone where the page says its number too', () => {
    const { trace } = readWebsites({ websites: [{ id: 'a', domain: 'a.example' }], page: 2, ...pageInfo });
    expect(trace.notes).toEqual([note]);
  });

  it.each<[string, unknown]>([
    ['beside the rows', { data: { websites: { nodes: [{ id: 'a', domain: 'a.example' }], pageInfo } } }],
    ['around them', { data: { team: { websites: [{ id: 'a', domain: 'a.example' }] }, pageInfo } }],
  ])('are told where they stand %s', (_, body) => {
    const reading = readWebsites(body);
    expect(reading.ok && reading.value).toHaveLength(1);
    expect(reading.trace.notes).toContain(note);
  });

  it.each<[string, unknown]>([
    ['beside the engines', { data: { by_engine: { nodes: [{ engine: 'chatgpt', count: 5 }], pageInfo } } }],
    ['around them', { citations: { engines: [{ engine: 'chatgpt', count: 5 }], pageInfo } }],
  ])('make no total of counts: %s', (_, body) => {
    const reading = readCitations(body);
    expect(reading.ok && [reading.value.total, reading.value.byEngine.map(({ count }) => count)]).toEqual([
      null,
      [5],
    ]);
    expect(reading.trace.notes).toContain(note);
  });

  it('of a feed beside them leave the sum of counts', () => {
    const feed = { list: [{ url: 'https://a.example', engine: 'chatgpt' }], pageInfo };
    const reading = readCitations({ by_engine: [{ engine: 'chatgpt', count: 5 }], citations: feed });
    expect(reading.ok && reading.value.total).toBe(5);
  });

  it('are not told of another list', () => {
    const body = { websites: [{ id: 'a', domain: 'a.example' }], members: { list: [], pageInfo } };
    expect(readWebsites(body).trace.notes).toEqual([]);
  });
});

it('the path of fields that a mapping names from the top is the top', () => {
  const reading = readAuthority({ a: 72 }, { mapping: { fields: { score: '/a' }, scale: 100 } });
  expect(reading.trace.path).toBe('');
});

it('a failure of a reader itself is a refusal that names it', () => {
  const body = {
    get data(): unknown {
      throw new RangeError('the memory is gone');
    },
  };
  expect(readCitations(body)).toMatchObject({
    ok: false,
    reason: expect.stringMatching(/^a reader failed on it \(RangeError/),
  });
});
