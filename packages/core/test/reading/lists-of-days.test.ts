import { describe, expect, it } from 'vitest';
import { readAnalytics } from '../../src/index.ts';

const on = (day: number, held: object): object => ({ date: `2026-11-0${day}`, ...held });

/** Each day as `[day of the month, visitors, page views, citations]`, or the reason. */
const daysOf = (body: unknown): unknown => {
  const reading = readAnalytics(body);
  return reading.ok
    ? reading.value.days.map((day) => [Number(day.date.slice(8)), day.visitors, day.pageviews, day.citations])
    : reading.reason;
};

const nothing = /^no list of dated rows/;

describe('several lists of days', () => {
  it.each([
    [
      'figures under their own names and a series of days',
      { pageviews: [on(1, { pageviews: 9 })], timeseries: [on(1, { visitors: 5 })] },
      [[1, 5, 9, null]],
    ],
    [
      'the later days first',
      { visitors: [on(2, { value: 5 })], pageviews: [on(1, { value: 9 })] },
      [
        [1, null, 9, null],
        [2, 5, null, null],
      ],
    ],
    [
      'dates of something else beside a series',
      { visitors: [on(1, { value: 5 })], releases: [on(3, { version: '2.0' })] },
      [[1, 5, null, null]],
    ],
    [
      'posts with their views beside them',
      { timeseries: [on(1, { visitors: 120 })], items: [on(1, { title: 'A post', pageviews: 4 })] },
      [[1, 120, null, null]],
    ],
    [
      'citations by engine beside them',
      {
        daily: [on(1, { visitors: 120 })],
        data: [on(1, { engine: 'ChatGPT', citations: 4 }), on(1, { engine: 'Gemini', citations: 3 })],
      },
      [[1, 120, null, 7]],
    ],
    [
      'two that agree',
      { timeseries: [on(1, { visitors: 5 })], report: [on(1, { visitors: 5, pageviews: 9 })] },
      [[1, 5, 9, null]],
    ],
  ])('%s', (_, body, days) => {
    expect(daysOf(body)).toEqual(days);
  });

  it.each([
    ['visitors', { visitors: 5 }, { visitors: 4, pageviews: 9 }],
    ['pageviews', { pageviews: 5 }, { visitors: 9, pageviews: 4 }],
    ['citations', { citations: 5 }, { visitors: 9, citations: 4 }],
  ])('%s on which two lists disagree are refused', (figure, one, other) => {
    expect(daysOf({ timeseries: [on(1, one)], report: [on(1, other)] })).toBe(
      `${figure} of 2026-11-01 are 4 in one list and 5 in another: give a mapping`,
    );
  });

  it('that stand apart are named with their figures', () => {
    const body = {
      data: [on(1, { visitors: 5, pageviews: 9, citations: 1 })],
      timeseries: [on(1, { visitors: 5, citations: 1 })],
    };
    expect(readAnalytics(body).trace.notes).toEqual(['visitors, citations stand apart, at /timeseries']);
  });
});

describe('a list of values that its name tells', () => {
  it.each([
    ['with a word beside', { visitors: [on(1, { value: 5, note: 'Sun' })] }, [[1, 5, null, null]]],
    ['dated by seconds', { visitors: [{ t: 1793491200, y: 5 }] }, [[1, 5, null, null]]],
    [
      'with a day that is unknown',
      { visitors: [on(1, { value: 5 }), on(2, { value: null })] },
      [
        [1, 5, null, null],
        [2, null, null, null],
      ],
    ],
    ['with wrapped values', { visitors: [on(1, { value: { total: 5 } })] }, [[1, 5, null, null]]],
    [
      'unless its rows name the figure',
      { site: [on(1, { visitors: 5, value: null })] },
      [[1, 5, null, null]],
    ],
  ])('%s', (_, body, days) => {
    expect(daysOf(body)).toEqual(days);
  });

  it('what a value wraps is no other figure', () => {
    const reading = readAnalytics({ visitors: [on(1, { value: { total: 5 } })] });
    expect(reading.ok && reading.value.days[0]?.metrics).toEqual({});
  });

  it.each([
    ['no value', { visitors: [on(1, { new: 5 })] }],
    ['a row of other values', { visitors: [on(1, { value: 5 }), on(2, { desktop: 3, mobile: 4 })] }],
    ['a second value', { visitors: [on(1, { total: 410, bounced: 41 })] }],
    ['a second value, both as texts', { visitors: [on(1, { total: '410', bounced: '41' })] }],
    ['the history of an authority score', { authority: { history: [on(1, { value: 72 })] } }],
  ])('%s is refused', (_, body) => {
    expect(daysOf(body)).toMatch(nothing);
  });
});

describe('days inside the one entry of a list', () => {
  it.each([
    ['an entry with empty filters', [{ country: null, platform: null, daily: [on(1, { visitors: 5 })] }]],
    [
      'the address of the website',
      [{ website: { url: 'https://acme.example', daily: [on(1, { visitors: 5 })] } }],
    ],
  ])('%s', (_, data) => {
    expect(daysOf({ data })).toEqual([[1, 5, null, null]]);
  });

  it('of one page are refused', () => {
    expect(daysOf({ data: [{ page: '/pricing', daily: [on(1, { visitors: 5 })] }] })).toMatch(nothing);
  });
});

describe('rows of one date', () => {
  it.each([
    [
      'engines under a second name, where the first holds no text',
      [
        on(1, { engine: { id: 1 }, platform: 'ChatGPT', citations: 3 }),
        on(1, { engine: { id: 2 }, platform: 'Gemini', citations: 2 }),
      ],
      [[1, null, null, 5]],
    ],
    [
      'engines and the whole',
      [on(1, { engine: 'all', citations: 6 }), on(1, { engine: 'ChatGPT', citations: 3 })],
      [[1, null, null, 6]],
    ],
    ['the whole alone', [on(1, { engine: 'all', visitors: 5 })], [[1, 5, null, null]]],
    ['one engine alone', [on(1, { engine: 'ChatGPT', visitors: 5, citations: 3 })], [[1, null, null, 3]]],
  ])('%s', (_, daily, days) => {
    expect(daysOf({ daily })).toEqual(days);
  });

  it('that both say they are the whole are refused', () => {
    const daily = [on(1, { engine: 'all', citations: 5 }), on(1, { engine: 'all', citations: 7 })];
    expect(daysOf({ daily })).toBe('two rows have the date 2026-11-01');
  });

  it.each([
    [23, ['23 hours of 2026-11-01 came']],
    [24, []],
  ])('%d hours', (count, notes) => {
    const data = Array.from({ length: count }, (_, hour) => on(1, { hour, pageviews: 2 }));
    expect(daysOf({ data })).toEqual([[1, null, 2 * count, null]]);
    expect(readAnalytics({ data }).trace.notes.filter((note) => / came$/.test(note))).toEqual(notes);
  });
});

it('a row of a country is a doubt wherever it stands', () => {
  const daily = [on(1, { country: 'all', visitors: 5 }), on(2, { country: 'DE', visitors: 3 })];
  const { confidence, notes } = readAnalytics({ daily }).trace;
  expect(confidence).toBe(0.8);
  expect(notes).toEqual(['the rows name a country, so that they may be a part of the traffic']);
});
