import { expect, test } from 'vitest';
import { newRound, openRound, roundAfter, toReach } from '../../src/schedule/round.ts';

const asking = (...keys: string[]) => keys.map((key) => ({ key }));
const keysOf = (questions: readonly { key: string }[]) => questions.map(({ key }) => key);
const file = asking('d', 'a', 'c', 'b', 'e');

test('a round reaches every question once, and those that had to wait first', () => {
  const first = newRound(7);
  const asked = toReach(file, first);
  expect(keysOf(asked)).toEqual(['a', 'b', 'c', 'd', 'e']);
  const second = roundAfter(first, asked, { rest: asking('d', 'e', 'b'), failed: 1 });
  expect(second).toEqual({ freshFrom: 7, after: 'c', left: ['b'], failed: 1 });
  const more = toReach(file, second);
  expect(keysOf(more)).toEqual(['b', 'd', 'e']);
  const third = roundAfter(second, more, { rest: asking('b'), failed: 1 });
  expect(third).toEqual({ freshFrom: 7, after: 'e', left: ['b'], failed: 2 });
  expect(keysOf(toReach(file, third))).toEqual(['b']);
});

test('a run that reaches nothing leaves the round as it was', () => {
  const round = { freshFrom: 7, after: 'b', left: ['a'], failed: 2 };
  expect(roundAfter(round, toReach(file, round), { rest: asking('a', 'c', 'd', 'e'), failed: 0 })).toEqual(
    round,
  );
});

test('a round that a whole refresh has overtaken is not gone on with', () => {
  const round = newRound(7);
  expect(openRound(JSON.stringify(round), 6)).toEqual(round);
  expect(openRound(JSON.stringify(round), 8)).toBeNull();
  expect(openRound(JSON.stringify({ freshFrom: 9, next: 4 }), 8)).toBeNull();
  expect(openRound(null, 0)).toBeNull();
});
