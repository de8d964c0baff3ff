import { expect, test } from 'vitest';
import { computeAuthority } from '../../src/data/authority.ts';
import { lastDays, parseDay } from '../../src/data/days.ts';
import { computeShareOfVoice } from '../../src/data/share-of-voice.ts';
import type { Site, TrendProfile } from '../../src/data/site.ts';
import { createTeams } from '../../src/tenants/teams.ts';

const FIRST_MONDAY = parseDay('2026-10-05') ?? 0;
const SEEDS = [1, 2, 3, 42];

/** Own share in percent on seven Mondays in a row. */
function listShares(seed: number, site: Site): number[] {
  return Array.from({ length: 7 }, (_, week) => {
    return (
      computeShareOfVoice(seed, site, lastDays(30, FIRST_MONDAY + 7 * week)).own.shareOfVoice ?? Number.NaN
    );
  });
}

function listSites(seed: number, trend: TrendProfile): Site[] {
  return createTeams(seed).demo.websites.filter((site) => site.trend === trend);
}

function computeChange(values: number[]): number {
  return (values.at(-1) ?? Number.NaN) - (values[0] ?? Number.NaN);
}

test.each(SEEDS)('seed %i: the share of voice of one website rises over six weeks', (seed) => {
  const [site, ...others] = listSites(seed, 'rising');
  expect(others).toEqual([]);
  expect(computeChange(site === undefined ? [] : listShares(seed, site))).toBeGreaterThan(4);
});

test.each(SEEDS)('seed %i: the share of voice of one website falls', (seed) => {
  const [site, ...others] = listSites(seed, 'falling');
  expect(others).toEqual([]);
  expect(computeChange(site === undefined ? [] : listShares(seed, site))).toBeLessThan(-4);
});

test.each(SEEDS)('seed %i: the share of voice of most websites is stable', (seed) => {
  const quiet = listSites(seed, 'quiet');
  expect(quiet.length).toBeGreaterThanOrEqual(4);
  for (const site of quiet) expect(Math.abs(computeChange(listShares(seed, site)))).toBeLessThan(4);
});

test.each(SEEDS)('seed %i: scores change weekly by a few points at most', (seed) => {
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
