import { describe, expect, it } from 'vitest';
import { readAnalytics } from '../../src/index.ts';
import { countOf, isUnknown, readCounted, readNumber, readText } from '../../src/reading/numbers.ts';

describe('a number with separators', () => {
  it.each<[string, number]>([
    ['12,345.67', 12_345.67],
    ['12.345,67', 12_345.67],
    ['123.456.789', 123_456_789],
    ['1 234,5', 1234.5],
    ['1\u202f234\u202f567,89', 1_234_567.89],
    ['12’345.5', 12_345.5],
    ["12'345,25", 12_345.25],
    ['1,2345', 1.2345],
    ['0,041', 0.041],
  ])('%s', (text, value) => {
    expect(readNumber(text)?.value).toBe(value);
  });

  it.each([
    '1,234 567',
    '1234 567',
    "1 234'567",
    '1,234.56.7',
    '1.2,5',
    '1,2 3',
    '1234,567',
    '21.234,5,6',
    '0.234,5',
    '0.123.456',
    '0 123',
    '- 5',
    '41% of 200',
  ])('%s could be several and is none', (text) => {
    expect(readNumber(text)).toBeUndefined();
  });

  it.each<[string, number | null | undefined]>([
    ['1,000', 1000],
    ['12.5', undefined],
    ['12.000', undefined],
    ['1.000', undefined],
    ['0.000', 0],
    ['12.00', 12],
    ['1200.000', 1200],
    ['21/100', undefined],
    ['21%', undefined],
    ['-3', undefined],
    ['n/a', null],
  ])('%s as a count is %s', (text, count) => {
    expect(countOf(readNumber(text))).toBe(count);
  });

  it('is refused where a count is written as German services write thousands', () => {
    const body = { days: [{ date: '2026-11-01', visitors: '12.000', pageviews: '15.000' }] };
    expect(readAnalytics(body)).toMatchObject({
      ok: false,
      reason: 'visitors of 2026-11-01 at /days/*/visitors is "12.000" and no count',
    });
  });

  it('is a decimal one in a share, where thousands cannot be', () => {
    expect(readNumber('12.000%')).toMatchObject({ value: 12, percent: true, commaOnce: false });
    expect(readNumber('12,000%')).toMatchObject({ value: 12_000, percent: true, commaOnce: true });
    expect(readNumber('1,000')?.commaOnce).toBe(true);
    expect(readNumber('0,500')?.commaOnce).toBe(false);
    expect(readNumber('1,234,567')?.commaOnce).toBe(false);
    expect(readNumber('1,234.5')?.commaOnce).toBe(false);
  });
});

describe('what stands with a number', () => {
  it.each<[string, number, number]>([
    ['21/100', 21, 100],
    ['4.6 / 5.00', 4.6, 5],
    ['3.5/4.25', 3.5, 4.25],
    ['7 out of 10', 7, 10],
    ['7 of 10', 7, 10],
  ])('%s has its maximum', (text, value, scale) => {
    expect(readNumber(text)).toMatchObject({ value, scale });
  });

  it('in an object is its value, whatever unit or change stands beside', () => {
    expect(readNumber({ amount: 5, change: 2 })).toMatchObject({ value: 5, coerced: true });
    expect(readNumber({ previous: 4, current: '5' })).toMatchObject({ value: 5, coerced: true });
    expect(readNumber({ change: 2 })).toBeUndefined();
  });
});

describe('a text that tells less than a number', () => {
  it.each<[string, string]>([
    ['+12', 'a difference'],
    ['+ 12 %', 'a difference'],
    ['+1.2k', 'a difference'],
    ['<= 10', 'a bound'],
    ['~5', 'rounded'],
    ['approx. 40', 'rounded'],
    ['1.25k', 'rounded'],
    ['3 m', 'rounded'],
  ])('%s is %s', (text, says) => {
    expect(readNumber(text)).toMatchObject({ value: null, coerced: true, vague: `"${text}" is ${says}` });
  });

  it.each(['5 +2', '+ x', '5 < 10', 'v5+', '5+3', 'page ~5', 'a 3M', '5 mentions', '5km', '-1.2k'])(
    '%s is none of them and no number',
    (text) => {
      expect(readNumber(text)).toBeUndefined();
    },
  );

  it.each(['', ' ', ' N/A ', '-'])(
    '"%s" is a word for the unknown, which is no number as written',
    (text) => {
      expect(isUnknown(text)).toBe(true);
      expect(readNumber(text)).toMatchObject({ value: null, coerced: true, vague: null });
    },
  );
});

describe('a text', () => {
  it('keeps what stands around a count that does not end it', () => {
    expect(readCounted(' booking.com ')).toEqual({ text: 'booking.com', count: null });
    expect(readCounted('first\nbooking.com (3)')).toEqual({ text: 'first\nbooking.com (3)', count: null });
  });

  it('is a number written out, and no number that JSON cannot hold', () => {
    expect([readText(7.5), readText(Number.POSITIVE_INFINITY), readText(null)]).toEqual(['7.5', null, null]);
  });
});
