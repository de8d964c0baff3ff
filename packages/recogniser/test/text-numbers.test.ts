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

it.each<[readonly unknown[], readonly unknown[] | null, boolean]>([
  [['2.7K', '1.2M', '850'], [2700, 1_200_000, 850], true],
  [[2700, -1, 850], [2700, null, 850], true],
  [['1.234,5', '12,5', '3,0'], [null, null, null], false],
  [[10.5, 3, 4], [null, null, null], false],
])('%j are the visitors %j, at once: %s', (visitors, expected, isClear) => {
  expect(read(visitors)).toEqual([isClear, expected]);
});

it.each([
  ['71,5', 71.5, true],
  ['1.234,5', 1234.5, true],
  ['4,625', 4.625, false],
])('the score %j is %d, at once: %s', (score, expected, isClear) => {
  const { clear, drafts } = recognise('authority', [{ authority_score: score, max_score: 10_000 }]);
  const applied =
    drafts[0] && applyRecipe('authority', drafts[0].recipe, { authority_score: score, max_score: 10_000 });
  expect([applied?.ok && applied.value.score, clear]).toEqual([expected, isClear]);
});

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
