import { describe, expect, it } from 'vitest';
import { readAnalytics } from '../../src/index.ts';

const read = (rows: readonly object[], around: object = {}) =>
  readAnalytics({ ...around, data: rows.map((row) => ({ ...row, visitors: 5 })) });

const datesOf = (rows: readonly object[], around?: object): unknown => {
  const reading = read(rows, around);
  return reading.ok ? reading.value.days.map(({ date }) => date) : reading.reason;
};

const dated = (...dates: unknown[]): object[] => dates.map((date) => ({ date }));

const none = /^no list of dated rows/;

describe('dates of numbers alone', () => {
  it.each<[string, string[], string[], string]>([
    ['the day first', ['30/10/2026', '31/10/2026'], ['2026-10-30', '2026-10-31'], '"30/10/2026" is, day'],
    ['the month first', ['10/30/2026', '10/31/2026'], ['2026-10-30', '2026-10-31'], '"10/30/2026" is, month'],
    [
      'told by a later row',
      ['11/11/2026', '12/11/2026', '13/11/2026'],
      ['2026-11-11', '2026-11-12', '2026-11-13'],
      '"13/11/2026" is, day',
    ],
    ['with points', ['13.11.2026'], ['2026-11-13'], '"13.11.2026" is, day'],
    ['with hyphens', ['11-13-2026'], ['2026-11-13'], '"11-13-2026" is, month'],
    ['without zeros', ['11/13/2026', '1/12/2026'], ['2026-01-12', '2026-11-13'], '"11/13/2026" is, month'],
    ['with midnight behind it', ['13/11/1999 00:00'], ['1999-11-13'], '"13/11/1999" is, day'],
  ])('%s', (_, written, dates, told) => {
    expect(datesOf(dated(...written))).toEqual(dates);
    expect(read(dated(...written)).trace.notes).toEqual([`the dates are read as ${told} first`]);
  });

  it.each<[string, unknown[]]>([
    ['either', ['11/11/2026', '12/11/2026']],
    ['either, without zeros', ['9/9/2026']],
    ['either, of one', ['11/12/2026']],
    ['both', ['13/11/2026', '11/13/2026']],
    ['a day that is none', ['13/13/2026']],
    ['two kinds of strokes', ['13/11.2026']],
    ['a year of two digits', ['13/11/26']],
    ['words before it', ['from 13/11/2026']],
    ['one that is no text', ['13/11/2026', 5]],
  ])('%s: none', (_, written) => {
    expect(datesOf(dated(...written))).toMatch(none);
  });

  it('of a month without a zero', () => {
    expect(datesOf(dated('30/9/2026'))).toEqual(['2026-09-30']);
  });

  it('behind another field', () => {
    expect(datesOf([{ pageviews: 9, date: '13/11/2026' }])).toEqual(['2026-11-13']);
  });

  it('as an identifier', () => {
    expect(datesOf([{ id: '13/11/2026' }])).toEqual(['2026-11-13']);
  });
});

describe('dates without a year', () => {
  const window = { from: '2026-12-30', to: '2027-01-02' };

  it.each<[string, string[], string[]]>([
    ['the month first', ['Dec 30', 'January 2'], ['2026-12-30', '2027-01-02']],
    ['the day first', ['30 Dec', '2. Jan'], ['2026-12-30', '2027-01-02']],
    ['shortened', ['Dec. 31', 'Jan. 1'], ['2026-12-31', '2027-01-01']],
  ])('%s', (_, written, dates) => {
    expect(datesOf(dated(...written), window)).toEqual(dates);
    expect(read(dated(...written), window).trace.notes).toEqual([
      'the dates have the year of the window from 2026-12-30',
    ]);
  });

  it.each<[string, string[], object]>([
    ['no window', ['Dec 30'], {}],
    ['half a window', ['Dec 30'], { from: '2026-12-30' }],
    ['a day before it', ['Dec 29'], window],
    ['a day after it', ['Jan 3'], window],
    ['no month', ['Foo 1'], window],
    ['more words', ['Dec 30 week'], window],
    ['words before', ['on Dec 30'], window],
    ['more digits', ['Dec 300'], window],
    ['more digits before', ['130 Dec'], window],
  ])('%s: none', (_, written, around) => {
    expect(datesOf(dated(...written), around)).toMatch(none);
  });
});

describe('dates in an object', () => {
  it.each<[string, unknown]>([
    ['MongoDB', { $date: '2026-11-01T00:00:00Z' }],
    ['BigQuery', { value: '2026-11-01' }],
    ['Firestore', { seconds: 1_793_491_200, nanoseconds: 0 }],
    ['Firestore, as JSON', { _seconds: 1_793_491_200, _nanoseconds: 0 }],
    ['parts', { year: 2026, month: 11, day: 1 }],
  ])('%s', (_, date) => {
    expect(datesOf(dated(date))).toEqual(['2026-11-01']);
    expect(read(dated(date)).trace.notes).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['a text', { $date: '2026-11-01' }],
    ['parts', { year: 2026, month: 11, day: 1 }],
  ])('as an identifier: %s', (_, _id) => {
    expect(datesOf([{ _id }])).toEqual(['2026-11-01']);
  });

  it.each<[string, unknown]>([
    ['no date', { value: 'today' }],
    ['a month', { year: 2026, month: 11 }],
    ['no day of a calendar', { year: 2026, month: 2, day: 30 }],
    ['a list', ['2026-11-01']],
    ['one beside an object', { value: { date: '2026-11-01' } }],
  ])('%s: none', (_, date) => {
    expect(datesOf(dated(date))).toMatch(none);
  });

  it('in one of the rows alone', () => {
    expect(datesOf(dated({ value: '2026-11-01' }, 'Total'))).toMatch(none);
  });
});

describe('year, month and day in fields of their own', () => {
  it.each<[string, object]>([
    ['numbers', { year: 2026, month: 11, day: 1 }],
    ['texts', { Year: '2026', Month: '11', Day: '01' }],
  ])('%s', (_, row) => {
    const reading = read([row]);
    expect(reading.ok && reading.value.days).toEqual([
      { date: '2026-11-01', visitors: 5, pageviews: null, citations: null, metrics: {} },
    ]);
  });

  it.each<[string, object]>([
    ['no day', { year: 2026, month: 11 }],
    ['no month', { year: 2026, day: 1 }],
    ['no year', { month: 11, day: 1 }],
    ['no day of a calendar', { year: 2026, month: 2, day: 30 }],
  ])('%s: none', (_, row) => {
    expect(datesOf([row])).toMatch(none);
  });

  it('beside a date are figures', () => {
    const reading = read([{ date: '2026-11-01', year: 2026, month: 11, day: 1 }]);
    expect(reading.ok && reading.value.days[0]?.metrics).toEqual({ year: 2026, month: 11, day: 1 });
  });
});

it.each<[string, unknown, string]>([
  ['no zeros', '2026-11-1', '2026-11-01'],
  ['no zeros and strokes', '2026/1/9', '2026-01-09'],
  ['milliseconds of .NET', '/Date(1793491200000)/', '2026-11-01'],
])('a date with %s', (_, date, read) => {
  expect(datesOf(dated(date))).toEqual([read]);
});

it.each([
  '2026-11',
  '2026-1101',
  '2026-11/01',
  '2026-111-1',
  '/Date(x)/',
  ' /Date(1793491200000)',
  'Date(1793491200000)/',
  '/Date(1793491200000)/ x',
])('%s is no date', (date) => {
  expect(datesOf(dated(date))).not.toEqual([expect.anything()]);
});

it('a day called "on"', () => {
  expect(datesOf([{ on: '2026-11-01' }])).toEqual(['2026-11-01']);
});
