import { expect, test } from 'vitest';
import { advanceCursor, createCursor, listPending, openCursor } from '../../src/actions/refresh.ts';

const asking = (...keys: string[]) => keys.map((key) => ({ key }));
const keysOf = (questions: readonly { key: string }[]) => questions.map(({ key }) => key);
const file = asking('d', 'a', 'c', 'b', 'e');

test('a cursor reaches every question once, pending ones first', () => {
  const first = createCursor(7);
  const asked = listPending(file, first);
  expect(keysOf(asked)).toEqual(['a', 'b', 'c', 'd', 'e']);
  const second = advanceCursor(first, asked, { rest: asking('d', 'e', 'b'), failed: 1 });
  expect(second).toEqual({ freshFrom: 7, after: 'c', left: ['b'], failed: 1 });
  const more = listPending(file, second);
  expect(keysOf(more)).toEqual(['b', 'd', 'e']);
  const third = advanceCursor(second, more, { rest: asking('b'), failed: 1 });
  expect(third).toEqual({ freshFrom: 7, after: 'e', left: ['b'], failed: 2 });
  expect(keysOf(listPending(file, third))).toEqual(['b']);
});

test('a run without progress leaves the cursor unchanged', () => {
  const round = { freshFrom: 7, after: 'b', left: ['a'], failed: 2 };
  expect(
    advanceCursor(round, listPending(file, round), { rest: asking('a', 'c', 'd', 'e'), failed: 0 }),
  ).toEqual(round);
});

test('a cursor older than a full refresh is dropped', () => {
  const round = createCursor(7);
  expect(openCursor(JSON.stringify(round), 6)).toEqual(round);
  expect(openCursor(JSON.stringify(round), 8)).toBeNull();
  expect(openCursor(JSON.stringify({ freshFrom: 9, next: 4 }), 8)).toBeNull();
  expect(openCursor(null, 0)).toBeNull();
});
