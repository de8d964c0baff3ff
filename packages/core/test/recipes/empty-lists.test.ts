import { expect, it } from 'vitest';
import { applyRecipe, type Recipe } from '../../src/index.ts';

const empty: Recipe = {
  v: 1,
  kind: 'citations',
  lists: { items: [{ at: '/data/*', fields: {} }] },
  total: 'rows',
};

it('a list that was empty when learnt stays empty, and its first row is drift', () => {
  expect(applyRecipe('citations', empty, { data: [] })).toMatchObject({
    ok: true,
    value: { total: 0, items: [] },
  });
  expect(applyRecipe('citations', empty, { data: [{ url: 'a.example/x' }] })).toMatchObject({
    ok: false,
    drift: { pointer: '/data/0', problem: 'value' },
  });
});

it('rows of one page of more are a least number of citations', () => {
  const feed: Recipe = {
    ...empty,
    whole: { morePages: '/more flag?' },
    lists: { items: [{ at: '/data/*', fields: { url: '/data/*/url text' } }] },
  };
  const read = (more: boolean): unknown =>
    applyRecipe('citations', feed, { more, data: [{ url: 'a.example/x' }, { url: 'a.example/y' }] });
  expect(read(true)).toMatchObject({ value: { total: null, atLeast: 2 } });
  expect(read(false)).toMatchObject({ value: { total: 2 } });
});

it('the id of the website that the body repeats is no figure', () => {
  const recipe: Recipe = {
    v: 1,
    kind: 'authority',
    whole: { score: '/score number', website: '/website_id id' },
  };
  expect(applyRecipe('authority', recipe, { score: 7, website_id: 12 })).toMatchObject({
    ok: true,
    value: { score: 7 },
  });
});
