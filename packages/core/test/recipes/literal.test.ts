import { expect, it } from 'vitest';
import { applyRecipe, type Endpoint, type Recipe } from '../../src/index.ts';

const read = (recipe: Omit<Recipe, 'v'>, body: unknown) =>
  applyRecipe(recipe.kind, { v: 1, ...recipe }, body);

const brands = (more: object = {}): Omit<Recipe, 'v'> => ({
  kind: 'competitors',
  whole: { shareOfVoice: '/own percent' },
  lists: { competitors: [{ at: '/c/*', fields: { name: '/c/*/n text', share: '/c/*/s percent' }, ...more }] },
});
const withRows = (...rows: [string, number][]) => ({ own: 40, c: rows.map(([n, s]) => ({ n, s })) });

it.each([0.9, 7, 84, 100])('a scale of 100 with a score of %d stays as written', (score) => {
  const recipe = { kind: 'authority', whole: { score: '/nota number' }, constants: { scale: 100 } } as const;
  expect(read(recipe, { nota: score })).toMatchObject({ ok: true, value: { score, scale: 100 } });
});

it.each(['All others', 'Total', 'Average', 'Others', 'You'])(
  'a row named %s stays where the recipe does not except it, and goes where it does',
  (name) => {
    const body = withRows([name, 20], ['R', 40]);
    expect(read(brands(), body)).toMatchObject({
      value: { competitors: [{ name, share: 0.2 }, { name: 'R' }] },
    });
    const excepted = read(brands({ except: [name.toUpperCase()] }), body);
    expect(excepted).toMatchObject({ value: { competitors: [{ name: 'R' }] } });
  },
);

it('an own share that equals a row’s stays, and so does the row', () => {
  expect(read(brands(), withRows(['A', 40], ['B', 20]))).toMatchObject({
    value: {
      shareOfVoice: 0.4,
      competitors: [
        { name: 'A', share: 0.4 },
        { name: 'B', share: 0.2 },
      ],
    },
  });
});

it('shares that exceed the whole together stay', () => {
  expect(read(brands(), withRows(['A', 90], ['B', 80])).ok).toBe(true);
});

it.each<[Endpoint, Omit<Recipe, 'v' | 'kind'>, unknown, unknown]>([
  ['authority', { whole: { score: '/results/0!/score number' } }, { results: [{ score: 7 }] }, { score: 7 }],
  ['authority', { whole: { score: '/results/0!/score number' } }, { results: [] }, { score: null }],
  ['authority', { whole: { score: '/~20!/~2*/~2# number' } }, { '0!': { '*': { '#': 7 } } }, { score: 7 }],
  ['authority', { whole: { score: '/a~1b/~0c number' } }, { 'a/b': { '~c': 7 } }, { score: 7 }],
  [
    'authority',
    { whole: { score: '/toString number?', scale: '/top number' } },
    { top: 9 },
    { score: null, scale: 9 },
  ],
])('%s by %j', (kind, recipe, body, value) => {
  expect(read({ kind, ...recipe }, body)).toMatchObject({ ok: true, value });
});

it('a second entry where one is expected is drift at the list', () => {
  const found = read(
    { kind: 'authority', whole: { score: '/results/0!/score number' } },
    { results: [{ score: 7 }, {}] },
  );
  expect(found).toMatchObject({ drift: { pointer: '/results', problem: 'type', found: 'a list of 2' } });
});

it('rows of one key are summed where the recipe says so; an unknown part makes the sum unknown', () => {
  const fields = { date: '/d/*/on date', visitors: '/d/*/v count', citations: '/d/*/c count' };
  const recipe: Omit<Recipe, 'v'> = {
    kind: 'analytics',
    lists: { days: [{ at: '/d/*', fields, merge: 'sum' }] },
  };
  const body = {
    d: [
      { on: '2026-11-02', v: 1, c: 1 },
      { on: '2026-11-01', v: 2, c: null },
      { on: '2026-11-02', v: 3, c: 4 },
      { on: '2026-11-01', v: 5, c: 6 },
    ],
  };
  expect(read(recipe, body)).toMatchObject({
    value: {
      days: [
        { date: '2026-11-01', visitors: 7, citations: null },
        { date: '2026-11-02', visitors: 4, citations: 5 },
      ],
    },
  });
});
