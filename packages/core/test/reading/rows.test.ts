import { describe, expect, it } from 'vitest';
import { type Cell, cellsOf, findCell, findCells, isNamed } from '../../src/reading/cells.ts';
import { columnsOf, matrixOf, namesIn, pairsOf, rowOf } from '../../src/reading/columns.ts';
import type { JsonObject } from '../../src/reading/json.ts';
import {
  findField,
  isOtherPeriod,
  oneOf,
  plainName,
  remembered,
  segment,
  shaped,
  singularOf,
  stemOf,
} from '../../src/reading/names.ts';
import { surveyOf } from '../../src/reading/survey.ts';

type Plain = Record<string, unknown>;
const plain = (row: readonly Cell[]): Plain =>
  Object.fromEntries(row.map(({ name, value }) => [name, value]));
const pointers = (row: readonly Cell[]): readonly string[] => row.map(({ pointer }) => pointer);

describe('rows of columns', () => {
  it.each<[string, JsonObject, readonly Plain[] | null]>([
    [
      'two',
      { a: [1, 2], b: [3, 4] },
      [
        { a: 1, b: 3 },
        { a: 2, b: 4 },
      ],
    ],
    [
      'one value short',
      { a: [1, 2], b: [3] },
      [
        { a: 1, b: 3 },
        { a: 2, b: undefined },
      ],
    ],
    [
      'two values short',
      { a: [1, 2, 3], b: [3], c: [4, 5, 6] },
      [
        { a: 1, c: 4 },
        { a: 2, c: 5 },
        { a: 3, c: 6 },
      ],
    ],
    ['one alone', { a: [1, 2] }, null],
    ['one and a short one', { a: [1, 2, 3], b: [1] }, null],
    ['an empty one', { a: [], b: [] }, null],
    ['one of objects', { a: [1, 2], b: [{ c: 1 }, { c: 2 }] }, null],
    ['one with an object', { a: [1, 2], b: [1, {}] }, null],
    [
      'one with null',
      { a: [1, 2], b: [null, 'x'] },
      [
        { a: 1, b: null },
        { a: 2, b: 'x' },
      ],
    ],
    [
      'a value beside',
      { a: [1, 2], b: [3, 4], c: 5 },
      [
        { a: 1, b: 3 },
        { a: 2, b: 4 },
      ],
    ],
    [
      'of a label',
      { label: 'Views', x: [1, 2], data: [3, 4] },
      [
        { x: 1, Views: 3 },
        { x: 2, Views: 4 },
      ],
    ],
    ['of a label and two plain ones', { label: 'Views', data: [1], values: [2] }, [{ data: 1, values: 2 }]],
    ['plain without a label', { x: [1], data: [2] }, [{ x: 1, data: 2 }]],
    ['a label and a named one', { label: 'Views', x: [1], y2: [2] }, [{ x: 1, y2: 2 }]],
    ['series by data', { x: [1], series: [{ name: 'A', data: [2] }] }, [{ x: 1, A: 2 }]],
    ['series by values', { x: [1], series: [{ label: 'A', values: [2] }] }, [{ x: 1, A: 2 }]],
    [
      'series by points',
      {
        x: [1],
        series: [
          { key: 'A', points: [2] },
          { id: 'B', data: [3] },
        ],
      },
      [{ x: 1, A: 2, B: 3 }],
    ],
    ['series without a name', { x: [1], y: [1], series: [{ data: [2] }] }, [{ x: 1, y: 1 }]],
    [
      'series of which one has no values',
      { x: [1], y: [1], series: [{ name: 'A', data: [2] }, { name: 'B' }] },
      [{ x: 1, y: 1 }],
    ],
    [
      'series of which one is a value',
      { x: [1], y: [1], series: [{ name: 'A', data: [2] }, 7] },
      [{ x: 1, y: 1 }],
    ],
  ])('%s', (_, object, rows) => {
    expect(columnsOf(object, '/at')?.map(plain) ?? null).toEqual(rows);
  });

  it('stand at their columns', () => {
    const rows = columnsOf({ 'a/b': [1], s: [{ name: 'A', data: [2] }] }, '/at');
    expect(rows?.map(pointers)).toEqual([['/at/a~1b/*', '/at/s/0/data/*']]);
  });
});

describe('rows of lists', () => {
  it.each<[string, JsonObject | null, readonly unknown[], readonly Plain[] | null]>([
    ['under columns', { columns: ['a', 'b'] }, [[1, 2]], [{ a: 1, b: 2 }]],
    ['under fields of objects', { fields: [{ field: 'a' }, { name: 'b' }] }, [[1, 2]], [{ a: 1, b: 2 }]],
    ['under columns beside a name', { name: 'traffic', columns: ['a', 'b'] }, [[1, 2]], [{ a: 1, b: 2 }]],
    ['shorter than the names', { header: ['a', 'b'] }, [[1]], [{ a: 1, b: undefined }]],
    ['longer than the names', { columns: ['a'] }, [[1, 2]], null],
    ['of which one is longer', { columns: ['a'] }, [[1], [1, 2]], null],
    ['beside other lists', { titles: ['a', 'b'] }, [[1, 2]], null],
    ['under columns of numbers', { columns: [1, 2] }, [[1, 2]], null],
    ['under no columns', { columns: [] }, [[1, 2]], null],
    [
      'under a head of their own',
      null,
      [
        ['a', 'b'],
        [1, 2],
        [3, 4],
      ],
      [
        { a: 1, b: 2 },
        { a: 3, b: 4 },
      ],
    ],
    [
      'under a head and with texts',
      null,
      [
        ['a', 'b'],
        ['x', 2],
      ],
      [{ a: 'x', b: 2 }],
    ],
    [
      'of texts alone',
      null,
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
      null,
    ],
    [
      'of texts and one that is not',
      null,
      [
        ['a', 'b'],
        ['c', 'd'],
        ['e', 1],
      ],
      [
        { a: 'c', b: 'd' },
        { a: 'e', b: 1 },
      ],
    ],
    [
      'with a head that is not all names',
      null,
      [
        ['a', 1],
        ['b', 2],
      ],
      null,
    ],
    [
      'with a head that is a date',
      null,
      [
        ['a', '2026-11-01'],
        [1, 2],
      ],
      null,
    ],
    [
      'with a head without letters',
      null,
      [
        ['a', '7'],
        [1, 2],
      ],
      null,
    ],
    [
      'with a head that has a date in words',
      null,
      [
        ['page', 'Nov 1, 2026'],
        ['/pricing', 2],
      ],
      null,
    ],
    [
      'with a head of which one is missing',
      null,
      [
        ['a', null],
        [1, 2],
      ],
      null,
    ],
    ['a head alone', null, [['a', 'b']], null],
    ['of one column', null, [['a'], [1]], null],
    [
      'with a head in an object that names none',
      {},
      [
        ['a', 'b'],
        [1, 2],
      ],
      null,
    ],
    ['none', { columns: ['a'] }, [], null],
    ['with one that is no list', { columns: ['a'] }, [[1], 2], null],
  ])('%s', (_, beside, list, rows) => {
    expect(matrixOf(beside, list, '/at')?.map(plain) ?? null).toEqual(rows);
  });

  it('stand at their position', () => {
    expect(matrixOf({ columns: ['a', 'b'] }, [[1, 2]], '/at')?.map(pointers)).toEqual([
      ['/at/*/0', '/at/*/1'],
    ]);
    expect(pairsOf([['2026-11-01', 5]], '/at')?.map(pointers)).toEqual([['/at/*/0', '/at/*/1']]);
  });

  it.each<[string, readonly unknown[], readonly Plain[] | null]>([
    [
      'pairs of a date and a value',
      [
        ['2026-11-01', 5],
        ['2026-11-02', null],
      ],
      [
        { date: '2026-11-01', value: 5 },
        { date: '2026-11-02', value: null },
      ],
    ],
    ['three values', [['2026-11-01', 5, 6]], null],
    ['a date alone', [['2026-11-01']], null],
    ['no date', [['a', 5]], null],
    [
      'a date in one of two',
      [
        ['2026-11-01', 5],
        ['a', 5],
      ],
      null,
    ],
    ['texts', ['2026-11-01'], null],
    ['none', [], null],
  ])('%s', (_, list, rows) => {
    expect(pairsOf(list, '')?.map(plain) ?? null).toEqual(rows);
  });

  it('names stand in a list of texts or of objects', () => {
    expect(
      namesIn([
        'a',
        { name: 'b', label: 'x' },
        { label: 'c', key: 'x' },
        { key: 'd', field: 'x' },
        { field: 'e', id: 'x' },
        { id: 'f' },
      ]),
    ).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect([namesIn([]), namesIn('a'), namesIn(['a', 1]), namesIn([{ title: 'a' }])]).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(rowOf(['a'], [1, 2], '')).toBeNull();
  });
});

describe('the fields of a row', () => {
  it('are those of its groups too, three deep, and no other object’s', () => {
    const row = cellsOf(
      { a: 1, metrics: { b: 2, stats: { c: 3, data: { d: 4, node: { e: 5 } } } }, other: { f: 6 } },
      '/r',
    );
    expect(row.map(({ name, pointer, depth }) => `${pointer} ${depth} ${name}`)).toEqual([
      '/r/a 0 a',
      '/r/metrics 0 metrics',
      '/r/metrics/b 1 b',
      '/r/metrics/stats 1 stats',
      '/r/metrics/stats/c 2 c',
      '/r/metrics/stats/data 2 data',
      '/r/metrics/stats/data/d 3 d',
      '/r/metrics/stats/data/node 3 node',
      '/r/other 0 other',
    ]);
  });

  it('keep their places whatever stood in the row before', () => {
    const list = [
      { metrics: { x: 1, y: 2 }, total: { x: 3 } },
      { total: { x: 4 }, metrics: { y: 5, z: 6, x: 7 } },
      { x: 8, metrics: { x: 9 } },
    ];
    const [table] = surveyOf(list).tables;
    expect(table?.rows.map(pointers)).toEqual([
      ['/*/metrics', '/*/metrics/x', '/*/metrics/y', '/*/total', '/*/total/x'],
      ['/*/total', '/*/total/x', '/*/metrics', '/*/metrics/y', '/*/metrics/z', '/*/metrics/x'],
      ['/*/x', '/*/metrics', '/*/metrics/x'],
    ]);
  });

  it('keep their places where the row before had the name elsewhere', () => {
    const [table] = surveyOf([
      { metrics: { x: 1 }, b: 2 },
      { a: 3, x: 4 },
      { metrics: { x: 5 }, b: 6 },
    ]).tables;
    expect(table?.rows.map(pointers)).toEqual([
      ['/*/metrics', '/*/metrics/x', '/*/b'],
      ['/*/a', '/*/x'],
      ['/*/metrics', '/*/metrics/x', '/*/b'],
    ]);
  });

  const cell = (name: string, value: unknown, depth = 0, pointer = `/${name}`): Cell => ({
    name,
    value,
    depth,
    pointer,
  });
  it.each<[string, readonly Cell[], string, string | null, string | null]>([
    ['the best name', [cell('b', 1), cell('a', 2)], 'a b', '/a', null],
    ['the outer one', [cell('a', 1, 1, '/in/a'), cell('a', 2)], 'a', '/a', null],
    ['the best name within', [cell('b', 1), cell('a', 2, 3, '/in/a')], 'a b', '/in/a', null],
    [
      'the name before one that counts',
      [cell('citationCount', 1), cell('citations', 2)],
      'citation',
      '/citations',
      null,
    ],
    [
      'the outer one that counts',
      [cell('citations', 1, 1, '/in/citations'), cell('citationCount', 2)],
      'citation',
      '/citationCount',
      null,
    ],
    ['two of one claim', [cell('a', 1), cell('A', 2)], 'a', '/a', '/A'],
    ['two of one claim and value', [cell('a', { x: 1 }), cell('A', { x: 1 })], 'a', '/a', null],
    ['three of one claim', [cell('a', 1), cell('A', 2), cell('a_', 3)], 'a', '/a', '/A'],
    ['a better one after two of one claim', [cell('b', 1), cell('B', 2), cell('a', 3)], 'a b', '/a', null],
    ['a better one between', [cell('b', 1), cell('a', 3), cell('B', 2)], 'a b', '/a', null],
    ['none of another period', [cell('previousA', 1), cell('aChange', 2)], 'a previousa achange', null, null],
    ['none', [cell('x', 1)], 'a', null, null],
  ])('%s', (_, row, stems, found, twin) => {
    expect(findCells(row, stems).map((one) => one?.pointer ?? null)).toEqual([found, twin]);
  });

  it('are found by what they hold', () => {
    const row = [cell('a', 'x'), cell('b', 5)];
    expect(findCell(row, 'a b', (value) => typeof value === 'number')?.pointer).toBe('/b');
    expect(findCell(row, 'a', (value) => typeof value === 'number')).toBeNull();
  });
});

describe('names', () => {
  it.each([
    ['AI-Citations', 'aicitations', 'aicitation', 'aicitation'],
    ['total_citations', 'totalcitations', 'totalcitation', 'citation'],
    ['numberOfVisits', 'numberofvisits', 'numberofvisit', 'visit'],
    ['number_visits', 'numbervisits', 'numbervisit', 'visit'],
    ['sumOfViews', 'sumofviews', 'sumofview', 'view'],
    ['sum_views', 'sumviews', 'sumview', 'view'],
    ['count_of_views', 'countofviews', 'countofview', 'view'],
    ['nb_visits', 'nbvisits', 'nbvisit', 'visit'],
    ['citationCount', 'citationcount', 'citationcount', 'citation'],
    ['citations_number', 'citationsnumber', 'citationsnumber', 'citation'],
    ['categories', 'categories', 'category', 'category'],
    ['series', 'series', 'sery', 'sery'],
    ['status', 'status', 'status', 'status'],
    ['address', 'address', 'address', 'address'],
    ['iesx', 'iesx', 'iesx', 'iesx'],
    ['totals', 'totals', 'total', 'total'],
    ['num', 'num', 'num', 'num'],
    ['countdown', 'countdown', 'countdown', 'down'],
    ['account', 'account', 'account', 'account'],
    ['subtotals', 'subtotals', 'subtotal', 'subtotal'],
    ['counting', 'counting', 'counting', 'ing'],
    ['countess_x', 'countessx', 'countessx', 'essx'],
    ['time_series_points', 'timeseriespoints', 'timeseriespoint', 'timeseriespoint'],
    ['series_entries', 'seriesentries', 'seriesentry', 'seriesentry'],
    ['viewcounts', 'viewcounts', 'viewcount', 'viewcount'],
  ])('%s', (name, bare, singular, stem) => {
    expect([plainName(name), singularOf(name), stemOf(name)]).toEqual([bare, singular, stem]);
  });

  it.each([
    'previousVisitors',
    'prior_views',
    'visitors_previous',
    'scoreChange',
    'delta',
    'growth',
    'compareTo',
    'comparison',
    'yoy',
    'lastWeek',
    'benchmark_share',
    'target',
    'allTime',
    'citations_all_time',
    'cumulative_visitors',
    'lifetimeCitations',
    'visitors_ytd',
    'runningTotal',
  ])('%s is of another period', (name) => {
    expect(isOtherPeriod(name)).toBe(true);
  });

  it.each(['visitors', 'exchange_rate', 'lastSeen', 'retargeting'])('%s is not', (name) => {
    expect(isOtherPeriod(name)).toBe(false);
  });

  it('are one of a table in any spelling, singular or plural, and with any letters for *', () => {
    const is = oneOf('source *domain url* *cit*');
    for (const name of ['source', 'Sources', 'top_domains', 'domain', 'urlList', 'URLs', 'aiCitations'])
      expect([name, is(name)]).toEqual([name, true]);
    for (const name of ['sourced', 'resource', 'domainname', 'myurl', ''])
      expect([name, is(name)]).toEqual([name, false]);
  });

  it('are shaped from words', () => {
    expect(shaped('a b', '_ by_')).toBe('a bya as byas b byb bs bybs');
  });

  it('of another period are in no table of fields', () => {
    expect([
      isNamed('citations', 'cite citation'),
      isNamed('total_citations', 'citation'),
      isNamed('previous', 'previous'),
      isNamed('x', 'citation'),
    ]).toEqual([true, true, false, false]);
  });

  it('are escaped in a pointer', () => {
    expect([segment('a'), segment('a/b~c/d'), segment('7'), segment('')]).toEqual([
      '/a',
      '/a~1b~0c~1d',
      '/7',
      '/',
    ]);
  });

  it('of an object are found by the best alias', () => {
    expect([
      findField({ b_b: 1, A: 2 }, ['a', 'bb']),
      findField({ b_b: 1 }, ['a', 'bb']),
      findField({}, ['a']),
    ]).toEqual(['A', 'b_b', null]);
  });

  it('are looked at once, some hundreds at a time', () => {
    const asked: string[] = [];
    const length = remembered((text) => {
      asked.push(text);
      return text.length;
    });
    expect([length('ab'), length('ab'), length('abc')]).toEqual([2, 2, 3]);
    expect(asked).toEqual(['ab', 'abc']);
    for (let at = 0; at < 501; at += 1) length(`name ${at}`);
    length('ab');
    expect(asked.filter((text) => text === 'ab')).toHaveLength(2);
    length('name 500');
    expect(asked.filter((text) => text === 'name 500')).toHaveLength(1);
  });
});
