import { expect, test } from 'vitest';
import { computeAuthority } from '../../src/data/authority.ts';
import { lastDays, parseDay } from '../../src/data/days.ts';
import { computeShareOfVoice } from '../../src/data/share-of-voice.ts';
import type { Site, TrendProfile } from '../../src/data/site.ts';
import { createTeams } from '../../src/tenants/teams.ts';

const FIRST_MONDAY = parseDay('2026-10-05') ?? 0;
const SEEDS = [1, 2, 3, 42];

/** Own share in percent on seven Mondays in a row. */
function sixWeeks(seed: number, site: Site): number[] {
  return Array.from({ length: 7 }, (_, week) => {
    return (
      computeShareOfVoice(seed, site, lastDays(30, FIRST_MONDAY + 7 * week)).own.shareOfVoice ?? Number.NaN
    );
  });
}

function ofStory(seed: number, story: TrendProfile): Site[] {
  return createTeams(seed).demo.websites.filter((site) => site.trend === story);
}

function movement(values: number[]): number {
  return (values.at(-1) ?? Number.NaN) - (values[0] ?? Number.NaN);
}

test.each(SEEDS)('seed %i: over six weeks one website clearly rises in share of voice', (seed) => {
  const [site, ...others] = ofStory(seed, 'rising');
  expect(others).toEqual([]);
  expect(movement(site === undefined ? [] : sixWeeks(seed, site))).toBeGreaterThan(4);
});

test.each(SEEDS)('seed %i: one clearly falls', (seed) => {
  const [site, ...others] = ofStory(seed, 'falling');
  expect(others).toEqual([]);
  expect(movement(site === undefined ? [] : sixWeeks(seed, site))).toBeLessThan(-4);
});

test.each(SEEDS)('seed %i: most are quiet', (seed) => {
  const quiet = ofStory(seed, 'quiet');
  expect(quiet.length).toBeGreaterThanOrEqual(4);
  for (const site of quiet) expect(Math.abs(movement(sixWeeks(seed, site)))).toBeLessThan(4);
});

test.each(SEEDS)('seed %i: scores move by a few points a week at most, and some do move', (seed) => {
  const steps = createTeams(seed).demo.websites.flatMap((site) =>
    Array.from({ length: 6 }, (_, week) => {
      const [before, after] = [0, 7].map(
        (days) => computeAuthority(seed, site, FIRST_MONDAY + 7 * week + days).score,
      );
      return (after ?? 0) - (before ?? 0);
    }),
  );
  expect(Math.max(...steps.map(Math.abs))).toBeLessThanOrEqual(4);
  expect(steps.some((step) => step !== 0)).toBe(true);
});
