import { describe, expect, it } from 'vitest';
import { addDays, applyRecipe, type Recipe } from '../../src/index.ts';

const read = (recipe: Omit<Recipe, 'v'>, body: unknown) =>
  applyRecipe(recipe.kind, { v: 1, ...recipe }, body);

const feed: Omit<Recipe, 'v'> = {
  kind: 'citations',
  total: 'rows',
  whole: { morePages: '/more flag?', nextPage: '/next text?', rowsInAll: '/all count?' },
  lists: {
    items: [{ at: '/rows/*', fields: { url: '/rows/*/url text', engine: '/rows/*/engine engine?' } }],
  },
};
const rows = [{ url: 'https://a.example/1' }, { url: 'https://a.example/2' }];
const brands: Omit<Recipe, 'v'> = {
  kind: 'competitors',
  own: { at: '/b/*/role', is: ['self'], not: ['rival'] },
  lists: { competitors: [{ at: '/b/*', fields: { name: '/b/*/n text', share: '/b/*/s fraction' } }] },
};
const brand = (n: string, role?: unknown, s: unknown = 0.3) => ({
  n,
  s,
  ...(role === undefined ? {} : { role }),
});

describe('a figure of the whole', () => {
  const score: Omit<Recipe, 'v'> = { kind: 'authority', whole: { score: '/data/score number' } };
  it.each([{ data: { score: null } }, { data: null }])(
    'is unknown where it or its object is null: %j',
    (body) => {
      expect(read(score, body)).toMatchObject({ ok: true, value: { score: null } });
    },
  );
  it.each([
    [{ data: {} }, '/data', 'missing'],
    [{}, '', 'missing'],
    [{ data: 7 }, '/data', 'type'],
    [{ data: { score: '7' } }, '/data/score', 'type'],
    [[], '', 'type'],
    [7, '', 'type'],
  ])('is drift where it is missing or of another type: %j', (body, pointer, problem) => {
    expect(read(score, body)).toMatchObject({ ok: false, drift: { pointer, problem } });
  });
});

describe('further pages', () => {
  it.each([{ more: true }, { next: 'abc' }, { all: 3 }])(
    'are reported, and nothing is summed over one: %j',
    (pages) => {
      const found = read(feed, { rows, ...pages });
      expect(found).toMatchObject({ value: { total: null, atLeast: 2 }, notes: [{ kind: 'more pages' }] });
    },
  );
  it('a total that is as many as a full page has rows is a least number', () => {
    const recipe = { ...feed, whole: { total: '/total count' }, constants: { page: 2 } };
    expect(read(recipe, { rows, total: 2 })).toMatchObject({ value: { total: null, atLeast: 2 } });
    expect(read(recipe, { rows, total: 9 })).toMatchObject({ value: { total: 9 } });
  });
});

describe('columns and positions', () => {
  const columns: Omit<Recipe, 'v'> = {
    kind: 'analytics',
    lists: { days: [{ at: '/x/*', fields: { date: '/x/* date', visitors: '/v/* count' } }] },
  };
  it('of another length are drift: a figure would move to another day', () => {
    const found = read(columns, { x: ['2026-11-01', '2026-11-02'], v: [5] });
    expect(found).toMatchObject({ drift: { pointer: '/v', problem: 'relation', expected: 'a list of 2' } });
  });
  it('in a row of another length are drift', () => {
    const fields = { date: '/r/*/0 date', visitors: '/r/*/2 count' };
    const recipe: Omit<Recipe, 'v'> = {
      kind: 'analytics',
      known: { '/r/*': 3 },
      lists: { days: [{ at: '/r/*', fields }] },
    };
    expect(read(recipe, { r: [['2026-11-01', 1, 5]] })).toMatchObject({ value: { days: [{ visitors: 5 }] } });
    expect(read(recipe, { r: [['2026-11-01', 1, 5, 6]] })).toMatchObject({ drift: { pointer: '/r/0' } });
  });
  it('are no rows by key: a list where an object was has no names', () => {
    const recipe: Omit<Recipe, 'v'> = {
      kind: 'competitors',
      lists: { competitors: [{ at: '/m/*', fields: { name: '/m/*/# text', share: '/m/* fraction' } }] },
    };
    expect(read(recipe, { m: { A: 0.4 } })).toMatchObject({
      value: { competitors: [{ name: 'A', share: 0.4 }] },
    });
    expect(read(recipe, { m: [0.4] })).toMatchObject({ ok: false, drift: { pointer: '/m/0' } });
  });
});

describe('the own brand’s row', () => {
  it('gives the own share, and the others are competitors', () => {
    expect(read(brands, { b: [brand('R', 'rival'), brand('A', 'Self', 0.4)] })).toMatchObject({
      value: { shareOfVoice: 0.4, competitors: [{ name: 'R' }] },
    });
  });
  it.each([
    ['a third value', 'owner', '/b/1/role', 'value'],
    ['another type', true, '/b/1/role', 'type'],
    ['no value', undefined, '/b/1', 'missing'],
    ['null', null, '/b/1/role', 'missing'],
  ])('is drift with %s in a row and no own row', (_, role, pointer, problem) => {
    expect(read(brands, { b: [brand('R', 'rival'), brand('A', role)] })).toMatchObject({
      drift: { pointer, problem },
    });
  });
  it('is drift where two rows claim it, and a note where all rows say that they are others', () => {
    expect(read(brands, { b: [brand('R', 'self'), brand('A', 'self')] })).toMatchObject({
      drift: { problem: 'repeated' },
    });
    expect(read(brands, { b: [brand('R', 'rival')] })).toMatchObject({
      value: { shareOfVoice: null },
      notes: [{ kind: 'no own brand' }],
    });
  });
});

describe('a status', () => {
  const status = (measured: (string | null)[]): Omit<Recipe, 'v'> => ({
    ...feed,
    guards: [{ at: '/meta/status', measured, unmeasured: ['off'] }],
  });
  it.each(['off', 'new', 7, undefined])(
    'of the whole body that is %j makes figures and counts unknown',
    (value) => {
      const body = { rows: [], meta: value === undefined ? {} : { status: value } };
      const found = read(status(['on']), body);
      expect(found).toMatchObject({
        value: { total: null },
        notes: [{ pointer: value === undefined ? '/meta' : '/meta/status' }],
      });
    },
  );
  it('may be missing where it was missing before', () => {
    expect(read(status(['on', null]), { rows })).toMatchObject({ value: { total: 2 }, notes: [] });
  });
  it('of a row counts for the rows inside it, and a column of them for its rows', () => {
    const fields = { engine: '/e/*/name engine', url: '/e/*/rows/*/u text', count: '/e/*/rows/*/n count' };
    const guards = [{ at: '/e/*/state', measured: ['ok'], unmeasured: [] }];
    const recipe: Omit<Recipe, 'v'> = {
      kind: 'citations',
      guards,
      lists: { items: [{ at: '/e/*/rows/*', fields }] },
    };
    const body = { e: ['ok', 'off'].map((state) => ({ name: 'x', state, rows: [{ u: '/a', n: 1 }] })) };
    expect(read(recipe, body)).toMatchObject({ value: { items: [{ count: 1 }, { count: null }] } });
    const columns: Omit<Recipe, 'v'> = {
      kind: 'analytics',
      guards: [{ at: '/s/*', measured: ['ok'], unmeasured: [] }],
      lists: { days: [{ at: '/x/*', fields: { date: '/x/* date', visitors: '/v/* count' } }] },
    };
    const found = read(columns, { x: ['2026-11-01', '2026-11-02'], v: [5, 0], s: ['ok', 'off'] });
    expect(found).toMatchObject({ value: { days: [{ visitors: 5 }, { visitors: null }] } });
  });
});

describe('a recipe of another shape', () => {
  it.each<[Omit<Recipe, 'v'>, unknown]>([
    [
      { kind: 'authority', whole: { score: '/a/score number?', scale: '/a/top number?' } },
      { b: { score: 7 } },
    ],
    [feed, { data: { rows } }],
    [feed, { rows: { 'https://a.example': 3 } }],
    [feed, { rows: [null, 'a', 7, {}] }],
    [feed, rows],
    [brands, { b: { A: 0.4, B: 0.6 } }],
  ])('reads nothing of a body: %j', (recipe, body) => {
    expect(read(recipe, body)).toMatchObject({ ok: false });
  });
  it('for another endpoint is drift', () => {
    expect(applyRecipe('authority', { v: 1, ...feed }, { rows })).toMatchObject({ ok: false });
  });
});

it('figures of more or fewer days than when the recipe was learnt are drift', () => {
  const recipe = { ...feed, counted: { from: '/from date', to: '/to date', days: 29 } };
  expect(read(recipe, { rows, from: '2026-10-23', to: '2026-11-21' }).ok).toBe(true);
  expect(read(recipe, { rows, from: '2026-10-24', to: '2026-11-21' }).ok).toBe(true);
  expect(read(recipe, { rows, from: '2026-11-15', to: '2026-11-21' })).toMatchObject({
    drift: { pointer: '/from', problem: 'relation', found: '2026-11-15 to 2026-11-21' },
  });
});

describe('a relation that held when the recipe was learnt', () => {
  const days = (gaps: readonly number[], visitors = (at: number) => at % 3): unknown => {
    let date = '2026-01-05';
    return {
      d: [0, ...gaps].map((gap, at) => {
        date = addDays(date, gap);
        return { on: date, v: visitors(at), p: 5 };
      }),
    };
  };
  const recipe: Omit<Recipe, 'v'> = {
    kind: 'analytics',
    lists: {
      days: [
        { at: '/d/*', fields: { date: '/d/*/on date', visitors: '/d/*/v count', pageviews: '/d/*/p count' } },
      ],
    },
    witnesses: ['daily', 'increments', 'views'],
  };
  const each = (gap: number, size = 20): number[] => new Array<number>(size).fill(gap);

  it.each([[each(1)], [[1, 3, 9]], [[2, 2, 5, 11]], [[1, 1, 40]], [[7]], [[]]])(
    'is no alarm for days with gaps: %j',
    (gaps) => {
      expect(read(recipe, days(gaps))).toMatchObject({ ok: true });
    },
  );
  it.each([[each(7)], [[7, 14, 7]], [[31, 28, 31, 30]], [[90, 91, 92]]])(
    'shows weeks, months and quarters: %j',
    (gaps) => {
      expect(read(recipe, days(gaps))).toMatchObject({ drift: { pointer: '/d', problem: 'relation' } });
    },
  );
  it('shows a running total, and no few days that happen to rise', () => {
    expect(
      read(
        recipe,
        days(each(1), (at) => at / 4),
      ),
    ).toMatchObject({ ok: false });
    expect(
      read(
        recipe,
        days(each(1, 9), (at) => Math.min(5, at)),
      ),
    ).toMatchObject({ ok: true });
    expect(
      read(
        recipe,
        days(each(1), (at) => Math.min(5, at)),
      ),
    ).toMatchObject({ ok: true });
    expect(
      read(
        { ...recipe, witnesses: ['increments'] },
        days(each(1), (at) => at * 10),
      ),
    ).toMatchObject({ ok: false });
  });
  it('shows exchanged columns, and no single odd day', () => {
    expect(
      read(
        recipe,
        days(each(1), (at) => (at === 4 ? 9 : 2)),
      ),
    ).toMatchObject({ ok: true });
    expect(
      read(
        recipe,
        days(each(1), (at) => 6 + (at % 2)),
      ),
    ).toMatchObject({ ok: false });
  });
  it('says nothing of one page of a list', () => {
    const fields = { name: '/b/*/n text', share: '/b/*/s fraction' };
    const paged: Omit<Recipe, 'v'> = {
      kind: 'competitors',
      whole: { shareOfVoice: '/s fraction', morePages: '/more flag?' },
      lists: { competitors: [{ at: '/b/*', fields }] },
      witnesses: ['whole'],
    };
    const body = { s: 0.4, b: [{ n: 'R', s: 0.3 }] };
    expect(read(paged, body)).toMatchObject({ drift: { pointer: '/s' } });
    expect(read(paged, { ...body, more: true })).toMatchObject({ ok: true, notes: [{ kind: 'more pages' }] });
  });
  it('shows a score on a smaller scale by its decimals', () => {
    const score: Omit<Recipe, 'v'> = {
      kind: 'authority',
      whole: { score: '/s number' },
      constants: { scale: 100 },
      decimals: { score: 0 },
    };
    expect(read(score, { s: 8.4 })).toMatchObject({ drift: { pointer: '/s', problem: 'relation' } });
    expect(read(score, { s: 8 })).toMatchObject({ ok: true });
    expect(read(score, { s: 101 })).toMatchObject({ drift: { pointer: '/s', problem: 'value' } });
  });
});
