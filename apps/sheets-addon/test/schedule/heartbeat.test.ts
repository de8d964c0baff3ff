import { expect, test } from 'vitest';
import { findNextRun, findStaleSince, isDue, type Pace, parseHeartbeat } from '../../src/actions/schedule.ts';

function shownIn(timeZone: string): (instant: number) => string {
  const format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return (instant) => format.format(instant);
}

const hourMs = 3_600_000;

test.each([
  ['day', '2026-11-16T06:30', '2026-11-16T06:59', false],
  ['day', '2026-11-16T06:30', '2026-11-16T07:00', true],
  ['day', '2026-11-16T07:10', '2026-11-17T06:59', false],
  ['day', '2026-11-16T07:10', '2026-11-17T07:00', true],
  ['day', '2026-11-16T09:00', '2026-11-16T23:59', false],
  ['day', '2026-11-14T07:10', '2026-11-16T00:10', true],
  ['12h', '2026-11-16T07:10', '2026-11-16T18:30', false],
  ['12h', '2026-11-16T07:10', '2026-11-16T18:45', true],
  ['1h', '2026-11-16T07:10', '2026-11-16T07:50', true],
  ['off', '2026-11-14T07:10', '2026-11-16T07:10', false],
  // The schedule's day is 3: Wednesdays, and the third of a month.
  ['week', '2026-11-11T07:10', '2026-11-18T06:59', false],
  ['week', '2026-11-11T07:10', '2026-11-18T07:00', true],
  ['week', '2026-11-11T07:10', '2026-11-20T01:00', true],
  ['month', '2026-11-03T07:10', '2026-12-03T06:59', false],
  ['month', '2026-11-03T07:10', '2026-12-03T07:00', true],
] as const)('a run of pace %s that began at %s is due again at %s: %s', (pace: Pace, begun, now, due) => {
  const instant = (time: string): number => Date.parse(`${time}Z`);
  expect(isDue({ pace, hour: 7, day: 3 }, instant(begun), instant(now), shownIn('Etc/UTC'))).toBe(due);
});

test.each([
  'Europe/Berlin',
  'America/New_York',
  'America/Havana',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Pacific/Apia',
])('an hourly trigger starts one run on each day of two years in %s', (zone) => {
  const shown = shownIn(zone);
  for (const hour of [0, 2, 7, 23]) {
    let begun = Date.UTC(2025, 0, 1, 12);
    const days: string[] = [];
    for (let now = begun; now < Date.UTC(2027, 0, 1, 12); now += hourMs) {
      if (!isDue({ pace: 'day', hour, day: 1 }, begun, now, shown)) continue;
      begun = now;
      days.push(shown(now).slice(0, 10));
    }
    const next = days
      .slice(0, -1)
      .map((day) => new Date(Date.parse(day) + 24 * hourMs).toISOString().slice(0, 10));
    expect(days.slice(1)).toEqual(next);
    expect(days.length).toBeGreaterThan(728);
  }
});

test('a trigger is stale after four hours without firing, unless the schedule is off', () => {
  const beat = { at: 1_000, begun: 0, open: false };
  expect(findStaleSince({ pace: 'day' }, beat, 1_000 + 4 * hourMs)).toBeNull();
  expect(findStaleSince({ pace: 'day' }, beat, 1_001 + 4 * hourMs)).toBe(1_000);
  expect(findStaleSince({ pace: 'off' }, beat, 1_001 + 4 * hourMs)).toBeNull();
  expect(findStaleSince({ pace: 'day' }, null, 9 * hourMs)).toBeNull();
});

test('a stored heartbeat is read back, and any other text is none', () => {
  const beat = { at: 1, begun: 2, open: true };
  expect(parseHeartbeat(JSON.stringify(beat))).toEqual(beat);
  expect(parseHeartbeat('{"at":1}')).toBeNull();
  expect(parseHeartbeat(null)).toBeNull();
});

test.each([
  ['day', '2026-11-16T07:20', '2026-11-16T09:30', '2026-11-17T07:20'],
  ['day', '2026-11-15T07:20', '2026-11-16T06:30', '2026-11-16T07:20'],
  ['6h', '2026-11-16T07:20', '2026-11-16T09:30', '2026-11-16T13:20'],
  ['1h', '2026-11-16T07:20', '2026-11-16T07:30', '2026-11-16T08:20'],
  ['week', '2026-11-11T07:20', '2026-11-16T06:30', '2026-11-18T07:20'],
  ['week', '2026-11-04T07:20', '2026-11-16T06:30', '2026-11-16T07:20'],
  ['month', '2026-11-03T07:20', '2026-11-16T06:30', '2026-12-03T07:20'],
] as const)('with pace %s, begun at %s, the next run after %s is at %s', (pace, begun, now, next) => {
  const instant = (time: string): number => Date.parse(`${time}Z`);
  const heartbeat = { at: instant('2026-11-16T06:20'), begun: instant(begun), open: false };
  const schedule = { pace, hour: 7, day: 3 };
  expect(findNextRun(schedule, heartbeat, instant(now), shownIn('Etc/UTC'))).toBe(instant(next));
  const unfinished = { ...heartbeat, at: instant(begun), open: true };
  expect(findNextRun(schedule, unfinished, instant(begun), shownIn('Etc/UTC'))).toBe(instant(begun) + hourMs);
  expect(findNextRun({ pace: 'off', hour: 7, day: 3 }, heartbeat, instant(now), shownIn('Etc/UTC'))).toBe(
    null,
  );
});

test('a monthly schedule of the last day runs on the last day of each month', () => {
  const shown = shownIn('Europe/Berlin');
  const schedule = { pace: 'month', hour: 23, day: 31 } as const;
  let begun = Date.UTC(2027, 11, 31, 23);
  const days: string[] = [];
  while (days.length < 12) {
    const next = findNextRun(schedule, { at: begun, begun, open: false }, begun, shown) ?? 0;
    days.push(shown(next));
    begun = next;
  }
  expect(days).toEqual(
    days.map((_, month) => `${new Date(Date.UTC(2028, month + 1, 0)).toISOString().slice(0, 10)} 23:00`),
  );
});
