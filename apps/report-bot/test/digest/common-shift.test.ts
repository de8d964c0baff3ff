import { expect, it } from 'vitest';
import { buildDigest, type DigestInput } from '../../src/digest/digest.ts';
import type { SiteSnapshot } from '../../src/digest/site-days.ts';
import { computeSiteSeries } from '../../src/digest/site-digest.ts';
import { renderFixture } from '../mail/rendered.ts';
import { seededRandom } from '../simulation/random.ts';
import {
  established,
  type SimulatedService,
  simulateInput,
  simulateSnapshots,
} from '../simulation/simulated-weeks.ts';

const service: SimulatedService = { ...established, window: 7, mentions: 2_000 };

type Change = (snapshot: SiteSnapshot, website: number) => SiteSnapshot;

/** A mail about 20 websites whose days since so many weeks are what the service makes of them. */
function createShifted(weeks: number, change: Change): DigestInput {
  const random = seededRandom(7);
  const input = simulateInput(service, 0, random);
  const sites = Array.from({ length: 20 }, (_, at) => {
    const days = simulateSnapshots(service, random, { authority: 0 });
    const shifted = days.map((day, of) => (of < days.length - 7 * weeks ? day : change(day, at)));
    return computeSiteSeries(
      { id: `w_${at}`, name: null, domain: `site-${at}.example` },
      shifted,
      input.week,
      'UTC',
    );
  });
  return { ...input, sites };
}

const lower =
  (units: number): Change =>
  (day, website) => ({
    ...day,
    authority: {
      scale: 100,
      components: [],
      score: (day.authority?.score ?? 0) - (website === 3 ? units + 8 : units),
    },
  });

it.each([1, 2, 5])(
  'all scores fall by 4 and one by 12, %i weeks ago: one sentence, and one arrow',
  (weeks) => {
    const input = createShifted(weeks, lower(4));
    const { sites, notes } = buildDigest(input);
    const directions = sites.map(({ authority }) => authority.direction);
    if (weeks > 1) return expect(directions.filter((direction) => direction !== null)).toEqual([]);
    expect(
      directions.map((direction, at) => (direction === null ? null : at)).filter((at) => at !== null),
    ).toEqual([3]);
    expect(sites[0]?.authority.delta?.value).toBeLessThan(-1);
    expect(notes).toMatchObject([
      { kind: 'shift', figure: 'authority', direction: 'down', of: { value: 20 } },
    ]);
    expect(renderFixture(input).text.replace(/\s+/g, ' ')).toMatch(
      /Authority: 1\d of 20 websites fell by about 4 in one week\. The service may have changed its method/,
    );
  },
);

it('all own shares become nine tenths: one sentence, and no arrow of an own share', () => {
  const input = createShifted(1, (day) => ({
    ...day,
    competitors: day.competitors && {
      ...day.competitors,
      shareOfVoice: 0.9 * (day.competitors.shareOfVoice ?? 0),
      mentions: Math.round(0.9 * (day.competitors.mentions ?? 0)),
    },
  }));
  const { sites, notes } = buildDigest(input);
  expect(notes).toMatchObject([{ kind: 'shift', figure: 'share', direction: 'down' }]);
  expect(sites.filter(({ share }) => share.direction !== null)).toEqual([]);
});

it.each([5, 20])('%i websites that do not change have nothing in common', (websites) => {
  const random = seededRandom(11);
  const mails = Array.from({ length: 60 }, () => buildDigest(simulateInput(service, websites, random)));
  expect(mails.filter(({ notes }) => notes.some(({ kind }) => kind === 'shift')).length).toBeLessThanOrEqual(
    3,
  );
});
