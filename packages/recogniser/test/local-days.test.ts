import { applyRecipe, type Recipe } from '@answershare/core';
import { expect, it } from 'vitest';
import { recognise } from '../src/index.ts';

const hourMs = 3_600_000;
/** Seven days from 2026-11-01, or over the change of clocks in the night to 2026-10-25. */
const body = (
  hour: number,
  write: (ms: number) => unknown,
  around: object = {},
  first = '2026-11-01',
): object => ({
  ...around,
  data: Array.from({ length: 7 }, (_, at) => ({
    timestamp: write(Date.parse(first) + (24 * at + hour) * hourMs),
    visitors: 3000 + ((at * 7) % 5),
    pageviews: 7000 + ((at * 5) % 7),
  })),
});
const iso = (ms: number): string => new Date(ms).toISOString();
const daysOf = (recipe: Recipe | undefined, bodyOfDays: object): string[] => {
  const applied = recipe && applyRecipe('analytics', recipe, bodyOfDays);
  return applied?.ok ? applied.value.days.map(({ date }) => date) : [];
};

it.each([
  ['a stated zone and milliseconds', body(-1, (ms) => ms, { timezone: 'Europe/Berlin' })],
  ['a stated zone and seconds', body(-1, (ms) => ms / 1000, { timezone: 'Europe/Berlin' })],
  ['a stated zone and texts', body(-1, iso, { meta: { time_zone: 'Europe/Berlin' } })],
  ['midnight west of UTC', body(5, iso)],
  ['midnight in UTC', body(0, iso)],
])('%s gives the local days at once', (_, learnt) => {
  const { clear, drafts, reason } = recognise('analytics', [learnt]);
  expect([clear, reason]).toEqual([true, '']);
  expect(daysOf(drafts[0]?.recipe, learnt).map((date) => date.slice(8))).toEqual([
    '01',
    '02',
    '03',
    '04',
    '05',
    '06',
    '07',
  ]);
});

it.each([
  [-1, '2026-11-01', {}],
  [-1, '2026-11-01', { timezone: 'America/New_York' }],
])('rows at %i h without a zone that proves it are a question about the day', (hour, first, around) => {
  const learnt = body(hour, iso, around, first);
  const { clear, drafts } = recognise('analytics', [learnt]);
  expect(clear).toBe(false);
  expect(drafts.slice(0, 2).map(({ recipe }) => daysOf(recipe, learnt)[0])).toEqual([
    '2026-11-01',
    '2026-10-31',
  ]);
});

it('a recipe of winter days reads summer days', () => {
  const berlin = { timezone: 'Europe/Berlin' };
  const recipe = recognise('analytics', [body(-1, iso, berlin)]).drafts[0]?.recipe;
  expect(daysOf(recipe, body(-2, iso, berlin, '2026-07-01'))[0]).toBe('2026-07-01');
});

it.each<[string, (day: number) => string, string]>([
  ['the month first', (day) => `11/${day}/2026`, '2026-11-09'],
  ['the day first', (day) => `${day}.11.2026`, '2026-11-09'],
  ['days of one order alone are a day apart', (day) => `11/0${day - 8}/2026`, '2026-11-01'],
  ['a named month', (day) => `Nov ${day}, 2026`, '2026-11-09'],
  ['a named month after the day', (day) => `${day} November 2026`, '2026-11-09'],
])('%s is read where one order fits all rows', (_, write, first) => {
  const learnt = {
    days: Array.from({ length: 7 }, (__, at) => ({ date: write(9 + at), visitors: 9 - (at % 3) })),
  };
  const { clear, drafts } = recognise('analytics', [learnt]);
  expect([clear, daysOf(drafts[0]?.recipe, learnt)[0]]).toEqual([true, first]);
});
