import { describe, expect, it } from 'vitest';
import { readAnalytics } from '../../src/index.ts';

const told = (said: object, ...dates: readonly unknown[]): unknown => {
  const reading = readAnalytics({ ...said, days: dates.map((date) => ({ date, visitors: 5 })) });
  return reading.ok ? [reading.value.days.map(({ date }) => date), reading.trace.notes] : reading.reason;
};

const asUtc = 'dates are UTC dates of instants that are not midnight';
const by = (stated: string): string =>
  `dates are those on which it is midnight elsewhere, since the body states ${stated}`;

const berlin = ['2026-10-31T23:00:00Z', '2026-11-01T23:00:00Z'];
const there = ['2026-11-01', '2026-11-02'];
const asWritten = ['2026-10-31', '2026-11-01'];

describe('days that begin at midnight in a zone that the body states', () => {
  it.each<[string, readonly unknown[], readonly string[]]>([
    ['Europe/Berlin', berlin, there],
    ['Europe/Berlin', ['2026-10-31 23:00:00 UTC', '2026-11-01T23:00:00+00:00'], there],
    ['Europe/Berlin', ['2026-10-31T23:00:00 GMT', '2026-11-01T23:00:00-0000'], there],
    ['Europe/Berlin', [1_793_487_600, 1_793_574_000], there],
    ['Europe/Berlin', ['1793487600000', '1793574000000'], there],
    ['Europe/Berlin', ['2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'], ['2026-10-25', '2026-10-26']],
    ['Europe/London', ['2026-10-24T23:00:00Z', '2026-10-26T00:00:00Z'], ['2026-10-25', '2026-10-26']],
    ['Atlantic/Azores', ['2026-11-01T01:00:00Z', '2026-11-02T01:00:00Z'], there],
    ['Africa/Nairobi', ['2026-10-31T21:00:00Z', '2026-11-01T21:00:00Z'], there],
    ['America/New_York', ['2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z'], there],
    ['US/Pacific', ['2026-11-01T07:00:00Z', '2026-11-02T08:00:00Z'], there],
    ['Asia/Kolkata', ['2026-10-31T18:30:00Z', '2026-11-01T18:30:00Z'], there],
    ['Asia/Kathmandu', ['2026-10-31T18:15:00Z', '2026-11-01T18:15:00Z'], there],
    ['Australia/Sydney', ['2026-10-31T13:00:00Z', '2026-11-01T13:00:00Z'], there],
    ['Pacific/Honolulu', ['2026-11-01T09:00:00Z', '2026-11-02T09:00:00Z'], there],
    ['+01:00', berlin, there],
    ['CET', berlin, there],
    ['Europe/Samara', ['2026-10-31T20:00:00Z', '2026-11-01T20:00:00Z'], there],
    ['America/Adak', ['2026-11-01T10:00:00Z', '2026-11-02T10:00:00Z'], there],
    ['America/Scoresbysund', ['2026-03-29T00:00:00Z', '2026-03-30T01:00:00Z'], ['2026-03-29', '2026-03-30']],
    ['US/Samoa', ['2026-11-01T11:00:00Z', '2026-11-02T11:00:00Z'], there],
    ['US/Eastern', ['2026-11-01T04:00:00Z', '2026-11-02T04:00:00Z'], there],
    ['Asia/Jerusalem', ['2026-10-31T22:00:00Z', '2026-11-01T22:00:00Z'], there],
    ['Europe/Berlin', ['Oct 31, 2026, 11:00PM UTC', 'Nov 1, 2026, 11:00PM UTC'], there],
    ['Europe/Berlin', ['20261031T2300Z', '20261101T2300Z'], there],
  ])('%s: %j', (timezone, dates, days) => {
    expect(told({ timezone }, ...dates)).toEqual([days, [by(timezone)]]);
  });

  it.each([
    'timezone',
    'time_zone',
    'tz',
    'timezoneName',
    'timezone_id',
    'report_timezone',
    'reportingTimeZone',
    'zone',
  ])('told by %s', (name) => {
    expect(told({ meta: { query: { [name]: ' Europe/Berlin ' } } }, ...berlin)).toEqual([
      there,
      [by('Europe/Berlin')],
    ]);
  });

  it('told three objects deep', () => {
    expect(told({ a: { b: { c: { tz: 'Europe/Berlin' } } } }, ...berlin)).toEqual([
      there,
      [by('Europe/Berlin')],
    ]);
  });

  it('and a row that is left out is named by its day there', () => {
    const days = [
      { date: berlin[0], visitors: 5 },
      { date: berlin[1], visitors: 2, estimated: true },
    ];
    expect(readAnalytics({ timezone: 'Europe/Berlin', days }).trace.notes).toContain(
      'the row of 2026-11-02 says "estimated" and was left out',
    );
  });
});

describe('days that begin at midnight elsewhere where the body states its window', () => {
  it('are those of the window', () => {
    expect(told({ from: '2026-11-01', to: '2026-11-02' }, ...berlin)).toEqual([
      there,
      [by('a window from 2026-11-01')],
    ]);
  });

  it('are those that are written where the window says so', () => {
    const dates = ['2026-11-02T05:00:00Z', '2026-11-01T05:00:00Z'];
    expect(told({ from: '2026-11-01', to: '2026-11-02' }, ...dates)).toEqual([
      there,
      [by('a window from 2026-11-01')],
    ]);
  });
});

describe('instants that could be midnights of nowhere are told and dated as written', () => {
  it.each<[string, object, readonly unknown[], readonly string[]]>([
    ['no zone', {}, berlin, asWritten],
    ['the zone of UTC', { timezone: 'UTC' }, berlin, asWritten],
    ['GMT', { timezone: 'GMT' }, berlin, asWritten],
    ['Z', { timezone: 'Z' }, berlin, asWritten],
    ['Zulu', { timezone: 'Zulu' }, berlin, asWritten],
    ['of the tz database', { timezone: 'Etc/GMT' }, berlin, asWritten],
    ['+00:00', { timezone: '+00:00' }, berlin, asWritten],
    ['00:00', { timezone: '00:00' }, berlin, asWritten],
    ['-0000', { timezone: '-0000' }, berlin, asWritten],
    ['an empty zone', { timezone: ' ' }, berlin, asWritten],
    ['a number', { timezone: 60 }, berlin, asWritten],
    ['a zone too deep', { a: { b: { c: { d: { tz: 'Europe/Berlin' } } } } }, berlin, asWritten],
    ['a zone of something else', { account: [{ tz: 'Europe/Berlin' }] }, berlin, asWritten],
    ['another window', { from: '2026-10-30', to: '2026-11-01' }, berlin, asWritten],
    [
      'either side of the date line',
      { timezone: 'Pacific/Auckland' },
      ['2026-10-31T11:00:00Z', '2026-11-01T11:00:00Z'],
      asWritten,
    ],
  ])('%s', (_, said, dates, days) => {
    expect(told(said, ...dates)).toEqual([days, [asUtc]]);
  });

  it.each<[string, readonly unknown[]]>([
    ['an hour that is no midnight in Europe', ['2026-10-31T18:30:00Z', '2026-11-01T18:30:00Z']],
    ['the end of a day', ['2026-10-31T23:59:00Z', '2026-11-01T23:59:00Z']],
    ['several hours', ['2026-10-31T20:00:00Z', '2026-11-01T23:00:00Z']],
    ['midnights of UTC', ['2026-10-31T00:00:00Z', '2026-11-01T00:00:00Z']],
    ['times of the zone itself', ['2026-10-31T23:00:00', '2026-11-01T23:00:00']],
    ['times of another zone', ['2026-10-31T23:00:00+01:00', '2026-11-01T23:00:00+01:00']],
    ['hours that are near', ['2026-10-31T20:00:00Z', '2026-11-01T19:00:00Z']],
    [
      'times of another zone in words',
      ['Sat Oct 31 2026 23:00:00 GMT+0100 (CET)', 'Nov 1 2026 23:00:00 GMT+0100'],
    ],
    ['noon', ['Oct 31, 2026, 12:00 PM UTC', 'Nov 1, 2026, 12:00 PM UTC']],
    ['midnights of UTC in English', ['Oct 31, 2026, 12:00 AM UTC', 'Nov 1, 2026, 12:00 AM UTC']],
    ['dates', ['2026-10-31', '2026-11-01']],
    ['dates among instants', ['2026-10-31T23:00:00Z', '2026-11-01']],
  ])('beside a zone they are no midnights: %s', (_, dates) => {
    expect(told({ timezone: 'Europe/Berlin' }, ...dates)).toEqual([asWritten, []]);
  });

  it.each([
    ['Africa/Nairobi', 20],
    ['Africa/Dakar', 1],
    ['America/New_York', 23],
    ['America/New_York', 11],
    ['US/Pacific', 23],
    ['US/Eastern', 3],
    ['US/Samoa', 12],
    ['Asia/Tokyo', 23],
    ['Asia/Kamchatka', 11],
    ['Australia/Perth', 17],
    ['Australia/Sydney', 12],
  ])('nowhere in the region of %s is it midnight at %i', (timezone, hour) => {
    const at = (day: string): string => `${day}T${String(hour).padStart(2, '0')}:00:00Z`;
    expect(told({ timezone }, at('2026-10-31'), at('2026-11-01'))).toEqual([asWritten, []]);
  });

  it('two of one date are no midnights', () => {
    expect(told({ timezone: 'Europe/Berlin' }, '2026-10-31T22:00:00Z', '2026-10-31T23:00:00Z')).toEqual([
      ['2026-10-31'],
      [expect.stringMatching('of a day are sums over its hours')],
    ]);
  });

  it('nor are hours that are stated', () => {
    expect(told({ timezone: 'Europe/Berlin', interval: 'hour' }, ...berlin)).toMatchObject([
      asWritten,
      [expect.stringMatching('of a day are sums over its hours')],
    ]);
  });
});
