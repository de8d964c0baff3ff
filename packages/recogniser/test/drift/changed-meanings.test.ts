import { addDays, applyRecipe, type Endpoint, type Recipe, type RecipeResult } from '@answershare/core';
import { type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recognise } from '../../src/index.ts';
import { ask, endpoints, now } from '../sandbox-bodies.ts';
import { resolvePointer } from '../value-figures.ts';

type Row = Record<string, number & string>;
const rows = (body: unknown, list: string): Row[] => (body as Record<string, Row[]>)[list] as Row[];
const edit = (body: unknown, list: string, change: (row: Row, index: number) => object): object => ({
  ...(body as object),
  [list]: rows(body, list).map((row, index) => ({ ...row, ...change(row, index) })),
});
const add = (fields: object) => (body: unknown) => ({ ...(body as object), ...fields });

/** Figures in a new field of all rows, or of the whole body. */
const eachDay = (change: (row: Row, index: number) => object) => (body: unknown) =>
  edit(body, 'days', change);

const running = (body: unknown): object => {
  let sum = 0;
  return edit(body, 'days', ({ visitors }) => {
    sum += visitors ?? 0;
    return { visitors: sum };
  });
};

describe('a recipe that meets a changed meaning', () => {
  let sandbox: RunningSandbox;
  const learnt = new Map<Endpoint, { readonly recipe: Recipe; readonly body: unknown }>();

  beforeAll(async () => {
    sandbox = await startSandbox({ form: 1, seed: 7, now });
    for (const endpoint of endpoints) {
      const bodies: unknown[] = [];
      for (const { id } of sandbox.websites.slice(0, 3)) bodies.push((await ask(sandbox, endpoint, id)).body);
      const recipe = recognise(endpoint, bodies).drafts[0]?.recipe as Recipe;
      learnt.set(endpoint, { recipe, body: bodies[0] });
    }
  });
  afterAll(() => sandbox.close());

  function read(endpoint: Endpoint, change: (body: unknown) => unknown): [RecipeResult<unknown>, unknown] {
    const { recipe, body } = learnt.get(endpoint) as { recipe: Recipe; body: unknown };
    const changed = change(structuredClone(body));
    return [applyRecipe(endpoint, recipe, changed), changed];
  }

  it.each<[string, Endpoint, (body: unknown) => unknown]>([
    [
      'the own share alone turns into a fraction',
      'competitors',
      (body) => ({ ...(body as Row), shareOfVoice: ((body as Row).shareOfVoice ?? 0) / 100 }),
    ],
    [
      'the shares of the others alone do',
      'competitors',
      (body) => edit(body, 'competitors', (row) => ({ shareOfVoice: (row.shareOfVoice ?? 0) / 100 })),
    ],
    [
      'the list becomes its first page',
      'competitors',
      (body) => ({ ...(body as Row), competitors: rows(body, 'competitors').slice(0, 2) }),
    ],
    [
      'mentions are counted in thousands',
      'competitors',
      (body) => edit(body, 'competitors', (row) => ({ mentions: (row.mentions ?? 0) * 1000 })),
    ],
    ['shares are of another window', 'competitors', add({ from: '2026-11-15' })],
    [
      'days turn into weeks',
      'analytics',
      eachDay((_, index) => ({ date: addDays('2026-01-05', index * 7) })),
    ],
    [
      'days turn into hours',
      'analytics',
      eachDay((_, index) => ({ date: `2026-11-20T${String(index % 24).padStart(2, '0')}:00` })),
    ],
    ['a column turns into a running total', 'analytics', running],
    [
      'figures are counted in thousands',
      'analytics',
      eachDay((row) => ({ visitors: (row.visitors ?? 0) / 1000 })),
    ],
    [
      'visitors and pageviews are exchanged',
      'analytics',
      eachDay((row) => ({ visitors: row.pageviews, pageviews: row.visitors })),
    ],
    ['a unit appears', 'analytics', add({ unit: 'thousands' })],
    ['an interval appears', 'analytics', add({ interval: 'week' })],
    ['a time zone appears', 'analytics', add({ timezone: 'EST' })],
    ['a filter appears', 'analytics', add({ filter: 'mobile only' })],
    ['a filter of an object appears', 'analytics', add({ filters: { channel: 'ai' } })],
    ['a window appears', 'citations', add({ since: '2026-11-15', until: '2026-11-21' })],
    [
      'the own row is listed',
      'competitors',
      (body) => ({
        ...(body as Row),
        competitors: [
          ...rows(body, 'competitors'),
          { name: 'Acme', shareOfVoice: (body as Row).shareOfVoice, mentions: (body as Row).mentions },
        ],
      }),
    ],
    ['all rows are estimated', 'analytics', eachDay(() => ({ estimated: true }))],
    ['all figures are sampled', 'citations', add({ sampled: true })],
    [
      'the total becomes the number of rows of a page',
      'citations',
      (body) => ({ ...(body as Row), total: 25, citations: rows(body, 'citations').slice(0, 25) }),
    ],
    ['the total counts another window', 'citations', add({ from: '2026-11-15' })],
    [
      'an engine is left out',
      'citations',
      (body) => ({ ...(body as Row), engines: rows(body, 'engines').slice(1) }),
    ],
    [
      'zeros with a new status',
      'citations',
      (body) => ({
        ...edit(body, 'engines', () => ({ count: 0 })),
        total: 0,
        citations: [],
        status: 'not_connected',
      }),
    ],
    [
      'the score has another scale',
      'authority',
      (body) => ({
        ...edit(body, 'components', (row) => ({ score: (row.score ?? 0) / 10 })),
        score: ((body as Row).score ?? 0) / 10,
      }),
    ],
    [
      'the score alone has another scale',
      'authority',
      (body) => ({ ...(body as Row), score: Math.round(((body as Row).score ?? 0) / 10) }),
    ],
    [
      'weights no longer make the score',
      'authority',
      (body) => edit(body, 'components', (_, index) => ({ weight: index === 0 ? 1 : 0 })),
    ],
    ['a method appears', 'authority', add({ method: 'beta' })],
  ])('reports drift for %s', (_, endpoint, change) => {
    const [applied, changed] = read(endpoint, change);
    expect(applied).toMatchObject({ ok: false });
    if (!applied.ok) expect(resolvePointer(changed, applied.drift.pointer)).not.toBeUndefined();
  });

  it('reads a partial row as unknown, and keeps the others', () => {
    const [applied, changed] = read('analytics', (body) =>
      edit(body, 'days', (_, index) => (index === 29 ? { partial: true } : {})),
    );
    expect(applied).toMatchObject({ ok: true, notes: [{ kind: 'new status', pointer: '/days/29/partial' }] });
    const days = (applied as { value: { days: { visitors: number | null }[] } }).value.days;
    expect(days.map(({ visitors }) => visitors)).toEqual(
      rows(changed, 'days').map(({ visitors }, index) => (index === 29 ? null : visitors)),
    );
  });

  it.each<[string, Endpoint, object]>([
    ['a figure', 'analytics', { bounceRate: 0.4 }],
    ['a date', 'analytics', { generatedAt: '2026-11-21T05:00:00Z' }],
    ['an object', 'citations', { links: { self: 'https://example.com/citations' } }],
    ['a list', 'competitors', { tags: ['one'] }],
    ['null', 'authority', { trend: null }],
    ['an address', 'authority', { documentation: 'https://example.com/score' }],
    ['a sentence', 'citations', { note: 'Citations are collected every night from all engines' }],
  ])('notes %s in a new field and keeps its figures', (_, endpoint, fields) => {
    const [plain] = read(endpoint, (body) => body);
    const [applied] = read(endpoint, add(fields));
    const [name] = Object.keys(fields);
    expect(applied).toEqual({ ...plain, notes: [{ kind: 'new field', pointer: `/${name}`, detail: name }] });
  });
});
