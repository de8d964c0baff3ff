import { applyRecipe } from '@answershare/core';
import { expect, it } from 'vitest';
import { recognise } from '../src/index.ts';

const body = (visitors: readonly unknown[]): object => ({
  days: visitors.map((value, at) => ({
    date: `2026-11-${17 + at}`,
    visitors: value,
    pageviews: 9000 - ((at * 7) % 5),
  })),
});

/** The visitors of the first draft, and whether a person is asked. */
function read(visitors: readonly unknown[]): readonly [boolean, unknown] {
  const learnt = body(visitors);
  const { clear, drafts } = recognise('analytics', [learnt]);
  const applied = drafts[0] && applyRecipe('analytics', drafts[0].recipe, learnt);
  return [clear, applied?.ok ? applied.value.days.map((day) => day.visitors) : null];
}

it.each(['-', '\u2013', '\u2014', 'N/A', 'n/a', ''])(
  '%j in a column of figures is one unknown figure',
  (blank) => {
    expect(read([3035, blank, 3100])).toEqual([true, [3035, null, 3100]]);
    expect(read(['3,035', blank, '3,100'])).toEqual([true, [3035, null, 3100]]);
  },
);

it('points between thousands are read by the whole column, and asked for where only zeros follow', () => {
  expect(read(['1.234', '987', '12.500'])).toEqual([true, [1234, 987, 12_500]]);
  expect(read(['1.000', '12.000', '2.000'])).toEqual([false, [1000, 12_000, 2000]]);
  const recipe = recognise('analytics', [body(['900', '12', '13'])]).drafts[0]?.recipe;
  expect(recipe && applyRecipe('analytics', recipe, body(['1.000', '12', '13'])).ok).toBe(false);
});

it('days learnt from two rows are not read from weeks or running totals', () => {
  const recipe = recognise('analytics', [body([3035, 3010])]).drafts[0]?.recipe;
  const at = (step: number, visitors: (index: number) => number): object => ({
    days: Array.from({ length: 20 }, (_, index) => ({
      date: new Date(Date.UTC(2026, 5, 1 + index * step)).toISOString().slice(0, 10),
      visitors: visitors(index),
      pageviews: 9000 - ((index * 7) % 5),
    })),
  });
  const isRead = (later: object): boolean | undefined => recipe && applyRecipe('analytics', recipe, later).ok;
  expect([isRead(at(7, () => 5)), isRead(at(1, (index) => 100 + index)), isRead(at(1, () => 5))]).toEqual([
    false,
    false,
    true,
  ]);
});
