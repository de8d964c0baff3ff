import { describe, expect, it } from 'vitest';
import {
  readAnalytics,
  readAuthority,
  readCitations,
  readCompetitors,
  readWebsites,
} from '../../src/index.ts';
import { surveyOf } from '../../src/reading/survey.ts';

const tables = (body: unknown): readonly string[] =>
  surveyOf(body).tables.map(({ layout, pointer, rows }) => `${layout} ${pointer} ${rows.length}`);

describe('what can be rows in a body', () => {
  it.each<[string, unknown, readonly string[]]>([
    ['a list of objects', { a: [{ x: 1 }, { x: 2 }] }, ['list /a 2']],
    ['a list of one, which may be the answer itself', [{ x: 1 }], ['list  1']],
    ['objects under keys', { a: { x: 1, y: {} }, b: { x: 2, y: {} } }, ['map  2']],
    ['values under keys', { a: 1, b: null }, ['map  2']],
    ['an entry that is null', { a: { x: [] }, b: null }, ['map  2', 'map /a 1', 'list /a/x 0']],
    ['an entry that is empty', { a: { x: [1] }, b: [] }, ['map  2', 'list /b 0']],
    ['an object beside a value, which is no map', { a: { x: [1] }, b: 2 }, []],
    ['an object beside a list, which is no map', { a: { x: [1] }, b: [1] }, []],
    ['texts', { a: ['x', 'y'] }, ['texts /a 2']],
    ['texts and numbers, which are none', { a: ['x', 1] }, []],
    [
      'lists of names and values',
      [
        ['x', 'y'],
        [1, 2],
      ],
      ['matrix  1'],
    ],
    ['lists of dates and values', [['2026-11-01', 1]], ['pairs  1']],
    ['nothing', {}, []],
  ])('%s', (_, body, found) => {
    expect(tables(body)).toEqual(found);
  });

  it('is looked for under eight names and no deeper', () => {
    const named = (levels: number, inner: unknown): unknown =>
      levels === 0 ? inner : { a: named(levels - 1, inner), b: [1] };
    const at = (levels: number): string => '/a'.repeat(levels);
    const rows = [{ x: [1] }, { x: [1] }];
    expect(tables(named(8, rows))).toEqual([`list ${at(8)} 2`]);
    expect(tables(named(9, rows))).toEqual([]);
  });

  it('is looked for in eight lists of one and no deeper', () => {
    const listed = (levels: number): unknown => (levels === 0 ? 1 : [{ a: listed(levels - 1), b: [1] }]);
    expect(tables(listed(20))).toEqual([
      'list  1',
      'list /0/a 1',
      'list /0/a/0/a 1',
      'list /0/a/0/a/0/a 1',
      'list /0/a/0/a/0/a/0/a 1',
    ]);
  });
});

describe('an entry that is null', () => {
  it('is a day, an engine or a rival of which nothing is known', () => {
    const days = readAnalytics({ days: { '2026-11-01': { visitors: 5 }, '2026-11-02': null } });
    expect(days.ok && days.value.days.map(({ visitors }) => visitors)).toEqual([5, null]);
    const engines = readCitations({ by_engine: { chatgpt: { count: 3 }, gemini: null } });
    expect(engines.ok && [engines.value.total, engines.value.byEngine.map(({ count }) => count)]).toEqual([
      null,
      [3],
    ]);
    const rivals = readCompetitors({ competitors: { Rival: { share: '40%' }, Other: null } });
    expect(rivals.ok && rivals.value.competitors.map(({ name, share }) => [name, share])).toEqual([
      ['Rival', 0.4],
      ['Other', null],
    ]);
  });
});

it('a number beside objects is none of them', () => {
  const reading = readCompetitors({
    competitors: { Rival: { share: '40%' }, Other: { share: '30%' }, total: 100 },
  });
  expect(reading.ok).toBe(false);
});

it('rows whose names stand in the first of them are days', () => {
  const reading = readAnalytics({
    rows: [
      ['date', 'visitors'],
      ['2026-11-01', 5],
      ['2026-11-02', 6],
    ],
  });
  expect(reading.ok && reading.value.days.map(({ visitors }) => visitors)).toEqual([5, 6]);
  const websites = readWebsites([
    ['id', 'domain'],
    ['w1', 'a.example'],
    [7, 'b.example'],
  ]);
  expect(websites.ok && websites.value.map(({ id }) => id)).toEqual(['w1', '7']);
});

it.each([
  'query',
  'request',
  'params',
  'parameters',
  'filters',
  'options',
  'settings',
  'config',
  'schema',
  '_links',
  'pageInfo',
  'warnings',
  'debug',
  'usage',
  'rateLimit',
  'quota',
  'billing',
  'credits',
  'pricing',
  'llm_cost',
  'price_breakdown',
  'latency_by_step',
  'tokens',
])('what stands in %s is about the answer and none of it', (name) => {
  const reading = readAuthority({ authority_score: 72, [name]: { authority_score: 50, scale: 10 } });
  expect(reading.ok && reading.value.score).toBe(72);
  expect(surveyOf({ [name]: { items: [{ id: 1 }] } }).places).toHaveLength(1);
});
