import { describe, expect, it } from 'vitest';
import { readAnalytics } from '../../src/index.ts';
import type { JsonObject } from '../../src/reading/json.ts';
import { positional } from '../../src/reading/positions.ts';

const rows = [
  { day: 'a', metrics: [5, 9] },
  { day: 'b', metrics: [6, 8] },
];

const named = (body: unknown, list: readonly JsonObject[] = rows): unknown =>
  positional(list, '/data/*', body)?.map((row) =>
    row
      .filter(({ pointer, value }) => /\/\d$/.test(pointer) && value !== undefined)
      .map(({ name, pointer, value }) => [name, pointer, value]),
  ) ?? null;

const both = [
  [
    ['visitors', '/data/*/metrics/0', 5],
    ['views', '/data/*/metrics/1', 9],
  ],
  [
    ['visitors', '/data/*/metrics/0', 6],
    ['views', '/data/*/metrics/1', 8],
  ],
];
const names = ['visitors', 'views'];

describe('values in lists whose names stand elsewhere in the body', () => {
  it.each<[string, unknown]>([
    ['under the same name', { query: { metrics: names } }],
    ['as headers', { metricHeaders: [{ name: 'visitors' }, { name: 'views' }] }],
    ['at two places alike', { query: { metrics: names }, metric_labels: names }],
    ['at a depth', { a: { b: { c: { d: { e: { metrics: names } } } } } }],
    ['of more than there are', { metrics: ['visitors', 'views', 'rate'] }],
  ])('%s', (_, body) => {
    expect(named(body)).toMatchObject(both);
  });

  it.each<[string, unknown]>([
    ['nowhere', {}],
    ['at two places that differ', { query: { metrics: names }, metric_labels: ['views', 'visitors'] }],
    ['too few', { metrics: ['visitors'] }],
    ['too deep', { a: { b: { c: { d: { e: { f: { metrics: names } } } } } } }],
    ['in a list of rows', { other: [{ metrics: names }] }],
  ])('are not taken: %s', (_, body) => {
    expect(named(body)).toBeNull();
  });

  it.each<[string, readonly JsonObject[]]>([
    ['a row without its list', [{ metrics: [5, 9] }, { metrics: null }]],
    ['a row with one value more', [{ metrics: [5, 9] }, { metrics: [6, 8, 7] }]],
    ['a first row with one value more', [{ metrics: [6, 8, 7] }, { metrics: [5, 9] }]],
    ['a text of their name', [{ metrics: 'uv' }]],
  ])('are not taken for %s', (_, list) => {
    expect(named({ query: { metrics: names } }, list)).toBeNull();
  });

  it('are taken from values in a list that is itself named so', () => {
    expect(named({ headers: names }, [{ values: [5, { value: 9 }] }])).toEqual([
      [
        ['visitors', '/data/*/values/0', 5],
        ['views', '/data/*/values/1', 9],
      ],
    ]);
  });

  it('of a body that is nested without end are looked for no deeper than six objects', () => {
    const body = JSON.parse(
      `{"data":[{"metrics":[5]}],"deep":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_001)}`,
    );
    expect(readAnalytics(body).ok).toBe(false);
  });
});
