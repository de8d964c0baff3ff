import { describe, expect, it } from 'vitest';
import { applyRecipe, type Endpoint, type Recipe, validateRecipe } from '../../src/index.ts';
import { brands, days, items, read, score, type Unversioned } from './recipe-builders.ts';

const plainDays = days('/days/*', { date: 'date date', visitors: 'visitors count' });
const on = (day: number, more: object = {}) => ({ date: `2026-11-0${day}`, ...more });
const named = brands(
  '/c/*',
  { name: 'n text', share: 's percent' },
  { whole: { shareOfVoice: '/own percent' } },
);
const withRows = (...rows: [string, number][]) => ({ own: 40, c: rows.map(([n, s]) => ({ n, s })) });
const mapped = brands(
  '/m/rivals/*',
  { name: '# text', share: '/m/rivals/* fraction' },
  { whole: { shareOfVoice: '/m/own percent' } },
);

it('a recipe reads a map by key, each field in its own unit, and leaves other fields unknown', () => {
  expect(read(mapped, { m: { own: 41.2, rivals: { Rival: 0.35, Other: 0.24 } } })).toEqual({
    ok: true,
    notes: [],
    value: {
      shareOfVoice: 0.412,
      mentions: null,
      totalMentions: null,
      competitors: [
        { name: 'Rival', domain: null, share: 0.35, mentions: null },
        { name: 'Other', domain: null, share: 0.24, mentions: null },
      ],
    },
  });
});

describe('a recipe reads', () => {
  const nested = items('/a/*/s/*', { engine: '/a/*/engine engine', url: 'url text' }, { total: 'rows' });
  const own = brands(
    '/b/*',
    { name: 'n text', share: 's percent' },
    { own: { at: '/b/*/role', is: ['SELF'] } },
  );
  const parts: Unversioned<'analytics'> = {
    kind: 'analytics',
    lists: {
      days: [
        { at: '/a/*', fields: { date: '/a/*/d date', visitors: '/a/*/n count' } },
        { at: '/b/*', fields: { date: '/b/*/d date', citations: '/b/*/n count' } },
      ],
    },
  };
  const [first, second] = ['2026-11-01', '2026-11-02'];
  it.each<[string, Unversioned, unknown, value: unknown]>([
    [
      'columns, oldest day first',
      days('/x/*', { date: '/x/* date', visitors: '/v/* count' }),
      { x: [second, first], v: [6, 5] },
      {
        days: [
          { date: first, visitors: 5 },
          { date: second, visitors: 6 },
        ],
      },
    ],
    [
      'rows inside rows with a field of the outer row',
      nested,
      {
        a: [
          { engine: 'openai', s: [{ url: '/x' }] },
          { engine: 'claude', s: [] },
        ],
      },
      { total: 1, items: [{ engine: 'chatgpt', url: '/x', page: '/x' }] },
    ],
    [
      'two lists as one by their key, and a figure that only one has as unknown',
      parts,
      {
        a: [{ d: first, n: 5 }],
        b: [
          { d: first, n: 2 },
          { d: second, n: 1 },
        ],
      },
      {
        days: [
          { visitors: 5, citations: 2 },
          { visitors: null, citations: 1 },
        ],
      },
    ],
    [
      'the own brand by a value of its row',
      own,
      {
        b: [
          { n: 'R', s: 60, role: 'rival' },
          { n: 'Acme', s: 40, role: 'self' },
        ],
      },
      { shareOfVoice: 0.4, competitors: [{ name: 'R', share: 0.6 }] },
    ],
    [
      'an own share that equals a row’s, and that row',
      named,
      withRows(['A', 40], ['B', 20]),
      {
        shareOfVoice: 0.4,
        competitors: [
          { name: 'A', share: 0.4 },
          { name: 'B', share: 0.2 },
        ],
      },
    ],
    ['shares that exceed the whole together', named, withRows(['A', 90], ['B', 80]), {}],
    ['the one entry of a list', score('/r/0!/s number'), { r: [{ s: 7 }] }, { score: 7 }],
    ['no entry yet', score('/r/0!/s number'), { r: [] }, { score: null }],
    ['names that are marks', score('/~20!/~2*/~2# number'), { '0!': { '*': { '#': 7 } } }, { score: 7 }],
    ['names with / and ~', score('/a~1b/~0c number'), { 'a/b': { '~c': 7 } }, { score: 7 }],
    [
      'no name that every object has',
      { kind: 'authority', whole: { score: '/toString number?', scale: '/top number' } },
      { top: 9 },
      { score: null, scale: 9 },
    ],
    [
      'a list that was empty when learnt and still is',
      items('/data/*', {}, { total: 'rows' }),
      { data: [] },
      { total: 0, items: [] },
    ],
    [
      'the id of the website that the body repeats as no figure',
      { kind: 'authority', whole: { score: '/s number', website: '/id id' } },
      { s: 7, id: 12 },
      { score: 7 },
    ],
  ])('%s', (_, recipe, body, value) => {
    expect(read(recipe, body)).toMatchObject({ ok: true, value });
  });

  it.each([0.9, 7, 84, 100])('a score of %d on a stated scale of 100 unchanged', (written) => {
    const found = read(score('/s number', { constants: { scale: 100 } }), { s: written });
    expect(found).toMatchObject({ ok: true, value: { score: written, scale: 100 } });
  });

  it.each(['All others', 'Total', 'Average', 'Others', 'You'])(
    'a row named %s unless it is excluded',
    (name) => {
      const body = withRows([name, 20], ['R', 40]);
      expect(read(named, body)).toMatchObject({
        value: { competitors: [{ name, share: 0.2 }, { name: 'R' }] },
      });
      const except = [name.toUpperCase()];
      const excepting = brands('/c/*', { name: 'n text', share: 's percent' }, {}, { except });
      expect(read(excepting, body)).toMatchObject({ value: { competitors: [{ name: 'R' }] } });
    },
  );

  it('rows of one key as their sum if it sums them; an unknown part makes the sum unknown', () => {
    const fields = { date: 'on date', visitors: 'v count', citations: 'c count' };
    const body = {
      d: [
        { on: second, v: 1, c: 1 },
        { on: first, v: 2, c: null },
        { on: second, v: 3, c: 4 },
        { on: first, v: 5, c: 6 },
      ],
    };
    expect(read(days('/d/*', fields, {}, { merge: 'sum' }), body)).toMatchObject({
      value: {
        days: [
          { date: first, visitors: 7, citations: null },
          { date: second, visitors: 4, citations: 5 },
        ],
      },
    });
  });
});

describe('a container', () => {
  it.each([{ t: {} }, { t: [] }, { t: { date: [], n: [] } }])(
    'of columns that are empty or left out has no rows: %j',
    (body) => {
      const columns = days('/t/date/*', { date: '/t/date/* date', visitors: '/t/n/* count' });
      expect(read(columns, body)).toMatchObject({ ok: true, value: { days: [] } });
      expect(read(columns, {})).toMatchObject({ ok: false });
    },
  );

  it.each([{ days: [] }, { days: null }, { days: {} }])('that is empty or null has no rows: %j', (body) => {
    expect(read(plainDays, body)).toMatchObject({ ok: true, value: { days: [] } });
  });
});

describe('is unknown if it is null or missing in some rows', () => {
  it('may be missing in all rows if it is optional', () => {
    const body = { days: [on(1, { visitors: 5 }), on(2, { visitors: null }), on(3)] };
    expect(read(plainDays, body)).toMatchObject({
      value: { days: [{ visitors: 5 }, { visitors: null }, { visitors: null }] },
    });
  });

  it('may be missing in all rows if it is optional', () => {
    const optional = days('/days/*', { date: 'date date', visitors: 'visitors count?' });
    expect(read(optional, { days: [on(1)] })).toMatchObject({
      ok: true,
      value: { days: [{ visitors: null }] },
    });
  });

  it.each([['5'], [5.5], [-2], [true], [[5]], [{ n: 5 }], [2 ** 60]])(
    'is drift with its pointer if a count became %j',
    (value) => {
      const body = { days: [on(1, { visitors: 5 }), on(2, { visitors: value })] };
      expect(read(plainDays, body)).toMatchObject({
        drift: { pointer: '/days/1/visitors', problem: 'type', expected: 'count' },
      });
    },
  );
});

describe('drift', () => {
  const day = on(1, { visitors: 5 });
  const unit = { ...plainDays, expect: { '/unit': 'count' } };
  it.each<[string, Unversioned, unknown, drift: object]>([
    ['a missing container', plainDays, {}, { pointer: '', problem: 'missing' }],
    ['a number for it', plainDays, { days: 7 }, { pointer: '/days', problem: 'type' }],
    ['a text for it', plainDays, { days: 'none' }, { pointer: '/days', problem: 'type' }],
    [
      'a field that no row has',
      plainDays,
      { days: [on(1)] },
      { pointer: '/days/0', problem: 'missing', expected: 'visitors at /days/*/visitors' },
    ],
    ['a key that is null', plainDays, { days: [{ date: null, visitors: 5 }] }, { problem: 'missing' }],
    ['a key twice', plainDays, { days: [day, day] }, { problem: 'repeated' }],
    [
      'another value than expected',
      unit,
      { unit: 'thousands', days: [day] },
      { pointer: '/unit', problem: 'value', expected: '"count" at /unit', found: '"thousands"' },
    ],
    [
      'an error inside a success',
      plainDays,
      { error: { code: 'x' }, days: [] },
      { pointer: '/error', problem: 'error' },
    ],
    [
      'a second entry where one is expected',
      score('/r/0!/s number'),
      { r: [{ s: 7 }, {}] },
      { pointer: '/r', problem: 'type', found: 'a list of 2' },
    ],
    [
      'a first row where the list was empty',
      items('/data/*', {}, { total: 'rows' }),
      { data: [{ url: '/x' }] },
      { pointer: '/data/0', problem: 'value' },
    ],
  ])('is reported for %s', (_, recipe, body, drift) => {
    expect(read(recipe, body)).toMatchObject({ ok: false, drift });
  });

  it('is not reported for an unchanged expected value', () => {
    expect(read(unit, { unit: 'count', days: [day] }).ok).toBe(true);
  });
});

it('a recipe reads figures next to an unmeasured or a new status as unknown', () => {
  const guards = [{ at: '/days/*/status', measured: ['final'], unmeasured: ['pending'] }];
  const body = { days: ['final', 'pending', 'odd'].map((status, at) => on(at + 1, { visitors: 0, status })) };
  expect(read({ ...plainDays, guards }, body)).toMatchObject({
    value: { days: [{ visitors: 0 }, { visitors: null }, { visitors: null }] },
    notes: [
      { kind: 'not measured', pointer: '/days/1/status' },
      { kind: 'new status', pointer: '/days/2/status' },
    ],
  });
});

describe('a guard of zeros', () => {
  const days = [on(1, { visitors: 0 }), on(2, { visitors: 5 })];
  const guard = { at: '/ga4/status', measured: ['connected'], unmeasured: ['disconnected'], zeros: true };
  const guarded = { ...plainDays, guards: [guard] };

  it.each<[string, (number | null)[]]>([
    ['connected', [0, 5]],
    ['disconnected', [null, 5]],
    ['odd', [null, 5]],
  ])('with the status %s reads %j', (status, visitors) => {
    const value = { days: visitors.map((one) => ({ visitors: one })) };
    expect(read(guarded, { ga4: { status }, days })).toMatchObject({ value });
  });

  it('notes the status only next to a zero', () => {
    const found = read(guarded, { ga4: { status: 'disconnected' }, days });
    expect(found).toMatchObject({ notes: [{ kind: 'not measured', pointer: '/ga4/status' }] });
    expect(read(guarded, { ga4: { status: 'disconnected' }, days: days.slice(1) })).toMatchObject({
      notes: [],
    });
  });

  it('leaves the total of an empty feed unknown', () => {
    const recipe: Recipe = {
      v: 1,
      kind: 'citations',
      whole: { total: '/total count' },
      lists: { items: [{ at: '/items/*', fields: { url: '/items/*/url text' } }] },
      total: 'rows',
      guards: [guard],
    };
    const body = { ga4: { status: 'disconnected' }, total: 0, items: [] };
    expect(applyRecipe('citations', recipe, body)).toMatchObject({ value: { total: null } });
  });
});

it('the total of a page that states its own rows is unknown while more pages follow', () => {
  const recipe: Recipe = {
    v: 1,
    kind: 'citations',
    whole: { total: '/count count', nextPage: '/next text?' },
    lists: { items: [{ at: '/items/*', fields: { url: '/items/*/url text' } }] },
  };
  const items = [{ url: 'https://a.example/x' }, { url: 'https://a.example/y' }];
  const totalOf = (body: unknown) => applyRecipe('citations', recipe, body);
  expect(totalOf({ count: 2, next: '/c?page=2', items })).toMatchObject({
    value: { total: null, atLeast: 2 },
  });
  expect(totalOf({ count: 2, next: null, items })).toMatchObject({ value: { total: 2 } });
  expect(totalOf({ count: 9, next: '/c?page=2', items })).toMatchObject({ value: { total: 9 } });
});

it('a full page of a known size has no total', () => {
  const recipe: Recipe = {
    v: 1,
    kind: 'citations',
    lists: { items: [{ at: '/items/*', fields: { url: '/items/*/url text' } }] },
    total: 'rows',
    constants: { page: 2 },
  };
  const items = [{ url: 'https://a.example/x' }, { url: 'https://a.example/y' }];
  const readRows = (rows: unknown[]) => applyRecipe('citations', recipe, { items: rows });
  expect(readRows(items)).toMatchObject({ value: { total: null, atLeast: 2 } });
  expect(readRows(items.slice(1))).toMatchObject({ value: { total: 1 } });
});

it('a recipe notes a new field', () => {
  const found = read({ ...plainDays, known: { '': ['days'] } }, { days: [], sampleSize: 7 });
  expect(found).toMatchObject({ notes: [{ kind: 'new field', pointer: '/sampleSize' }] });
});

it.each<[Endpoint, Partial<Recipe>, RegExp]>([
  [
    'websites',
    { lists: { websites: [{ at: '/a', fields: { id: '/a/id id' } }] } },
    /at: "\/a" is not a pointer to each row/,
  ],
  [
    'websites',
    { lists: { websites: [{ at: '/a/*', fields: { name: '/a/*/n text' } }] } },
    /the field id is missing/,
  ],
  ['websites', { lists: { sites: [] } }, /lists.sites: a list of 0 is for no list; use websites/],
  ['authority', { whole: { score: '/a percent' } }, /score is a number, and percent is a share/],
  ['authority', { whole: { score: 'a number' } }, /is not a pointer with a codec/],
  ['authority', { whole: { scor: '/a number' } }, /scor: .* is for no field; use score, scale, website/],
  ['authority', { whole: { score: '/a/* number' } }, /"\*" leads to several/],
  ['authority', { whole: { score: '/a number' }, known: { a: [] } }, /known: "a" is no pointer/],
  [
    'authority',
    { whole: { score: '/a number' }, witnesses: ['daily'] },
    /"daily" is no witness; use parts, weights/,
  ],
  ['authority', { whole: { score: '/a number' }, constants: { scale: 0 } }, /scale: 0 is no number above 0/],
  ['authority', {}, /places no field/],
])('a recipe of %s is refused with its problem: %j', (kind, part, complaint) => {
  const recipe: Recipe = { v: 1, kind, ...part };
  expect(() => applyRecipe(kind, recipe, {})).toThrow('the recipe is wrong at /');
  expect(validateRecipe(recipe)).toEqual([
    expect.objectContaining({ text: expect.stringMatching(complaint) }),
  ]);
});

it('a recipe is refused with all problems at once, each with its path', () => {
  const recipe: Recipe = {
    v: 1,
    kind: 'analytics',
    whole: { visits: '/v count' },
    lists: { days: [{ at: '/d/*', fields: { date: '/d/*/on count', visitors: '/d/*/v/* count' } }] },
  };
  expect(validateRecipe(recipe).map(({ path }) => path.join('/'))).toEqual([
    'whole/visits',
    'lists/days/0/fields/date',
    'lists/days/0/fields/visitors',
  ]);
});
