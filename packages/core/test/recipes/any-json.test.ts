import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyRecipe, type Recipe } from '../../src/index.ts';
import { resolvePointer } from './resolve-pointer.ts';

const recipes: readonly Recipe[] = [
  {
    v: 1,
    kind: 'analytics',
    whole: { from: '/a date?', visitors: '/b/a count?' },
    lists: {
      days: [
        {
          at: '/c/*',
          fields: { date: '/c/*/a yyyymmdd', visitors: '/c/*/b/c number', rate: '/b/* number?' },
        },
      ],
    },
    known: { '': ['a', 'b', 'c'], '/c/*': ['a', 'b'] },
    guards: [{ at: '/c/*/c', measured: [true, null], unmeasured: [false] }],
    witnesses: ['daily', 'increments', 'views', 'period'],
  },
  {
    v: 1,
    kind: 'citations',
    whole: { total: '/a text-count?', nextPage: '/c text?' },
    total: 'rows',
    lists: {
      items: [
        {
          at: '/b/*/c/*',
          fields: { url: '/b/*/c/*/a text', engine: '/b/*/# engine', date: '/b/*/c/*/b instant?' },
        },
      ],
      byEngine: [{ at: '/c/*', fields: { engine: '/c/*/# engine', count: '/c/* count' }, merge: 'sum' }],
    },
    expect: { '/b/c': true },
    witnesses: ['engines', 'rows'],
  },
  {
    v: 1,
    kind: 'competitors',
    whole: {
      shareOfVoice: '/a text-percent?',
      totalMentions: '/b/0!/a milliseconds?'.replace('milliseconds', 'count'),
    },
    own: { at: '/c/*/b', is: [true], same: '/a' },
    lists: {
      competitors: [
        { at: '/c/*', fields: { name: '/c/*/a id', domain: '/c/*/b host?', share: '/c/*/c percent' } },
      ],
    },
    decimals: { shareOfVoice: 1, 'competitors.share': 1 },
    witnesses: ['mentions', 'whole', 'brands'],
  },
  {
    v: 1,
    kind: 'websites',
    lists: { websites: [{ at: '/*', fields: { id: '/*/a id', domain: '/*/b host?' } }] },
  },
  {
    v: 1,
    kind: 'authority',
    whole: { score: '/a number' },
    lists: { components: [{ at: '/b/*/*', fields: { name: '/b/*/*/# text', score: '/b/*/* number' } }] },
    witnesses: ['weights'],
  },
];

const names = fc.constantFrom('a', 'b', 'c', 'd', '0', '*', 'a/b', '~', '__proto__', 'toString', 'length');
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<unknown>(
      null,
      true,
      0,
      1,
      -1,
      0.5,
      1e300,
      '',
      '7',
      '41.2%',
      'a.example',
      '2026-11-21',
      '20261121',
    ),
    fc.array(tie('json'), { maxLength: 4 }),
    fc
      .array(fc.tuple(names, tie('json')), { maxLength: 5 })
      .map(
        (entries) =>
          JSON.parse(
            `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`,
          ) as unknown,
      ),
  ),
}));

describe('any JSON body', () => {
  it('gives a value, or drift at an existing pointer, without an error', () => {
    fc.assert(
      fc.property(fc.constantFrom(...recipes), json, (recipe, body) => {
        const applied = applyRecipe(recipe.kind, recipe, body);
        const pointers = applied.ok ? applied.notes.map(({ pointer }) => pointer) : [applied.drift.pointer];
        for (const pointer of pointers) expect(resolvePointer(body, pointer)).not.toBeUndefined();
        expect(JSON.stringify(applied).length).toBeLessThan(20_000);
      }),
      { numRuns: 500 },
    );
  });

  it('is read as a recipe or refused with problems', () => {
    fc.assert(
      fc.property(fc.constantFrom(...recipes), names, json, (recipe, name, part) => {
        const keys = Object.keys(recipe);
        const wrong = { ...recipe, [keys[name.length % keys.length] as string]: part } as Recipe;
        try {
          applyRecipe(recipe.kind, wrong, { a: 1, b: [], c: {} });
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(RangeError);
        }
      }),
      { numRuns: 300 },
    );
  });
});

/** Counts every read of a field of a body and of what is in it. */
function counted(body: unknown): { readonly body: unknown; readonly reads: () => number } {
  let reads = 0;
  const known = new WeakMap<object, object>();
  const wrap = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const before = known.get(value);
    if (before) return before;
    const proxy: object = new Proxy(value, {
      get(target, name) {
        reads += 1;
        return wrap(Reflect.get(target, name));
      },
      ownKeys(target) {
        const keys = Reflect.ownKeys(target);
        reads += keys.length;
        return keys;
      },
    });
    known.set(value, proxy);
    return proxy;
  };
  return { body: wrap(body), reads: () => reads };
}

const day = (at: number): string => new Date(Date.UTC(2020, 0, 1 + at)).toISOString().slice(0, 10);
const list = (size: number): number[] => Array.from({ length: size }, (_, at) => at);

describe('the number of steps of a reading', () => {
  it.each<[string, Recipe, (size: number) => unknown]>([
    [
      'rows with new fields and states',
      {
        v: 1,
        kind: 'analytics',
        lists: { days: [{ at: '/d/*', fields: { date: '/d/*/on date', visitors: '/d/*/v/n count' } }] },
        known: { '': ['d'], '/d/*': ['on', 'v', 'state'], '/d/*/v': ['n'] },
        guards: [{ at: '/d/*/state', measured: ['ok'], unmeasured: ['off'] }],
        witnesses: ['daily', 'increments'],
      },
      (size) => ({
        d: list(size).map((at) => ({ on: day(at), v: { n: at % 7, x: 1 }, state: at % 2 ? 'ok' : 'off' })),
      }),
    ],
    [
      'a map by key with an own brand',
      {
        v: 1,
        kind: 'competitors',
        own: { at: '/m/*/own', is: [true], not: [false] },
        lists: { competitors: [{ at: '/m/*', fields: { name: '/m/*/# text', share: '/m/*/s fraction' } }] },
      },
      (size) => ({ m: Object.fromEntries(list(size).map((at) => [`b${at}`, { s: 0.1, own: at === 0 }])) }),
    ],
    [
      'columns',
      {
        v: 1,
        kind: 'analytics',
        lists: { days: [{ at: '/x/*', fields: { date: '/x/* date', visitors: '/v/* count' } }] },
      },
      (size) => ({ x: list(size).map(day), v: list(size) }),
    ],
    [
      'many rows inside one row with many names',
      {
        v: 1,
        kind: 'citations',
        total: 'rows',
        lists: {
          items: [{ at: '/e/*/rows/*', fields: { url: '/e/*/rows/*/u text', count: '/e/*/rows/*/n count' } }],
        },
        known: { '/e/*': ['rows'], '/e/*/rows/*': ['u', 'n'] },
      },
      (size) => ({
        e: [
          {
            ...Object.fromEntries(list(size).map((at) => [`new${at}`, at])),
            rows: list(size).map((n) => ({ u: `/${n}`, n })),
          },
          { rows: [{ u: '/last', n: 1 }] },
        ],
      }),
    ],
    [
      'two parts of one list, and summed keys',
      {
        v: 1,
        kind: 'analytics',
        lists: {
          days: [
            { at: '/a/*', fields: { date: '/a/*/d date', visitors: '/a/*/n count' }, merge: 'sum' },
            { at: '/b/*', fields: { date: '/b/*/d date', citations: '/b/*/n count' }, merge: 'sum' },
          ],
        },
      },
      (size) => ({
        a: list(size).map((at) => ({ d: day(at >> 1), n: at })),
        b: list(size).map((at) => ({ d: day(at >> 1), n: at })),
      }),
    ],
  ])('grows linearly with the body: %s', (_, recipe, make) => {
    const readsOf = (size: number): number => {
      const { body, reads } = counted(make(size));
      expect(applyRecipe(recipe.kind, recipe, body)).toMatchObject({ ok: true });
      return reads();
    };
    const [small, large] = [readsOf(200), readsOf(800)];
    expect(large).toBeLessThan(4.3 * small);
  });
});
