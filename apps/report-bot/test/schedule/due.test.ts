import { describe, expect, test } from 'vitest';
import { describeCronError, isTimeZone, iteratePastTimes, listNextTimes } from '../../src/schedule/cron.ts';
import {
  findDueWeeks,
  formatTimetable,
  type ScheduleHistory,
  toReportedWeek,
} from '../../src/schedule/due.ts';

const at = (iso: string): number => Date.parse(iso);
const berlin = { id: 'weekly', cron: '0 9 * * 1', timezone: 'Europe/Berlin' };
const started = at('2026-01-01T00:00:00Z');
const past = (
  weeks: readonly string[],
  more: Partial<ScheduleHistory> = {},
): ReadonlyMap<string, ScheduleHistory> =>
  new Map([['weekly', { weeks: new Set(weeks), since: started, look: null, lastLook: -Infinity, ...more }]]);
const known = (...weeks: string[]) => past(weeks);
/** The bot looked at this schedule last at this instant. */
const lookedAt = (iso: string, timetable = formatTimetable(berlin)): Partial<ScheduleHistory> => ({
  look: { at: at(iso), timetable },
  lastLook: at(iso),
});
/** With snapshots since the start. */
const findDue = (
  schedules: Parameters<typeof findDueWeeks>[0],
  now: number,
  history: ReadonlyMap<string, ScheduleHistory>,
  firstAttempt: number | null = started,
) => findDueWeeks(schedules, now, history, firstAttempt);
const verdicts = (found: ReturnType<typeof findDueWeeks>) =>
  found.map(({ week, verdict }) => `${week} ${verdict}`);

describe('what is due', () => {
  test('a week comes due at its minute, not before', () => {
    expect(findDue([berlin], at('2026-11-23T07:59:59Z'), known('2026-W46'))).toEqual([]);
    const [found, ...rest] = findDue([berlin], at('2026-11-23T08:00:00Z'), known('2026-W46'));
    expect(rest).toEqual([]);
    expect(found).toEqual({
      scheduleId: 'weekly',
      week: '2026-W47',
      dueAt: at('2026-11-23T08:00:00Z'),
      verdict: 'run',
      reason: null,
    });
  });

  test('a week with a run is never due again', () => {
    for (const now of ['2026-11-23T08:00:00Z', '2026-11-23T08:01:00Z', '2026-11-29T22:59:59Z']) {
      expect(findDue([berlin], at(now), known('2026-W46', '2026-W47'))).toEqual([]);
    }
  });

  test('a clock set back brings nothing back', () => {
    expect(findDue([berlin], at('2026-11-16T08:00:00Z'), known('2026-W46', '2026-W47'))).toEqual([]);
  });

  test('a schedule that never ran is due within three days and skips nothing', () => {
    expect(verdicts(findDue([berlin], at('2026-11-26T08:00:00Z'), new Map()))).toEqual(['2026-W47 run']);
    expect(findDue([berlin], at('2026-11-26T08:00:01Z'), new Map())).toEqual([]);
  });

  test('after downtime only the newest week is run and the others are recorded as skipped', () => {
    expect(verdicts(findDue([berlin], at('2026-11-24T08:00:00Z'), known('2026-W44')))).toEqual([
      '2026-W45 skip',
      '2026-W46 skip',
      '2026-W47 run',
    ]);
    const away = past(['2026-W44'], lookedAt('2026-11-02T09:00:00Z'));
    const late = findDue([berlin], at('2026-11-27T08:00:00Z'), away);
    expect(verdicts(late)).toEqual(['2026-W45 skip', '2026-W46 skip', '2026-W47 skip']);
    expect(late.map(({ reason }) => reason)).toEqual([
      'downtime: a newer week was due when the bot came back',
      'downtime: a newer week was due when the bot came back',
      'downtime: the bot did not run, or did not reach its database, from 2026-11-02T09:00Z to 2026-11-27T08:00Z, more than three days after the week came due',
    ]);
  });

  test.each<[string, Partial<ScheduleHistory>, string]>([
    [
      'a changed time',
      lookedAt('2026-11-27T07:59:00Z', '0 9 * * 5 Europe/Berlin'),
      'the times of the schedule were changed from "0 9 * * 5 Europe/Berlin" after 2026-11-27T07:59Z, when the week was not due by them',
    ],
    [
      'a schedule that was not in the settings for a while',
      { ...lookedAt('2026-11-20T09:00:00Z'), lastLook: at('2026-11-27T07:59:00Z') },
      'the bot ran without this schedule from 2026-11-20T09:00Z to 2026-11-27T08:00Z',
    ],
    [
      'a ledger that does not know when the bot last looked',
      {},
      'it came due at 2026-11-23T08:00Z and was not planned within three days',
    ],
  ])('a week that is skipped for %s is not called downtime', (_name, more, reason) => {
    const [found, ...rest] = findDue([berlin], at('2026-11-27T08:00:00Z'), past(['2026-W46'], more));
    expect(rest).toEqual([]);
    expect(found).toMatchObject({ week: '2026-W47', verdict: 'skip', reason });
  });

  test('what came due before the first run was planned is no downtime', () => {
    const asked = past(['2026-W40'], { since: at('2026-11-12T12:00:00Z') });
    expect(verdicts(findDue([berlin], at('2026-11-24T08:00:00Z'), asked))).toEqual([
      '2026-W46 skip',
      '2026-W47 run',
    ]);
    expect(findDue([berlin], at('2026-11-13T08:00:00Z'), asked)).toEqual([]);
  });

  test('a week is owed if it ended after the first attempt of a snapshot, in the zone of the schedule', () => {
    const now = at('2026-11-25T08:00:00Z');
    const due = (firstAttempt: string | null, zone = 'Europe/Berlin') =>
      verdicts(
        findDue(
          [{ ...berlin, timezone: zone }],
          now,
          new Map(),
          firstAttempt === null ? null : at(firstAttempt),
        ),
      );
    expect(due(null)).toEqual([]);
    expect(due('2026-11-25T07:00:00Z')).toEqual([]);
    expect(due('2026-11-22T23:00:00Z')).toEqual([]);
    expect(due('2026-11-22T22:59:59Z')).toEqual(['2026-W47 run']);
    expect(due('2026-11-22T23:00:00Z', 'UTC')).toEqual(['2026-W47 run']);
  });

  test('a week is owed if it ended after the first run was planned, even without any snapshot', () => {
    const planned = past(['2026-W40'], { since: at('2026-11-18T12:00:00Z') });
    expect(verdicts(findDue([berlin], at('2026-11-23T08:00:00Z'), planned, null))).toEqual(['2026-W47 run']);
    const later = past(['2026-W40'], { since: at('2026-11-23T07:00:00Z') });
    expect(findDue([berlin], at('2026-11-23T08:00:00Z'), later, null)).toEqual([]);
  });

  test('a daily schedule has one run a week', () => {
    const daily = { ...berlin, cron: '0 9 * * *' };
    expect(verdicts(findDue([daily], at('2026-11-24T08:00:00Z'), known('2026-W46')))).toEqual([
      '2026-W47 run',
    ]);
    expect(findDue([daily], at('2026-11-25T08:00:00Z'), known('2026-W46', '2026-W47'))).toEqual([]);
  });
});

describe('one run for every ISO week through two years', () => {
  // Zones with a gap at 00:00 (Havana, Beirut), a 30-minute shift (Lord Howe), Ramadan shifts (Casablanca), +13 and +05:30.
  test.each([
    'America/New_York',
    'America/Havana',
    'Asia/Beirut',
    'Australia/Lord_Howe',
    'Africa/Casablanca',
    'Pacific/Apia',
    'Asia/Kolkata',
    'Europe/Berlin',
  ])(
    '%s',
    (timezone) => {
      for (const cron of ['0 9 * * 1', '30 2 * * 0', '0 0 * * 1']) {
        const weeks = new Set(['2025-W52']);
        const runs: string[] = [];
        for (let now = at('2026-01-05T00:00:00Z'); now < at('2028-01-03T00:00:00Z'); now += 24 * 3_600_000) {
          for (const found of findDue([{ id: 'weekly', cron, timezone }], now, past([...weeks]))) {
            expect(found.verdict).toBe('run');
            runs.push(found.week);
            weeks.add(found.week);
          }
        }
        expect(new Set(runs).size).toBe(runs.length);
        expect(runs.length).toBeGreaterThanOrEqual(103);
      }
    },
    60_000,
  );
});

describe('cron expressions', () => {
  test('a weekday and a day of month are alternatives, as in crontab(5)', () => {
    const days = listNextTimes('0 0 13 * 5', 'UTC', at('2026-03-01T00:00:00Z'), 4);
    expect(days.map((time) => new Date(time).toISOString().slice(0, 10))).toEqual([
      '2026-03-06',
      '2026-03-13',
      '2026-03-20',
      '2026-03-27',
    ]);
  });

  test('the instant itself counts as past', () => {
    const times = iteratePastTimes('0 9 * * 1', 'Europe/Berlin', at('2026-11-23T08:00:00Z'));
    expect([times.next().value, times.next().value]).toEqual([
      at('2026-11-23T08:00:00Z'),
      at('2026-11-16T08:00:00Z'),
    ]);
  });

  test.each([
    ['0 25 * * 1', /hour/i],
    ['0 9 * *', /4 fields, not five/],
    ['0 0 9 * * 1', /6 fields, not five/],
    ['', /0 fields, not five/],
    ['0 9 31 2 *', /never comes due/],
    ['monday', /1 fields, not five/],
  ])('%s is refused', (expression, reason) => {
    expect(describeCronError(expression)).toMatch(reason);
  });

  test('a good expression has no complaint', () => {
    for (const expression of ['0 9 * * 1', '*/15 8-18 * * MON-FRI', '0 0 29 2 *']) {
      expect(describeCronError(expression)).toBeNull();
    }
  });

  test('zones', () => {
    expect(isTimeZone('Europe/Berlin')).toBe(true);
    expect(isTimeZone('Europe/Berlni')).toBe(false);
    expect(isTimeZone('')).toBe(false);
  });

  test('the reported week is complete in the zone', () => {
    const berlin = { timezone: 'Europe/Berlin' };
    expect(toReportedWeek(berlin, at('2026-11-22T22:59:59Z'))).toBe('2026-W46');
    expect(toReportedWeek(berlin, at('2026-11-22T23:00:00Z'))).toBe('2026-W47');
  });
});
