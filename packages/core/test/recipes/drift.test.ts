import { describe, expect, it } from 'vitest';
import { addDays, applyRecipe, readByRecipe } from '../../src/index.ts';
import { brands, days, items, read, score, type Unversioned } from './recipe-builders.ts';

const feed = items(
  '/rows/*',
  { url: 'url text', engine: 'engine engine?' },
  { total: 'rows', whole: { morePages: '/more flag?', nextPage: '/next text?', rowsInAll: '/all count?' } },
);
const rows = [{ url: 'https://a.example/1' }, { url: 'https://a.example/2' }];
const roles = brands(
  '/b/*',
  { name: 'n text', share: 's fraction' },
  { own: { at: '/b/*/role', is: ['self'], not: ['rival'] } },
);
const brand = (n: string, role?: unknown, s = 0.3) => ({ n, s, ...(role === undefined ? {} : { role }) });
const columns = days('/x/*', { date: '/x/* date', visitors: '/v/* count' });

describe('a figure of the whole', () => {
  const figure = score('/data/score number');
  it.each([{ data: { score: null } }, { data: null }])(
    'is unknown if it or its object is null: %j',
    (body) => {
      expect(read(figure, body)).toMatchObject({ ok: true, value: { score: null } });
    },
  );
  it.each([
    [{ data: {} }, '/data', 'missing'],
    [{}, '', 'missing'],
    [{ data: 7 }, '/data', 'type'],
    [{ data: { score: '7' } }, '/data/score', 'type'],
    [[], '', 'type'],
    [7, '', 'type'],
  ])('is drift if it is missing or of another type: %j', (body, pointer, problem) => {
    expect(read(figure, body)).toMatchObject({ ok: false, drift: { pointer, problem } });
  });
});

describe('further pages', () => {
  it.each([{ more: true }, { next: 'abc' }, { all: 3 }])(
    'are reported, and one page is not summed: %j',
    (pages) => {
      const found = read(feed, { rows, ...pages });
      expect(found).toMatchObject({ value: { total: null, atLeast: 2 }, notes: [{ kind: 'more pages' }] });
    },
  );
  it('that do not exist leave the total', () => {
    expect(read(feed, { rows, more: false })).toMatchObject({ value: { total: 2 }, notes: [] });
  });
  it("make a total of a full page's length a minimum", () => {
    const recipe = { ...feed, whole: { total: '/total count' }, constants: { page: 2 } };
    expect(read(recipe, { rows, total: 2 })).toMatchObject({ value: { total: null, atLeast: 2 } });
    expect(read(recipe, { rows, total: 9 })).toMatchObject({ value: { total: 9 } });
  });
});

describe('columns and positions', () => {
  it('of another length are drift, because a figure would move to another day', () => {
    const found = read(columns, { x: ['2026-11-01', '2026-11-02'], v: [5] });
    expect(found).toMatchObject({ drift: { pointer: '/v', problem: 'relation', expected: 'a list of 2' } });
  });
  it('in a row of another length are drift', () => {
    const recipe = days('/r/*', { date: '0 date', visitors: '2 count' }, { known: { '/r/*': 3 } });
    expect(read(recipe, { r: [['2026-11-01', 1, 5]] })).toMatchObject({ value: { days: [{ visitors: 5 }] } });
    expect(read(recipe, { r: [['2026-11-01', 1, 5, 6]] })).toMatchObject({ drift: { pointer: '/r/0' } });
  });
  it('are drift for rows by key: a list instead of an object has no names', () => {
    const recipe = brands('/m/*', { name: '# text', share: '/m/* fraction' });
    expect(read(recipe, { m: { A: 0.4 } })).toMatchObject({
      value: { competitors: [{ name: 'A', share: 0.4 }] },
    });
    expect(read(recipe, { m: [0.4] })).toMatchObject({ ok: false, drift: { pointer: '/m/0' } });
  });
});

describe('the own brand’s row', () => {
  it('gives the own share, and the others are competitors', () => {
    expect(read(roles, { b: [brand('R', 'rival'), brand('A', 'Self', 0.4)] })).toMatchObject({
      value: { shareOfVoice: 0.4, competitors: [{ name: 'R' }] },
    });
  });
  it.each([
    ['a third value', 'owner', '/b/1/role', 'value'],
    ['another type', true, '/b/1/role', 'type'],
    ['no value', undefined, '/b/1', 'missing'],
    ['null', null, '/b/1/role', 'missing'],
  ])('is drift with %s in a row and no own row', (_, role, pointer, problem) => {
    const body = { b: [brand('R', 'rival'), brand('A', role)] };
    expect(read(roles, body)).toMatchObject({ drift: { pointer, problem } });
  });
  it('is drift if two rows match, and a note if all rows are others', () => {
    const two = { b: [brand('R', 'self'), brand('A', 'self')] };
    expect(read(roles, two)).toMatchObject({ drift: { problem: 'repeated' } });
    expect(read(roles, { b: [brand('R', 'rival')] })).toMatchObject({
      value: { shareOfVoice: null },
      notes: [{ kind: 'no own brand' }],
    });
  });
});

describe('a status', () => {
  const status = (...measured: (string | null)[]): Unversioned => ({
    ...feed,
    guards: [{ at: '/meta/status', measured, unmeasured: ['off'] }],
  });
  it.each(['off', 'new', 7, undefined])(
    'of the whole body that is %j makes figures and counts unknown',
    (value) => {
      const body = { rows: [], meta: value === undefined ? {} : { status: value } };
      const pointer = value === undefined ? '/meta' : '/meta/status';
      expect(read(status('on'), body)).toMatchObject({ value: { total: null }, notes: [{ pointer }] });
    },
  );
  it('may be missing if it was missing before', () => {
    expect(read(status('on', null), { rows })).toMatchObject({ value: { total: 2 }, notes: [] });
  });
  it('of a row applies to the rows inside it, and a column of them to its rows', () => {
    const guarded = (at: string) => ({ guards: [{ at, measured: ['ok'], unmeasured: [] }] });
    const fields = { engine: '/e/*/name engine', url: 'u text', count: 'n count' };
    const body = { e: ['ok', 'off'].map((state) => ({ name: 'x', state, rows: [{ u: '/a', n: 1 }] })) };
    expect(read(items('/e/*/rows/*', fields, guarded('/e/*/state')), body)).toMatchObject({
      value: { items: [{ count: 1 }, { count: null }] },
    });
    const inColumns = { x: ['2026-11-01', '2026-11-02'], v: [5, 0], s: ['ok', 'off'] };
    expect(read({ ...columns, ...guarded('/s/*') }, inColumns)).toMatchObject({
      value: { days: [{ visitors: 5 }, { visitors: null }] },
    });
  });
});

describe('a recipe of another shape', () => {
  const optional = { kind: 'authority', whole: { score: '/a/s number?', scale: '/a/top number?' } } as const;
  it.each<[Unversioned, unknown]>([
    [optional, { b: { s: 7 } }],
    [feed, { data: { rows } }],
    [feed, { rows: { 'https://a.example': 3 } }],
    [feed, { rows: [null, 'a', 7, {}] }],
    [feed, rows],
    [roles, { b: { A: 0.4, B: 0.6 } }],
  ])('reads nothing of a body: %j', (recipe, body) => {
    expect(read(recipe, body)).toMatchObject({ ok: false });
  });
  it('for another endpoint is drift', () => {
    expect(applyRecipe('authority', { v: 1, ...feed }, { rows })).toMatchObject({ ok: false });
  });
});

it('a recipe takes figures of more or fewer days than it learnt for drift', () => {
  const recipe = { ...feed, counted: { from: '/from date', to: '/to date', days: 29 } };
  const from = (day: string) => read(recipe, { rows, from: day, to: '2026-11-21' });
  expect([from('2026-10-23').ok, from('2026-10-24').ok]).toEqual([true, true]);
  expect(from('2026-11-15')).toMatchObject({
    drift: { pointer: '/from', problem: 'relation', found: '2026-11-15 to 2026-11-21' },
  });
});

describe('a relation of the learnt bodies', () => {
  const dated = (gaps: readonly number[], visitors = (at: number) => at % 3) => {
    let date = '2026-01-05';
    return {
      d: [0, ...gaps].map((gap, at) => {
        date = addDays(date, gap);
        return { on: date, v: visitors(at), p: 5 };
      }),
    };
  };
  const fields = { date: 'on date', visitors: 'v count', pageviews: 'p count' };
  const recipe = days('/d/*', fields, { witnesses: ['daily', 'increments', 'views'] });
  const each = (gap: number, size = 20): number[] => new Array<number>(size).fill(gap);

  it.each([[each(1)], [[1, 3, 9]], [[2, 2, 5, 11]], [[1, 1, 40]], [[7]], [[]]])(
    'accepts days with gaps: %j',
    (gaps) => expect(read(recipe, dated(gaps))).toMatchObject({ ok: true }),
  );
  it.each([[each(7)], [[7, 14, 7]], [[31, 28, 31, 30]], [[90, 91, 92]]])(
    'detects weeks, months and quarters: %j',
    (gaps) => {
      expect(read(recipe, dated(gaps))).toMatchObject({
        drift: { pointer: '/d', problem: 'relation', expected: 'the rows are a day apart' },
      });
    },
  );
  it.each<[string, ok: boolean, number[], (at: number) => number]>([
    ['a running total', false, each(1), (at) => at * 10],
    ['no few days that happen to rise', true, each(1, 9), (at) => Math.min(5, at)],
    ['no column that rises and then stays', true, each(1), (at) => Math.min(5, at)],
  ])('checks %s', (_, ok, gaps, visitors) => {
    const increments = days('/d/*', fields, { witnesses: ['increments'] });
    expect(read(increments, dated(gaps, visitors)).ok).toBe(ok);
  });
  it('takes seven days for a running total if every column rises', () => {
    const increments = days('/d/*', fields, { witnesses: ['increments'] });
    const week = (views: (at: number) => number) =>
      dated(each(1, 6), (at) => at * 10).d.map((day, at) => ({ ...day, p: views(at) }));
    expect(read(increments, { d: week((at) => 90 + 40 * at) }).ok).toBe(false);
    expect(read(increments, { d: week((at) => 90 - at) }).ok).toBe(true);
  });
  it('detects exchanged columns, and accepts one odd day', () => {
    expect(
      read(
        recipe,
        dated(each(1), (at) => 6 + (at % 2)),
      ).ok,
    ).toBe(false);
    expect(
      read(
        recipe,
        dated(each(1), (at) => (at === 4 ? 9 : 2)),
      ).ok,
    ).toBe(true);
  });
  it('is not applied to one page of a list', () => {
    const whole = { shareOfVoice: '/s fraction', morePages: '/more flag?' };
    const paged = brands('/b/*', { name: 'n text', share: 's fraction' }, { whole, witnesses: ['whole'] });
    const body = { s: 0.4, b: [{ n: 'R', s: 0.3 }] };
    expect(read(paged, body)).toMatchObject({ drift: { pointer: '/s' } });
    expect(read(paged, { ...body, more: true })).toMatchObject({ ok: true, notes: [{ kind: 'more pages' }] });
  });
  it('detects a score on a smaller scale by its decimals', () => {
    const of100 = score('/s number', { constants: { scale: 100 }, decimals: { score: 0 } });
    expect(read(of100, { s: 8.4 })).toMatchObject({ drift: { pointer: '/s', problem: 'relation' } });
    expect(read(of100, { s: 8 })).toMatchObject({ ok: true });
    expect(read(of100, { s: 101 })).toMatchObject({ drift: { pointer: '/s', problem: 'value' } });
  });
  it('detects the own share alone as a fraction', () => {
    const fields = { name: '# text', share: '/m/* fraction' };
    const recipe = brands('/m/*', fields, {
      whole: { shareOfVoice: '/own percent' },
      decimals: { shareOfVoice: 1 },
    });
    const found = (own: number) => read(recipe, { own, m: { R: 0.35 } });
    expect(found(0.412)).toMatchObject({ drift: { pointer: '/own', problem: 'relation' } });
    expect(readByRecipe('competitors', { v: 1, ...recipe }, { own: 0.488, m: { R: 0.35 } })).toMatchObject({
      pointer: '/own',
      reason:
        'it no longer fits its recipe at /own: so far shares were read as per cent; now they look like fractions (0.488)',
    });
    expect(found(0.6)).toMatchObject({ value: { shareOfVoice: 0.006 } });
  });
  it('detects shares that no longer fit their mentions', () => {
    const recipe: Unversioned = {
      kind: 'competitors',
      whole: { shareOfVoice: '/s percent', mentions: '/m count', totalMentions: '/t count' },
      witnesses: ['mentions'],
    };
    expect(read(recipe, { s: 40, m: 8, t: 20 }).ok).toBe(true);
    expect(read(recipe, { s: 0.4, m: 8, t: 20 })).toMatchObject({ drift: { problem: 'relation' } });
  });
});
