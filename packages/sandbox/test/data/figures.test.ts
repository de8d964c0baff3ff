import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COMPONENTS, computeAuthority } from '../../src/data/authority.ts';
import { ENGINES, listFeed } from '../../src/data/citations.ts';
import { lastDays, parseDay, toDate, toDay } from '../../src/data/days.ts';
import { computeShareOfVoice, roundToTenths } from '../../src/data/share-of-voice.ts';
import { computeTraffic } from '../../src/data/traffic.ts';
import { createTeams } from '../../src/tenants/teams.ts';

const seeds = fc.integer({ min: 0, max: 2 ** 31 });
const days = fc.integer({ min: toDay(Date.UTC(2024, 11, 1)), max: toDay(Date.UTC(2031, 0, 1)) });
const { demo, eventful } = createTeams(1);
const sites = fc.constantFrom(...demo.websites, ...eventful.websites);
const engineLists = fc.constantFrom(...Object.values(ENGINES));
const runs = { numRuns: 60 };

describe('analytics', () => {
  test("a day's AI citations equal the items of that day in the feed", () => {
    fc.assert(
      fc.property(seeds, sites, days, engineLists, (seed, site, day, engines) => {
        const row = computeTraffic(seed, site, day, engines);
        expect(listFeed(seed, site, day, engines)).toHaveLength(row?.aiCitations ?? 0);
      }),
      runs,
    );
  });

  test('added engines do not change the citations of the others', () => {
    const usual = new Set(ENGINES.standard.map(({ name }) => name));
    fc.assert(
      fc.property(seeds, sites, days, (seed, site, day) => {
        const more = listFeed(seed, site, day, ENGINES.more);
        expect(more.filter(({ engine }) => usual.has(engine))).toEqual(
          listFeed(seed, site, day, ENGINES.standard),
        );
      }),
      runs,
    );
  });

  test('visitors are integers with at least one pageview each', () => {
    fc.assert(
      fc.property(seeds, sites, days, (seed, site, day) => {
        const row = computeTraffic(seed, site, day, ENGINES.standard);
        fc.pre(row !== null);
        expect(Number.isInteger(row.visitors)).toBe(true);
        expect(row.pageviews).toBeGreaterThanOrEqual(row.visitors);
      }),
      runs,
    );
  });
});

describe('shares', () => {
  test('shares sum to exactly 100.0 with an error below a tenth each', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 12 }), (counts) => {
        const total = counts.reduce((sum, count) => sum + count, 0);
        fc.pre(total > 0);
        const tenths = roundToTenths(counts).map((value) => value ?? Number.NaN);
        expect(tenths.reduce((sum, value) => sum + value, 0)).toBe(1000);
        tenths.forEach((value, i) => {
          expect(Math.abs(value - ((counts[i] ?? 0) * 1000) / total)).toBeLessThan(1);
        });
      }),
    );
  });

  test('shares are null without any mention', () => {
    expect(roundToTenths([0, 0, 0])).toEqual([null, null, null]);
  });

  test('all shares sum to 100.0, mentions to the total, and the own brand is no competitor', () => {
    fc.assert(
      fc.property(seeds, sites, days, (seed, site, day) => {
        const { own, competitors, totalMentions } = computeShareOfVoice(seed, site, lastDays(30, day));
        const all = [own, ...competitors];
        expect(all.reduce((sum, brand) => sum + brand.mentions, 0)).toBe(totalMentions);
        const tenths = all.reduce((sum, brand) => sum + Math.round((brand.shareOfVoice ?? 0) * 10), 0);
        expect(tenths).toBe(totalMentions === 0 ? 0 : 1000);
        expect(competitors.map((competitor) => competitor.domain)).not.toContain(site.domain);
      }),
      runs,
    );
  });
});

test('the authority score is the rounded weighted sum of its components, constant for a week', () => {
  expect(COMPONENTS.reduce((sum, part) => sum + part.weight, 0)).toBe(100);
  fc.assert(
    fc.property(seeds, sites, days, (seed, site, day) => {
      const { score, components, updated } = computeAuthority(seed, site, day);
      if (score === null) {
        expect([site.trend, components]).toEqual(['empty', []]);
        return;
      }
      const sum = components.reduce((total, part) => total + part.score * Math.round(part.weight * 100), 0);
      expect(score).toBe(Math.round(sum / 100));
      expect(new Date(toDate(updated ?? 0)).getUTCDay()).toBe(1);
      expect(computeAuthority(seed, site, (updated ?? 0) + 6)).toEqual({ score, components, updated });
      for (const part of components) {
        expect(Number.isInteger(part.score)).toBe(true);
        expect(part.score).toBeGreaterThanOrEqual(0);
        expect(part.score).toBeLessThanOrEqual(100);
      }
    }),
    runs,
  );
});

test('parseDay inverts toDate and rejects any other text', () => {
  fc.assert(fc.property(days, (day) => parseDay(toDate(day)) === day));
  for (const text of ['2026-02-29', '2026-1-1', '20261101', '2026-11-01T00:00', '', '2026-00-10']) {
    expect(parseDay(text)).toBeNull();
  }
});
