import { describe, expect, it } from 'vitest';
import {
  complaintsOf,
  isMappingField,
  isMappingPointer,
  mappingFields,
} from '../../src/reading/mapping-plan.ts';
import { endsEmpty, matchesOf, segmentsOf, whereItEnds } from '../../src/reading/pointer.ts';

const body = { data: { rows: [{ a: 1 }, { a: 2, 'b/c': 3 }], none: [], nil: null, '*': 'star' }, more: {} };
const at = (pointer: string): readonly string[] => segmentsOf(pointer) ?? [];

describe('a JSON Pointer with * for each entry', () => {
  it.each<[string, readonly string[] | null]>([
    ['', []],
    ['/a', ['a']],
    ['/a/0/*', ['a', '0', '*']],
    ['/a~1b/~01', ['a/b', '~1']],
    ['a', null],
    ['*', null],
    ['/a~2', null],
    ['/~', null],
  ])('%j', (pointer, segments) => {
    expect(segmentsOf(pointer)).toEqual(segments);
  });

  it.each<[string, readonly unknown[]]>([
    ['', [{ key: '', value: body }]],
    ['/data/rows/1/a', [{ key: 'a', value: 2 }]],
    [
      '/data/rows/*/a',
      [
        { key: 'a', value: 1 },
        { key: 'a', value: 2 },
      ],
    ],
    ['/data/rows/*/b~1c', [{ key: 'b/c', value: 3 }]],
    ['/data/rows/0/*', [{ key: 'a', value: 1 }]],
    ['/data/nil', [{ key: 'nil', value: null }]],
    ['/data/nil/x', []],
    ['/data/none/*', []],
    ['/data/nil/*', []],
    ['/data/rows/0/a/*', []],
  ])('%s finds', (pointer, found) => {
    expect(matchesOf(body, at(pointer))).toEqual(found);
  });

  it.each<[string, boolean]>([
    ['/data/none/*', true],
    ['/data/none/*/a', true],
    ['/more/*', true],
    ['/data/rows/*', false],
    ['/data/rows/*/z', false],
    ['/data/nil/*', false],
    ['/data/none/0', false],
    ['/nowhere/*', false],
  ])('%s ends at a list or an object without entries: %s', (pointer, empty) => {
    expect(endsEmpty(body, at(pointer))).toBe(empty);
  });

  it('does not end empty where another row has entries', () => {
    expect(endsEmpty({ rows: [{ by: [] }, { by: 'x' }] }, at('/rows/*/by/*'))).toBe(false);
    expect(endsEmpty({ rows: [{ by: [] }, { by: {} }] }, at('/rows/*/by/*'))).toBe(true);
    expect(endsEmpty([], at('/*'))).toBe(true);
    expect(endsEmpty([], at(''))).toBe(false);
    expect(endsEmpty([[1]], at('/*/*'))).toBe(false);
  });

  it.each<[string, string]>([
    ['/data/rows/*/z', 'at /data/rows/* there is a'],
    ['/date', 'at the top there is data, more'],
    ['/data/none/0', 'at /data/none there is a list of 0'],
    ['/data/nil/x', 'at /data/nil there is null'],
    ['/data/rows/0/a/x', 'at /data/rows/0/a there is a number'],
    ['/data/rows/1/b~1c/x', 'at /data/rows/1/b~1c there is a number'],
    ['/more/x', 'at /more there is nothing'],
    ['/data/*/*/b~1c/z', 'at /data/*/*/b~1c there is a number'],
  ])('%s: %s', (pointer, words) => {
    expect(whereItEnds(body, at(pointer))).toBe(words);
  });

  it('names eight fields at most', () => {
    const names = (count: number): string => 'abcdefghij'.slice(0, count).split('').join(', ');
    const wide = (count: number): unknown =>
      Object.fromEntries(
        'abcdefghij'
          .slice(0, count)
          .split('')
          .map((name) => [name, 1]),
      );
    expect(whereItEnds(wide(8), ['z'])).toBe(`at the top there is ${names(8)}`);
    expect(whereItEnds(wide(9), ['z'])).toBe(`at the top there is ${names(8)}, …`);
  });
});

describe('a mapping by itself', () => {
  it.each<[string, boolean]>([
    ['*', true],
    ['', true],
    ['/a', true],
    ['a', false],
  ])('a pointer %j: %s', (text, is) => {
    expect(isMappingPointer(text)).toBe(is);
  });

  it('has the fields of its reader', () => {
    expect({
      websites: mappingFields('websites'),
      analytics: mappingFields('analytics'),
      citations: mappingFields('citations'),
      competitors: mappingFields('competitors'),
      authority: mappingFields('authority'),
    }).toEqual({
      websites: ['id', 'name', 'domain'],
      analytics: ['date', 'visitors', 'pageviews', 'citations'],
      citations: [
        'total',
        'items.engine',
        'items.count',
        'items.url',
        'items.domain',
        'items.date',
        'items.title',
      ],
      competitors: [
        'shareOfVoice',
        'mentions',
        'totalMentions',
        'competitors.name',
        'competitors.domain',
        'competitors.share',
        'competitors.mentions',
      ],
      authority: ['score', 'scale', 'components.name', 'components.score', 'components.weight'],
    });
  });

  it.each<['websites' | 'analytics' | 'citations' | 'competitors' | 'authority', string, boolean]>([
    ['websites', 'id', true],
    ['websites', 'url', false],
    ['analytics', 'bounce_rate', true],
    ['citations', 'engine', true],
    ['citations', 'items.engine', true],
    ['citations', 'byEngine.engine', true],
    ['citations', 'x.engine', false],
    ['competitors', 'mentions', true],
    ['competitors', 'competitors.mentions', true],
    ['authority', 'score', true],
    ['authority', 'weight', true],
    ['authority', 'scor', false],
  ])('%s: %s may be placed: %s', (kind, name, is) => {
    expect(isMappingField(kind, name)).toBe(is);
  });

  it('is told everything that is wrong with it', () => {
    const wrong = { rows: '*', fields: { score: 7, grade: '/a' }, shareUnit: 'parts', brand: 7, scale: 0 };
    expect(complaintsOf('authority', wrong as never)).toEqual([
      'rows: "*" is no JSON Pointer: write it as /data/*/day',
      'score: 7 is no JSON Pointer: write it as /data/*/day',
      'grade: no such field; there are score, scale, components.name, components.score, components.weight',
      'shareUnit: it is percent or fraction',
      'brand: it is a name',
      'scale: it is a number above 0',
    ]);
    expect(complaintsOf('websites', { fields: null } as never)).toEqual([
      '`fields` has to be an object of JSON Pointers',
    ]);
    expect(complaintsOf('websites', { rows: '/*', fields: {} })).toEqual([
      '`fields` places nothing; there are id, name, domain',
    ]);
    expect(
      complaintsOf('citations', { fields: { total: null, 'notbyEngine.count': '/n' } } as never),
    ).toEqual([
      'total: null is no JSON Pointer: write it as /data/*/day',
      'notbyEngine.count: no such field; there are total, items.engine, items.count, items.url, items.domain, items.date, items.title',
    ]);
    expect(
      complaintsOf('authority', { rows: '', fields: { score: '/a' }, shareUnit: 'fraction', scale: 5 }),
    ).toEqual([]);
    expect(complaintsOf('authority', { fields: { name: '*' }, shareUnit: 'percent' })).toEqual([]);
  });
});
