import { describe, expect, it } from 'vitest';
import { applyRecipe, type Endpoint, type Recipe, recipeComplaints } from '../../src/index.ts';

const read = (recipe: Omit<Recipe, 'v'>, body: unknown) =>
  applyRecipe(recipe.kind, { v: 1, ...recipe }, body);

const shares: Omit<Recipe, 'v'> = {
  kind: 'competitors',
  whole: { shareOfVoice: '/metrics/shareOfVoice percent' },
  lists: {
    competitors: [
      {
        at: '/metrics/competitorShare/*',
        fields: { name: '/metrics/competitorShare/*/# text', share: '/metrics/competitorShare/* fraction' },
      },
    ],
  },
};

const days = (fields: Record<string, string>, at = '/days/*'): Omit<Recipe, 'v'> => ({
  kind: 'analytics',
  lists: { days: [{ at, fields }] },
});
const plainDays = days({ date: '/days/*/date date', visitors: '/days/*/visitors count' });

describe('a recipe reads', () => {
  it('a map by key, each field in its own unit', () => {
    const body = { metrics: { shareOfVoice: 41.2, competitorShare: { Rival: 0.35, Other: 0.24 } } };
    expect(read(shares, body)).toEqual({
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

  it('columns, oldest day first', () => {
    const recipe = days({ date: '/x/* date', visitors: '/v/* count' }, '/x/*');
    const found = read(recipe, { x: ['2026-11-02', '2026-11-01'], v: [6, 5] });
    expect(found).toMatchObject({
      ok: true,
      value: {
        days: [
          { date: '2026-11-01', visitors: 5 },
          { date: '2026-11-02', visitors: 6 },
        ],
      },
    });
  });

  it('rows inside rows with a field of the outer row', () => {
    const recipe: Omit<Recipe, 'v'> = {
      kind: 'citations',
      total: 'rows',
      lists: {
        items: [
          {
            at: '/answers/*/sources/*',
            fields: { engine: '/answers/*/engine engine', url: '/answers/*/sources/*/url text' },
          },
        ],
      },
    };
    const body = {
      answers: [
        { engine: 'openai', sources: [{ url: 'https://a.example/x' }] },
        { engine: 'claude', sources: [] },
      ],
    };
    expect(read(recipe, body)).toMatchObject({
      ok: true,
      value: { total: 1, items: [{ engine: 'chatgpt', url: 'https://a.example/x' }] },
    });
  });

  it('two lists as one by their key, and a figure that only one has as unknown', () => {
    const recipe: Omit<Recipe, 'v'> = {
      kind: 'analytics',
      lists: {
        days: [
          { at: '/a/*', fields: { date: '/a/*/d date', visitors: '/a/*/n count' } },
          { at: '/b/*', fields: { date: '/b/*/d date', citations: '/b/*/n count' } },
        ],
      },
    };
    const body = {
      a: [{ d: '2026-11-01', n: 5 }],
      b: [
        { d: '2026-11-01', n: 2 },
        { d: '2026-11-02', n: 1 },
      ],
    };
    expect(read(recipe, body)).toMatchObject({
      value: {
        days: [
          { visitors: 5, citations: 2 },
          { visitors: null, citations: 1 },
        ],
      },
    });
  });

  it('the own brand by a value of its row', () => {
    const recipe: Omit<Recipe, 'v'> = {
      kind: 'competitors',
      own: { at: '/b/*/role', is: ['SELF'] },
      lists: { competitors: [{ at: '/b/*', fields: { name: '/b/*/n text', share: '/b/*/s percent' } }] },
    };
    const found = read(recipe, {
      b: [
        { n: 'R', s: 60, role: 'rival' },
        { n: 'Acme', s: 40, role: 'self' },
      ],
    });
    expect(found).toMatchObject({ value: { shareOfVoice: 0.4, competitors: [{ name: 'R', share: 0.6 }] } });
  });

  it('a scale, an aggregate row and a share exactly as the person wrote', () => {
    const score: Omit<Recipe, 'v'> = {
      kind: 'authority',
      whole: { score: '/nota number' },
      constants: { scale: 100 },
    };
    expect(read(score, { nota: 0.9 })).toMatchObject({ value: { score: 0.9, scale: 100 } });
    const list: Omit<Recipe, 'v'> = {
      kind: 'competitors',
      whole: { shareOfVoice: '/own percent' },
      lists: { competitors: [{ at: '/c/*', fields: { name: '/c/*/n text', share: '/c/*/s percent' } }] },
    };
    const body = {
      own: 40,
      c: [
        { n: 'All others', s: 20 },
        { n: 'R', s: 40 },
      ],
    };
    expect(read(list, body)).toMatchObject({
      value: {
        shareOfVoice: 0.4,
        competitors: [
          { name: 'All others', share: 0.2 },
          { name: 'R', share: 0.4 },
        ],
      },
    });
  });
});

describe('a container', () => {
  it.each([{ days: [] }, { days: null }, { days: {} }])('that is empty or null has no rows: %j', (body) => {
    expect(read(plainDays, body)).toMatchObject({ ok: true, value: { days: [] } });
  });

  it.each([
    [{}, '', 'missing'],
    [{ days: 7 }, '/days', 'type'],
    [{ days: 'none' }, '/days', 'type'],
  ])('that is missing or of another type is drift: %j', (body, pointer, problem) => {
    expect(read(plainDays, body)).toMatchObject({ ok: false, drift: { pointer, problem } });
  });
});

describe('a field of a row', () => {
  const row = { date: '2026-11-01', visitors: 5 };
  it('is unknown where it is null or missing in some rows', () => {
    const body = { days: [row, { date: '2026-11-02', visitors: null }, { date: '2026-11-03' }] };
    expect(read(plainDays, body)).toMatchObject({
      value: { days: [{ visitors: 5 }, { visitors: null }, { visitors: null }] },
    });
  });

  it('is drift where it is missing in all rows, unless it is optional', () => {
    const body = { days: [{ date: '2026-11-01' }] };
    expect(read(plainDays, body)).toMatchObject({
      drift: { pointer: '/days/0', problem: 'missing', expected: 'visitors at /days/*/visitors' },
    });
    const optional = days({ date: '/days/*/date date', visitors: '/days/*/visitors count?' });
    expect(read(optional, body)).toMatchObject({ ok: true, value: { days: [{ visitors: null }] } });
  });

  it.each([['5'], [5.5], [-1], [true], [[5]], [{ n: 5 }], [2 ** 60]])(
    'is drift with its place for %j where a count was',
    (value) => {
      const body = { days: [row, { date: '2026-11-02', visitors: value }] };
      expect(read(plainDays, body)).toMatchObject({
        drift: { pointer: '/days/1/visitors', problem: 'type', expected: 'count' },
      });
    },
  );

  it('that is the key is refused where it is null or repeated', () => {
    expect(read(plainDays, { days: [{ date: null, visitors: 5 }] })).toMatchObject({
      drift: { problem: 'missing' },
    });
    expect(read(plainDays, { days: [row, row] })).toMatchObject({ drift: { problem: 'repeated' } });
  });
});

describe('the meaning of figures', () => {
  it('hangs on expected values', () => {
    const recipe = { ...plainDays, expect: { '/unit': 'count' } };
    const body = { unit: 'count', days: [{ date: '2026-11-01', visitors: 5 }] };
    expect(read(recipe, body).ok).toBe(true);
    expect(read(recipe, { ...body, unit: 'thousands' })).toMatchObject({
      drift: { pointer: '/unit', problem: 'value', expected: '"count" at /unit', found: '"thousands"' },
    });
  });

  it('is unknown next to a status that says so, and next to a new status', () => {
    const guards = [{ at: '/days/*/status', measured: ['final'], unmeasured: ['pending'] }];
    const body = {
      days: ['final', 'pending', 'odd'].map((status, at) => ({
        date: `2026-11-0${at + 1}`,
        visitors: 0,
        status,
      })),
    };
    const found = read({ ...plainDays, guards }, body);
    expect(found).toMatchObject({
      value: { days: [{ visitors: 0 }, { visitors: null }, { visitors: null }] },
      notes: [
        { kind: 'not measured', pointer: '/days/1/status' },
        { kind: 'new status', pointer: '/days/2/status' },
      ],
    });
  });

  it('is an error inside a success', () => {
    const found = read(plainDays, { error: { code: 'server_error' }, days: [] });
    expect(found).toMatchObject({ drift: { pointer: '/error', problem: 'error' } });
  });

  it('notes a new field', () => {
    const found = read({ ...plainDays, known: { '': ['days'] } }, { days: [], sampleSize: 7 });
    expect(found).toMatchObject({ notes: [{ kind: 'new field', pointer: '/sampleSize' }] });
  });
});

describe('a relation that held when the recipe was learnt', () => {
  it('shows the own share alone turning into a fraction', () => {
    const witnessed = { ...shares, decimals: { shareOfVoice: 1 } };
    const body = (own: number) => ({ metrics: { shareOfVoice: own, competitorShare: { R: 0.35 } } });
    expect(read(witnessed, body(0.412))).toMatchObject({
      drift: { pointer: '/metrics/shareOfVoice', problem: 'relation' },
    });
    expect(read(witnessed, body(0.6))).toMatchObject({ value: { shareOfVoice: 0.006 } });
  });

  it('shows days turning into weeks', () => {
    const week = (step: number) => ({
      days: Array.from({ length: 4 }, (_, at) => ({
        date: `2026-11-${String(1 + at * step).padStart(2, '0')}`,
        visitors: 1,
      })),
    });
    const witnessed: Omit<Recipe, 'v'> = { ...plainDays, witnesses: ['daily'] };
    expect(read(witnessed, week(1)).ok).toBe(true);
    expect(read(witnessed, week(7))).toMatchObject({
      drift: { problem: 'relation', expected: 'the rows are a day apart' },
    });
  });

  it('shows shares that are no longer those of their mentions', () => {
    const recipe: Omit<Recipe, 'v'> = {
      kind: 'competitors',
      whole: { shareOfVoice: '/s percent', mentions: '/m count', totalMentions: '/t count' },
      witnesses: ['mentions'],
    };
    expect(read(recipe, { s: 40, m: 8, t: 20 }).ok).toBe(true);
    expect(read(recipe, { s: 0.4, m: 8, t: 20 })).toMatchObject({ drift: { problem: 'relation' } });
  });
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
  ['authority', { whole: { score: '/a percent' } }, /score is a number, and percent is a share/],
  ['authority', { whole: { score: 'a number' } }, /is not a pointer with a codec/],
  ['authority', { whole: { scor: '/a number' } }, /scor: .* is for no field; use score, scale, website/],
  ['authority', {}, /places no field/],
])('a wrong recipe of %s is refused with its complaint: %j', (kind, part, complaint) => {
  const recipe: Recipe = { v: 1, kind, ...part };
  expect(() => applyRecipe(kind, recipe, {})).toThrow('the recipe is wrong at /');
  expect(recipeComplaints(recipe)).toEqual([
    expect.objectContaining({ text: expect.stringMatching(complaint) }),
  ]);
});
