import { expect, it } from 'vitest';
import { readCitations } from '../../src/index.ts';

/** Total and counts by engine of a body; the reason where it is refused. */
function read(body: unknown): unknown {
  const reading = readCitations(body);
  if (!reading.ok) return reading.reason;
  return [reading.value.total, ...reading.value.byEngine.map(({ engine, count }) => `${engine} ${count}`)];
}

const days = ['2026-11-01', '2026-11-02'] as const;
const both = [12, 'chatgpt 9', 'perplexity 3'];

it.each<[string, unknown]>([
  ['days by engine', { chatgpt: { [days[0]]: 4, [days[1]]: 5 }, perplexity: { [days[0]]: 2, [days[1]]: 1 } }],
  ['engines by day', { [days[0]]: { chatgpt: 4, perplexity: 2 }, [days[1]]: { chatgpt: 5, perplexity: 1 } }],
  ['an engine on one day', { [days[0]]: { chatgpt: 9, perplexity: 2 }, [days[1]]: { perplexity: 1 } }],
  [
    'rows of days',
    [
      { date: days[0], chatgpt: 4, perplexity: 2 },
      { date: days[1], chatgpt: 5, perplexity: 1 },
    ],
  ],
  [
    'rows of days with a sum',
    [
      { day: days[0], chatgpt: 4, perplexity: 2, total: 6 },
      { day: days[1], chatgpt: 5, perplexity: 1, total: 6 },
    ],
  ],
  [
    'rows of days that stand last, with their name before',
    [
      { chatgpt: 4, perplexity: 2, day: 'Sunday', date: days[0] },
      { chatgpt: 5, perplexity: 1, day: 'Monday', date: days[1] },
    ],
  ],
  ['columns', { dates: days, chatgpt: [4, 5], perplexity: [2, 1] }],
])('%s are added', (_, held) => {
  expect(read({ citations: held })).toEqual(both);
  expect(read({ data: { daily_citations: held } })).toMatch(/no counts by engine/);
  expect(read({ total: 12, ai_citations: held })).toEqual(both);
  expect(read({ visibility: held })).toMatch(/no counts by engine/);
});

it('the figures are traced, and what is added is told', () => {
  const { fields, notes } = readCitations({ citations: days.map((date) => ({ date, chatgpt: 1 })) }).trace;
  expect(fields['byEngine.count']?.pointer).toBe('/citations/*/chatgpt');
  expect(notes).toEqual([
    'the count of chatgpt is the sum over its rows',
    'the total is the sum over engines',
  ]);
});

it.each<[string, unknown]>([
  ['a field of another kind', [{ date: days[0], chatgpt: 4, visitors: 2 }]],
  ['rows without a date', [{ day: 'Sunday', chatgpt: 4 }]],
  ['rows without figures', [{ date: days[0], total: 4 }]],
  ['one row of another kind', { [days[0]]: { chatgpt: 4 }, note: { chatgpt: 4 } }],
  ['another key', { Kagi: { [days[0]]: 4 } }],
  ['a key that is no day', { chatgpt: { [days[0]]: 4, best: 4 } }],
])('%s says that it is something else', (_, citations) => {
  expect(read({ citations })).toMatch(/no counts by engine/);
});

it('an empty list is one', () => {
  expect(read({ citations: [] })).toEqual([null]);
});

it('a day without a figure leaves the engine unknown', () => {
  expect(
    read({
      citations: [
        { date: days[0], chatgpt: 4, gemini: null },
        { date: days[1], chatgpt: 5, gemini: 1 },
      ],
    }),
  ).toEqual([null, 'chatgpt 9']);
});
