import { expect, test } from 'vitest';
import { collectCounts, computeCitationSeries } from '../../src/digest/citations.ts';
import { buildDigest } from '../../src/digest/digest.ts';
import { explainFigure } from '../../src/digest/explain-figure.ts';
import { listFigures } from '../../src/digest/figures.ts';
import { createInput } from '../../src/digest/fixture-weeks.ts';
import { groupByWeek, type SiteSnapshot } from '../../src/digest/site-days.ts';
import { computeSiteSeries } from '../../src/digest/site-digest.ts';
import { listWeekDates, previousWeek } from '../../src/schedule/iso-week.ts';
import { renderFixture } from '../mail/rendered.ts';

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
  const earlier = countDays(previousWeek(before), 3);
  const known = createSnapshot('2026-11-09T05:30:00Z', earlier);
  const first = createSnapshot('2026-11-16T05:30:00Z', { ...earlier, ...countDays(before, 3) });
  const second = createSnapshot('2026-11-23T05:30:00Z', { ...countDays(before, 4), ...countDays(week, 5) });
  expect(computeLevels(second, first, known)).toEqual({
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

const website = { id: 'w_acme', name: 'Acme', domain: 'acme.com' };

/** A digest of one website, and the explanation of its citations. */
function explainCitations(...snapshots: SiteSnapshot[]) {
  const input = {
    ...createInput([website], []),
    sites: [computeSiteSeries(website, snapshots, week, 'UTC')],
  };
  const digest = buildDigest(input);
  const found = listFigures(digest).find(({ measure }) => measure === 'citations');
  if (found === undefined) throw new Error('The digest has no citations.');
  const history = { weeks: groupByWeek(snapshots, week, 'UTC'), counts: collectCounts(snapshots) };
  return { input, site: digest.sites[0], explanation: explainFigure(digest, found, history) };
}

test('a compared week with a missing day counts it as the mean of the others, and says so', () => {
  const { '2026-11-18': _, ...known } = countDays(week, 6);
  const { input, site, explanation } = explainCitations(
    createSnapshot('2026-11-17T05:30:00Z', countDays(before, 6)),
    createSnapshot('2026-11-23T05:30:00Z', known),
  );
  expect(site?.citations).toMatchObject({ level: { value: 42 }, readSum: { value: 36 }, window: null });
  expect(renderFixture(input).text.replace(/\s+/g, ' ')).toContain(
    'Citations: 6 of 7 days were read, with 36. Each missing day counts as the mean of the others.',
  );
  expect(explanation.formula[0]).toBe(
    'Level: 42, 36 / 6 x 7, because each missing day counts as the mean of the others: 6 + 6 + 6 + 6 + 6 + 6.',
  );
});

test('an explanation adds the days of analytics, not the totals of the feed', () => {
  const days = Object.fromEntries(listWeekDates(week).map((day, at) => [day, at]));
  const { explanation } = explainCitations(
    createSnapshot('2026-11-23T05:30:00Z', { ...countDays(before, 3), ...days }),
  );
  expect(explanation.formula[0]).toBe('Level: 21, the sum of 7 of 7 days: 0 + 1 + 2 + 3 + 4 + 5 + 6.');
  expect(explanation.endpoint).toBe('analytics');
  expect(explanation.snapshots.at(-1)?.days.map(({ value }) => value)).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

/** Answers of Mondays to a service that counts 60 % of a day at first, and all of it a week later. */
function createLateAnswers(weeks: number, growth: number): SiteSnapshot[] {
  const names = [week];
  while (names.length < weeks) names.unshift(previousWeek(names[0] ?? week));
  const counted = new Map<string, number>();
  return names.map((name, at) => {
    for (const [day, count] of counted) counted.set(day, Math.round(count * growth));
    for (const [day, count] of Object.entries(countDays(name, 100 + (at % 3)))) counted.set(day, count);
    const monday = Date.parse(`${listWeekDates(name)[6]}T05:30:00Z`) + 86_400_000;
    const answer = createSnapshot(new Date(monday).toISOString(), Object.fromEntries(counted));
    for (const [day] of counted) if (!listWeekDates(name).includes(day)) counted.delete(day);
    return answer;
  });
}

test('days that grow after they end are no fall: each week is compared as counted at the same age', () => {
  const late = createLateAnswers(13, 1.6);
  const { input, site } = explainCitations(...late);
  expect(site?.citations).toMatchObject({ late: true, revised: null, direction: null, slow: null });
  expect(site?.citations.before?.value).toBe(7 * (100 + (11 % 3)));
  expect(renderFixture(input).text.replace(/\s+/g, ' ')).toContain(
    'Citations of a day still grow after it ends',
  );
  const fallen = late.map((one, at) =>
    at < 12
      ? one
      : {
          ...one,
          analytics: (one.analytics ?? []).map(({ day, value }) => ({ day, value: (value ?? 0) / 2 })),
        },
  );
  expect(explainCitations(...fallen).site?.citations.direction).toBe('down');
});

test('one answer of 90 days is judged once a second one shows whether its days grow', () => {
  const [first, second] = createLateAnswers(13, 1.6).slice(-2);
  const counts = Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => at).flatMap((weeks) => {
      let name = before;
      for (let at = 0; at < weeks; at += 1) name = previousWeek(name);
      return Object.entries(countDays(name, 160 + (weeks % 3)));
    }),
  );
  const early = createSnapshot(new Date(second?.takenAt ?? 0).toISOString(), {
    ...counts,
    ...countDays(week, 100),
  });
  const { input, site, explanation } = explainCitations(early);
  expect(site?.citations).toMatchObject({ late: null, verdict: 'too-early', slow: null, direction: null });
  expect(site?.citations.series.every(({ level }) => level !== null)).toBe(true);
  expect(explanation.reason).toContain('judged from the next answer on');
  expect(renderFixture(input).text.replace(/\s+/g, ' ')).toContain(
    'One answer cannot show whether a day’s citations still grow after it ends',
  );
  const older = createSnapshot(new Date(first?.takenAt ?? 0).toISOString(), { ...counts });
  expect(explainCitations(older, early).site?.citations).toMatchObject({ late: false, direction: 'down' });
});

test('one week that was corrected is compared as it counts now', () => {
  const answers = createLateAnswers(13, 1).map((one, at) =>
    at !== 11 ? one : { ...one, analytics: (one.analytics ?? []).map(({ day }) => ({ day, value: 3 })) },
  );
  const { site } = explainCitations(...answers);
  expect(site?.citations).toMatchObject({ late: false, direction: null, revised: { from: { value: 21 } } });
});

test('a service that grows late gives no change before weeks of the same age are known', () => {
  const { site } = explainCitations(...createLateAnswers(4, 1.6));
  expect(site?.citations).toMatchObject({ late: true, verdict: 'too-early' });
});
