import { addDays, type Cadence, cadences, findPeriod, shiftPeriod, toPeriodDates } from '@answershare/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { iterateNextTimes } from '../../src/schedule/cron.ts';
import { findDueWeeks, type ScheduleHistory } from '../../src/schedule/due.ts';
import { findRhythmFaults } from '../../src/schedule/reported-weeks.ts';

const fiscalYear: Cadence = { count: 12, unit: 'm', from: '2026-04-06' };
const fourWeeks: Cadence = { count: 28, unit: 'd', from: '2026-01-05' };
const rhythms: readonly (readonly [string, Cadence, string])[] = [
  ['months', cadences.month, '0 9 1 * *'],
  ['quarters', cadences.quarter, '30 2 1 1,4,7,10 *'],
  ['weeks from Sunday', cadences['week-from-sunday'], '30 2 * * 0'],
  ['four weeks', fourWeeks, '0 9 * * 1'],
  ['years from 6 April', fiscalYear, '0 9 6 4 *'],
];
const [from, to] = [Date.parse('2027-01-03T12:00:00Z'), Date.parse('2029-01-10T12:00:00Z')];

/** The periods that run at the times of two years with two changes of the clock each and a leap day. */
function listRuns(cron: string, timezone: string, period: Cadence): string[] {
  const weeks: string[] = [];
  for (const now of iterateNextTimes(cron, timezone, from)) {
    if (now > to) break;
    const look = { at: now - 60_000, timetable: '' };
    const past: ScheduleHistory = { weeks: new Set(weeks), since: from, look, lastLook: now - 60_000 };
    const due = findDueWeeks(
      [{ id: 'one', cron, timezone, period }],
      now,
      new Map([['one', past]]),
      from - 400 * 86_400_000,
    );
    expect(due.every(({ verdict }) => verdict === 'run')).toBe(true);
    weeks.push(...due.map(({ week }) => week));
  }
  return weeks;
}

describe.each(rhythms)('%s', (_name, period, cron) => {
  test.each(['Europe/Berlin', 'America/New_York', 'Pacific/Auckland'])(
    'report each period once in %s',
    (zone) => {
      const weeks = listRuns(cron, zone, period);
      expect(weeks.length).toBeGreaterThan(1);
      for (const [at, week] of weeks.entries()) {
        expect(week).toBe(at === 0 ? week : shiftPeriod(weeks[at - 1] ?? '', 1));
        expect(findPeriod(period, toPeriodDates(week).to)).toBe(week);
      }
      const last = toPeriodDates(weeks.at(-1) ?? '');
      expect(last.to >= '2028-03-31' && last.to < '2029-01-10').toBe(true);
      expect(findRhythmFaults({ id: 'one', cron, timezone: zone, period }, from)).toEqual([]);
    },
  );
});

test.each([
  [cadences.month, '0 9 * * 1', '"0 9 1 * *"'],
  [cadences.quarter, '0 9 1 * *', '"0 9 1 1,4,7,10 *"'],
  [cadences['week-from-sunday'], '0 9 * * 0,3', '"0 9 * * 0"'],
  [fiscalYear, '0 9 1 4 *', undefined],
])('times that repeat a period are an error with those that do not', (period, cron, better) => {
  const [fault] = findRhythmFaults({ id: 'one', cron, timezone: 'UTC', period }, from);
  if (better === undefined) expect(fault).toBeUndefined();
  else expect(fault?.message).toContain(`For each period once write cron: ${better}.`);
});

test('a period has its days, the neighbour begins on the next one, and its key gives them back', () => {
  const cadence = fc.oneof(
    fc.constantFrom(...Object.values(cadences)),
    fc.record({
      count: fc.integer({ min: 1, max: 400 }),
      unit: fc.constantFrom('d' as const, 'm' as const),
      from: fc.integer({ min: 0, max: 27 }).map((day) => addDays('2026-02-01', day)),
    }),
  );
  fc.assert(
    fc.property(cadence, fc.integer({ min: -20_000, max: 20_000 }), (of, day) => {
      const date = addDays('2026-11-01', day);
      const key = findPeriod(of, date);
      const span = toPeriodDates(key);
      expect(span.from <= date && date <= span.to).toBe(true);
      expect(toPeriodDates(shiftPeriod(key, 1)).from).toBe(addDays(span.to, 1));
      expect(shiftPeriod(shiftPeriod(key, -3), 3)).toBe(key);
      expect(findPeriod(of, span.to)).toBe(key);
    }),
  );
});
