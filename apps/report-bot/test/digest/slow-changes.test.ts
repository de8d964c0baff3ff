import { describe, expect, it } from 'vitest';
import { buildDigest } from '../../src/digest/digest.ts';
import type { SiteSnapshot } from '../../src/digest/site-days.ts';
import { computeSiteSeries } from '../../src/digest/site-digest.ts';
import { seededRandom } from '../simulation/random.ts';
import { established, simulateInput, simulateSnapshots } from '../simulation/simulated-weeks.ts';

const website = { id: 'w_slow', name: null, domain: 'slow.example' };

/** The digest after 13 weeks of which each day is changed by its week. */
function reportWeeks(seed: number, change: (taken: SiteSnapshot, week: number) => Partial<SiteSnapshot>) {
  const snapshots = simulateSnapshots({ ...established, mentions: 3_000 }, seededRandom(seed), {
    authority: 0,
  }).map((taken, at) => ({ ...taken, ...change(taken, Math.floor(at / 7)) }));
  const sites = [computeSiteSeries(website, snapshots, '2026-W47', 'UTC')];
  const [site] = buildDigest({
    schedule: { id: 'monday', title: null, timezone: 'UTC' },
    week: '2026-W47',
    sites,
    generatedAt: 0,
  }).sites;
  if (site === undefined) throw new Error('There is no website.');
  return site;
}

const seeds = [1, 2, 3, 4, 5, 6, 7, 8];

describe('a fall too slow for a week to show it', () => {
  it('of the score by a unit a week without noise is found, with its size and start', () => {
    const { authority } = reportWeeks(1, (_, week) => ({
      authority: { score: 72 - week, scale: 100, components: [] },
    }));
    expect(authority).toMatchObject({ direction: null, slow: { direction: 'down', since: '2026-08-24' } });
    expect(authority.slow?.delta.value).toBe(-12);
  });

  it('of the share by a point a week is found in every one of eight ledgers', () => {
    const found = seeds.map((seed) => {
      const { share } = reportWeeks(seed, ({ competitors }, week) => {
        const total = competitors?.totalMentions ?? 0;
        const own = 0.4 - 0.01 * week;
        return {
          competitors: { shareOfVoice: own, mentions: own * total, totalMentions: total, competitors: [] },
        };
      });
      return share.slow?.direction ?? share.direction;
    });
    expect(found).toEqual(seeds.map(() => 'down'));
  });

  it('of daily citations by 5 % a week is found in at least four of eight ledgers', () => {
    const found = seeds.filter((seed) => {
      const random = seededRandom(seed);
      const { citations } = reportWeeks(seed, ({ takenAt }, week) => ({
        analytics: [
          {
            day: new Date(takenAt - 86_400_000).toISOString().slice(0, 10),
            value: random.overdispersed(60 * 0.95 ** week),
          },
        ],
      }));
      return (citations.slow?.direction ?? citations.direction) === 'down';
    });
    expect(found.length).toBeGreaterThanOrEqual(4);
  });
});

it('20 mails about 20 unchanged websites name no more than two slow changes', () => {
  const random = seededRandom(11);
  const found = Array.from(
    { length: 20 },
    () => buildDigest(simulateInput(established, 20, random)).sites,
  ).flatMap((sites) =>
    sites.flatMap(({ share, authority, citations }) =>
      [share, authority, citations].filter(({ slow }) => slow !== null),
    ),
  );
  expect(found.length).toBeLessThanOrEqual(2);
});
