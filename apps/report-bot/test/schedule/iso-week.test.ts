import { cadences, findPeriod, isPeriodKey } from '@answershare/core';
import { describe, expect, test } from 'vitest';
import {
  listWeekDates,
  nextWeek,
  previousWeek,
  toIsoWeek,
  toLocalDate,
} from '../../src/schedule/iso-week.ts';

const at = (iso: string): number => Date.parse(iso);

describe('a week of a date', () => {
  // ISO 8601 year ends: 2020 and 2026 have 53 weeks, 2027-01-01 still belongs to 2026.
  test.each([
    ['2020-12-31', '2020-W53'],
    ['2021-01-03', '2020-W53'],
    ['2021-01-04', '2021-W01'],
    ['2024-12-30', '2025-W01'],
    ['2026-01-01', '2026-W01'],
    ['2026-11-16', '2026-W47'],
    ['2026-11-22', '2026-W47'],
    ['2027-01-01', '2026-W53'],
    ['2027-01-04', '2027-W01'],
  ])('%s is in %s', (day, week) => {
    expect(findPeriod(cadences.week, day)).toBe(week);
    expect(listWeekDates(week)).toContain(day);
  });

  test('weeks follow each other without a gap through thirty years', () => {
    let week = '2015-W01';
    let last = '2014-12-28';
    for (let count = 0; count < 52 * 30; count += 1) {
      const days = listWeekDates(week);
      expect(Date.parse(days[0] ?? '') - Date.parse(last)).toBe(86_400_000);
      expect(previousWeek(nextWeek(week))).toBe(week);
      last = days[6] ?? '';
      week = nextWeek(week);
    }
  });

  test('text that names no week is refused', () => {
    for (const text of ['2026-47', '2026-W00', '2026-W54', '2025-W53', 'W47', '2026-w47']) {
      expect(isPeriodKey(text)).toBe(false);
      expect(() => listWeekDates(text)).toThrow('is not an ISO week');
    }
    expect(isPeriodKey('2026-W53')).toBe(true);
  });
});

describe('a week in a zone', () => {
  test.each([
    ['2026-11-15T18:29:59Z', 'Asia/Kolkata', '2026-11-15', '2026-W46'],
    ['2026-11-15T18:30:00Z', 'Asia/Kolkata', '2026-11-16', '2026-W47'],
    ['2026-11-15T23:00:00Z', 'UTC', '2026-11-15', '2026-W46'],
    ['2026-11-15T23:00:00Z', 'Europe/Berlin', '2026-11-16', '2026-W47'],
    // New York: the clocks go back on 2026-11-01 (a 25 h day) and forward on 2026-03-08 (a 23 h day).
    ['2026-11-02T04:59:59Z', 'America/New_York', '2026-11-01', '2026-W44'],
    ['2026-11-02T05:00:00Z', 'America/New_York', '2026-11-02', '2026-W45'],
    ['2026-03-09T03:59:59Z', 'America/New_York', '2026-03-08', '2026-W10'],
    ['2026-03-09T04:00:00Z', 'America/New_York', '2026-03-09', '2026-W11'],
    // Apia had no 2011-12-30: the zone moved over the date line.
    ['2011-12-30T09:59:59Z', 'Pacific/Apia', '2011-12-29', '2011-W52'],
    ['2011-12-30T10:00:00Z', 'Pacific/Apia', '2011-12-31', '2011-W52'],
    ['2026-11-15T10:59:59Z', 'Pacific/Apia', '2026-11-15', '2026-W46'],
    ['2026-11-15T11:00:00Z', 'Pacific/Apia', '2026-11-16', '2026-W47'],
    ['2026-12-31T12:00:00Z', 'Pacific/Kiritimati', '2027-01-01', '2026-W53'],
  ])('%s in %s is %s of %s', (instant, zone, day, week) => {
    expect(toLocalDate(at(instant), zone)).toBe(day);
    expect(toIsoWeek(at(instant), zone)).toBe(week);
  });

  test('an unknown zone is a RangeError', () => {
    expect(() => toLocalDate(0, 'Europe/Berlni')).toThrow(RangeError);
  });
});
