import { expect, test } from 'vitest';
import { createSchedule, findNextDue } from '../../src/broker/triggers.ts';

const start = Date.UTC(2026, 10, 21, 12, 10);

/** The first dues of a trigger created on Saturday 2026-11-21 at 12:10 UTC, chance at this value. */
function dues(asked: Record<string, string | number>, zone = 'UTC', chance = 0.5, created = start): string[] {
  const schedule = createSchedule(asked, zone, created, () => chance);
  const found: string[] = [];
  for (let after = created; found.length < 3; ) {
    const due = findNextDue(schedule, after);
    if (due === null) return found;
    found.push(new Date(due).toISOString().slice(0, 16));
    after = due;
  }
  return found;
}

test.each([
  [{ everyHours: 1 }, ['2026-11-21T13:10', '2026-11-21T14:10', '2026-11-21T15:10']],
  [{ everyHours: 6 }, ['2026-11-21T18:10', '2026-11-22T00:10', '2026-11-22T06:10']],
  [{ everyDays: 1, atHour: 6 }, ['2026-11-22T06:30', '2026-11-23T06:30', '2026-11-24T06:30']],
  [{ everyDays: 3, atHour: 18 }, ['2026-11-21T18:30', '2026-11-24T18:30', '2026-11-27T18:30']],
  [{ onWeekDay: 'MONDAY', atHour: 9 }, ['2026-11-23T09:30', '2026-11-30T09:30', '2026-12-07T09:30']],
  [
    { everyWeeks: 2, onWeekDay: 'MONDAY', atHour: 9 },
    ['2026-11-23T09:30', '2026-12-07T09:30', '2026-12-21T09:30'],
  ],
  [{ onMonthDay: 31, atHour: 0 }, ['2026-12-31T00:30', '2027-01-31T00:30', '2027-03-31T00:30']],
  [{ after: 90_000 }, ['2026-11-21T12:11']],
])('%j', (asked, expected) => {
  expect(dues(asked)).toEqual(expected);
});

test('nearMinute is at most 15 minutes off in either direction', () => {
  const first = (chance: number): string | undefined =>
    dues({ everyDays: 1, atHour: 6, nearMinute: 30 }, 'UTC', chance)[0];
  expect([first(0), first(0.5), first(0.999)]).toEqual([
    '2026-11-22T06:15',
    '2026-11-22T06:30',
    '2026-11-22T06:45',
  ]);
});

test('uses hours of the trigger’s zone, across daylight saving changes', () => {
  const beforeChange = Date.UTC(2026, 9, 23, 12);
  expect(dues({ everyDays: 1, atHour: 6 }, 'Europe/Zurich', 0, beforeChange)).toEqual([
    '2026-10-24T04:00',
    '2026-10-25T05:00',
    '2026-10-26T05:00',
  ]);
});
