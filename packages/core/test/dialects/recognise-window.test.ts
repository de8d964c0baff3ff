import { describe, expect, it } from 'vitest';
import { addEvidence, configuredProfile } from '../../src/dialects/profile.ts';
import { asksWindow, findAskedParameter, recogniseWindow } from '../../src/dialects/recognise-form.ts';
import { addDays } from '../../src/index.ts';

const at = Date.UTC(2026, 10, 21, 5);
const address = 'https://api.example.com/api/v1/analytics';

/** As many days as asked for, one after another, the last one first or last. */
const days = (last: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, back) => addDays(last, back - count + 1));

describe('the website parameter of an address', () => {
  it.each<[string, 1 | 2 | null]>([
    ['?websiteId=ws_1', 1],
    ['?website_id=ws_1', 2],
    ['?websiteId=ws_1&website_id=ws_1', null],
    ['?period=7d&website_id=a%20b#websiteId=1', 2],
    ['?website_id=%E0%A4%A', 2],
    ['?website_id', 2],
    ['?website_id=a=b', 2],
    ['?website_id#top', 2],
    ['?website_id=a#?websiteId=b', 2],
    ['/website_id=a', null],
    ['?a?website_id=a', null],
    ['?websiteid=ws_1', null],
    ['?page=1', null],
    ['', null],
    ['#?websiteId=1', null],
  ])('in %j belongs to Form %j', (query, form) => {
    expect(findAskedParameter(address + query)).toBe(form);
  });
});

it('a text that is not an address has no website parameter', () => {
  expect(findAskedParameter('website_id=ws_1')).toBeNull();
});

describe('the days of an analytics answer as evidence of the window (specification §4)', () => {
  const range = (from: string, to: string, more = '') =>
    `${address}?websiteId=a&from=${from}&to=${to}${more}`;
  const period = (choice: string) => `${address}?website_id=a&period=${choice}`;

  it('support Form 1 if they are all days of a range and no others', () => {
    expect(recogniseWindow(range('2026-11-01', '2026-11-03'), days('2026-11-03', 3), at)).toEqual([
      'window',
      { form: 1, seen: 'asked for 2026-11-01 to 2026-11-03, got those 3 days', at },
    ]);
  });

  it.each<[string, readonly string[], 1 | 2 | null]>([
    ['one day short of the range', days('2026-11-04', 4), 1],
    ['the whole range', days('2026-11-05', 5), 1],
    ['two days short', days('2026-11-03', 3), null],
    ['more rows than days', [...days('2026-11-05', 5), '2026-11-05'], null],
    ['a day before', days('2026-11-05', 6), null],
    ['two days before', days('2026-11-05', 7), 2],
    ['a day after', days('2026-11-06', 6), null],
    ['two days after', days('2026-11-07', 7), 2],
    ['five days from a day earlier on', days('2026-11-04', 5), null],
    ['five days from a day later on', days('2026-11-06', 5), null],
    ['five days from two days later on', days('2026-11-07', 5), 2],
    ['no days', [], null],
  ])('support the expected Form for a range of five days answered by %s', (_, dates, form) => {
    expect(recogniseWindow(range('2026-11-01', '2026-11-05'), dates, at)?.[1].form ?? null).toBe(form);
  });

  it('support Form 2 if they lie outside of the range', () => {
    expect(recogniseWindow(range('2026-11-01', '2026-11-03'), days('2026-11-20', 30), at)).toEqual([
      'window',
      { form: 2, seen: 'asked for 2026-11-01 to 2026-11-03, got 30 days, some outside', at },
    ]);
  });

  it('prove nothing if a range of one day has none', () => {
    expect(recogniseWindow(range('2026-11-01', '2026-11-01'), [], at)).toBeNull();
  });

  it.each<[string, string, number, 1 | null]>([
    ['seven days up to today', '2026-11-21', 7, null],
    ['seven days up to yesterday', '2026-11-20', 7, null],
    ['seven days up to the day before', '2026-11-19', 7, 1],
    ['ninety days up to today', '2026-11-21', 90, null],
    ['eight days up to today', '2026-11-21', 8, 1],
  ])('prove nothing for a range that equals a period: %s', (_, last, count, form) => {
    const asked = days(last, count);
    const found = recogniseWindow(range(asked[0] ?? '', last), asked, at);
    expect(found?.[1].form ?? null).toBe(form);
  });

  it.each<[string, number, 2 | null]>([
    ['7d', 7, 2],
    ['7d', 6, 2],
    ['7d', 8, 2],
    ['7d', 5, null],
    ['7d', 9, null],
    ['30d', 30, 2],
    ['30d', 7, null],
    ['90d', 90, 2],
    ['14d', 14, null],
    ['7', 7, null],
  ])('support a Form by their number: period %s, %i days, Form %j', (choice, count, form) => {
    const found = recogniseWindow(period(choice), days('2026-11-20', count), at);
    expect(found).toEqual(
      form === null ? null : ['window', { form, seen: `asked for ${choice}, got ${count} days`, at }],
    );
  });

  it('support the window parameter that they fit if both were sent', () => {
    const both = range('2026-11-18', '2026-11-20', '&period=90d');
    expect(recogniseWindow(both, days('2026-11-20', 3), at)?.[1].form).toBe(1);
    expect(recogniseWindow(both, days('2026-11-20', 90), at)?.[1]).toEqual({
      form: 2,
      seen: 'asked for 90d, got 90 days',
      at,
    });
    expect(recogniseWindow(both, days('2026-11-20', 30), at)).toBeNull();
  });

  it.each([
    ['no window', address],
    ['half a range', `${address}?from=2026-11-01`],
    ['the other half', `${address}?to=2026-11-03`],
    ['unix times', range('1793491200', '1793664000')],
    ['a date and a unix time', range('2026-11-01', '1793664000')],
    ['a unix time and a date', range('1793491200', '2026-11-03')],
    ['dates with a time', range('2026-11-01T00:00', '2026-11-03T00:00')],
    ['wrongly encoded dates', range('2026-11-01%', '2026-11-03%')],
    ['dates with something before', range('x2026-11-01', 'x2026-11-03')],
  ])('prove nothing for an address with %s', (_, url) => {
    expect(recogniseWindow(url, days('2026-11-20', 3), at)).toBeNull();
    expect(recogniseWindow(url, days('2026-11-03', 3), at)).toBeNull();
  });
});

it.each([
  ['?from=2026-11-01&to=2026-11-07&period=7d', true],
  ['?websiteId=w&to=2026-11-07', true],
  ['?website_id=w&period=7d', true],
  ['?websiteId=w', false],
  ['', false],
])('an address with %s asks for a window: %s', (query, hasWindow) => {
  expect(asksWindow(`https://api.example.com/api/v1/analytics${query}`)).toBe(hasWindow);
});

it('a configured axis ignores the evidence of an answer', () => {
  const profile = configuredProfile(1);
  expect(addEvidence(profile, 'window', { form: 2, seen: 'asked for 7d, got 7 days', at: 5 })).toBe(profile);
});
