import { expect, test } from 'vitest';
import { computeCitationSeries } from '../../src/digest/citations.ts';
import { groupByWeek, type SiteSnapshot } from '../../src/digest/site-days.ts';
import { listWeekDates, previousWeek } from '../../src/schedule/iso-week.ts';

const week = '2026-W47';
const before = previousWeek(week);

/** An answer with a count for each day. */
function createSnapshot(takenAt: string, counts: Readonly<Record<string, number>>): SiteSnapshot {
  return {
    takenAt: Date.parse(takenAt),
    authority: null,
    competitors: null,
    citations: { total: 900, byEngine: [] },
    analytics: Object.entries(counts).map(([day, value]) => ({ day, value })),
    failures: [],
    windows: { citations: 30 },
  };
}

const countDays = (name: string, count: number): Record<string, number> =>
  Object.fromEntries(listWeekDates(name).map((day) => [day, count]));

function computeLevels(...snapshots: SiteSnapshot[]) {
  const { source, weeks, revised } = computeCitationSeries(snapshots, groupByWeek(snapshots, week, 'UTC'));
  return { source, levels: weeks.slice(-2).map(({ level }) => [level.value, level.days]), revised };
}

test('a week is the sum of its days, and a later answer corrects an earlier one', () => {
  const first = createSnapshot('2026-11-16T05:30:00Z', countDays(before, 3));
  const second = createSnapshot('2026-11-23T05:30:00Z', { ...countDays(before, 4), ...countDays(week, 5) });
  expect(computeLevels(second, first)).toEqual({
    source: 'analytics',
    levels: [
      [28, 7],
      [35, 7],
    ],
    revised: { from: 21, to: 28 },
  });
});

test('the unfinished day of an answer does not count', () => {
  const counts = { ...countDays(before, 4), '2026-11-16': 5, '2026-11-17': 1 };
  expect(computeLevels(createSnapshot('2026-11-17T05:30:00Z', counts)).levels).toEqual([
    [28, 7],
    [5, 1],
  ]);
});

test('a week without one day is comparable with a whole one', () => {
  const { '2026-11-18': _, ...known } = countDays(week, 6);
  const counts = { ...countDays(before, 6), ...known };
  expect(computeLevels(createSnapshot('2026-11-23T05:30:00Z', counts)).levels).toEqual([
    [42, 7],
    [42, 6],
  ]);
});

test('a reported week without daily counts shows the total of the feed', () => {
  const snapshots = [
    createSnapshot('2026-11-16T05:30:00Z', countDays(before, 3)),
    createSnapshot('2026-11-17T05:30:00Z', {}),
  ];
  expect(computeLevels(...snapshots)).toEqual({
    source: 'feed',
    levels: [
      [null, 0],
      [900, 2],
    ],
    revised: null,
  });
});
