import { describe, expect, it } from 'vitest';
import { readAnalytics } from '../../src/index.ts';

const first = (held: object): unknown => {
  const reading = readAnalytics({ daily: [{ date: '2026-11-01', visitors: 5, ...held }] });
  return reading.ok ? reading.value.days[0] : reading.reason;
};

describe('a figure that an object holds', () => {
  it.each([
    ['counted', { visitors: { count: 7 } }, { visitors: 7 }],
    ['of all, before a part', { pageviews: { all: 9, new: 3 } }, { pageviews: 9 }],
    ['of now, before that of all times', { visitors: { current: 120, all: 4100 } }, { visitors: 120 }],
    ['by engine', { citations: { chatgpt: 3, gemini: 2 } }, { citations: 5 }],
    [
      'by engine, each with its count',
      { citations: { chatgpt: { count: 3, share: 0.6 }, gemini: { count: 2, share: 0.4 } } },
      { citations: 5 },
    ],
    ['by engine, one unknown', { citations: { chatgpt: 3, gemini: null } }, { citations: null }],
  ])('%s', (_, held, day) => {
    expect(first(held)).toMatchObject(day);
  });

  it.each([
    ['engines and another', { chatgpt: 3, other: 2 }, 'a list or an object'],
    ['no engine', {}, 'a list or an object'],
    ['an engine below zero', { chatgpt: -3, gemini: 5 }, '-3'],
    ['half a citation', { chatgpt: 2.5 }, '2.5'],
    ['a share of an engine', { chatgpt: '60%', gemini: '40%' }, '"60%"'],
  ])('%s: refused', (_, citations, what) => {
    expect(first({ citations })).toBe(
      `citations of 2026-11-01 at /daily/*/citations is ${what} and no count`,
    );
  });
});

it('a figure that only later rows have is read there', () => {
  const reading = readAnalytics({
    daily: [
      { date: '2026-11-01', visitors: 5 },
      { date: '2026-11-02', visitors: 6, pageviews: 9 },
    ],
  });
  expect(reading.ok && reading.value.days.map(({ pageviews }) => pageviews)).toEqual([null, 9]);
});

it('an instant that is not midnight is told, whichever row has it', () => {
  const daily = [
    { t: 1793491200, visitors: 5 },
    { t: 1793613600, visitors: 6 },
  ];
  expect(readAnalytics({ daily }).trace.notes).toEqual([
    'dates are UTC dates of instants that are not midnight',
  ]);
});

it('a field named after the prototype is no metric and changes none', () => {
  const row = '{"date": "2026-11-01", "visitors": 5, "__proto__": null, "bounces": 1}';
  const reading = readAnalytics({ daily: [JSON.parse(row) as unknown] });
  expect(reading.ok && reading.value.days[0]?.metrics).toStrictEqual({ bounces: 1 });
});
