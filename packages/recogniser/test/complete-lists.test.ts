import { applyRecipe } from '@answershare/core';
import { expect, it } from 'vitest';
import { recognise } from '../src/index.ts';

const rows = (length: number, fields: object = {}): object[] =>
  Array.from({ length }, (_, at) => ({ url: `https://a.example/${at}`, engine: 'ChatGPT', ...fields }));
const feed = (length: number, around: object = {}): object => ({ citations: rows(length), ...around });

/** What is shown without a person of the last body: the total, "at least", or nothing. */
function count(bodies: readonly unknown[], later: unknown = bodies[0]): number | string | null {
  const { clear, drafts } = recognise('citations', bodies);
  if (!clear || !drafts[0]) return 'question';
  const applied = applyRecipe('citations', drafts[0].recipe, later);
  if (!applied.ok) return `drift at ${applied.drift.pointer}`;
  const { total, atLeast } = applied.value;
  return atLeast === undefined ? total : `at least ${atLeast}`;
}

it.each([
  [{ nextPage: 2 }, 'at least 61'],
  [{ meta: { next: 2 } }, 'at least 61'],
  [{ next_offset: 50 }, 'at least 61'],
  [{ after: 'abc' }, 'question'],
  [{ paging: { cursors: { after: 'abc' } } }, 'question'],
  [{ is_last: false }, 'question'],
  [{ last: false }, 'question'],
  [{ returned: 61, available: 412 }, 'question'],
  [{ seite: 1 }, 'question'],
  [{ next: null }, 61],
  [{ zurueck: null }, 61],
  [{ success: true, website_id: 'ws_1', generated_at: '2026-11-01T06:00:00Z' }, 61],
])('61 rows beside %j are %s', (around, expected) => {
  expect(count([feed(61, around)])).toBe(expected);
});

it('rows of a page size, or as many in two websites, are a question whose drafts are a page and the total', () => {
  for (const bodies of [[feed(50)], [feed(37), feed(37)]]) {
    const { clear, drafts } = recognise('citations', bodies);
    const values = drafts.map(({ recipe }) => applyRecipe('citations', recipe, bodies[0]));
    const { length } = (bodies[0] as { citations: object[] }).citations;
    expect(clear).toBe(false);
    expect(values).toMatchObject([{ value: { total: null, atLeast: length } }, { value: { total: length } }]);
  }
  expect(count([feed(9), feed(9)])).toBe(9);
  expect(count([feed(73), feed(12)], feed(50))).toBe(50);
});

it.each([
  [feed(50), 'at least 50'],
  [feed(61), 61],
  [feed(61, { next: 'https://a.example/?page=2' }), 'at least 61'],
  [feed(61, { pagination: { page: 1, total_pages: 9 } }), 'at least 61'],
  [feed(61, { zurueck: null }), 61],
  [feed(3, { total: 412 }), 'at least 3'],
  [feed(61, { weiter: 'abc' }), 'drift at /weiter'],
  [{ citations: rows(3, { times_cited: 2 }) }, 'drift at /citations/2/times_cited'],
  [{ citations: rows(3, { brand: 'Acme' }) }, 'drift at /citations/2/brand'],
  [{ citations: [...rows(2), ...rows(1, { status: 'lost' })] }, null],
])('a recipe of three rows reads %j with care', (later, expected) => {
  expect(count([feed(3)], later)).toBe(expected);
});

it('a flag or null next to rows that changes may state more', () => {
  expect(count([feed(3, { cursor: null })], feed(61, { cursor: 'abc' }))).toBe('at least 61');
  expect(count([feed(3, { is_last: true })], feed(61, { is_last: false }))).toBe('at least 61');
});

it('a new word next to a page of more rows than ever is a cursor, and next to others a question', () => {
  const learnt = [feed(3), feed(12), feed(17)];
  expect(count(learnt, feed(50, { after: 'abc' }))).toBe('at least 50');
  expect(count(learnt, feed(18, { after: 'abc' }))).toBe('drift at /after');
});

it('fewer rows than full pages had are all, although the next page is no longer stated', () => {
  const page = feed(20, { next: 'https://a.example/?page=2' });
  expect(count([page, page, page], feed(4))).toBe(4);
  expect(count([page, page, page], feed(20))).toBe('at least 20');
  expect(count([page, feed(19, { next: 'x' })], feed(4))).toBe('drift at ');
});

it.each([
  [{}, { meta: { total: 40 } }],
  [{}, { has_more: true }],
  [{ meta: { total: 2 } }, { meta: { total: 40 } }],
  [{ meta: { total: 40 } }, { meta: { total: 40 } }],
])('websites learnt beside %j have more pages beside %j', (learnt, later) => {
  const websites = [{ id: 'ws_1', domain: 'a.example' }];
  const recipe = recognise('websites', [{ websites, ...learnt }]).drafts[0]?.recipe;
  const applied = recipe && applyRecipe('websites', recipe, { websites, ...later });
  expect(applied?.ok && applied.notes.map(({ kind }) => kind)).toContain('more pages');
});
