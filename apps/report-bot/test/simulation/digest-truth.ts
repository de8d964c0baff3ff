import {
  benjaminiHochberg,
  type Change,
  compareShares,
  type Direction,
  falseDiscoveryRate,
  minimumShareEffect,
  type ShareWeek,
} from '@answershare/core/statistics';
import { buildDigest, type DigestInput } from '../../src/digest/digest.ts';
import { listDifferences, selectLastTwo } from '../../src/digest/series-weeks.ts';
import type { SiteSeries } from '../../src/digest/site-digest.ts';
import { listWeekDates } from '../../src/schedule/iso-week.ts';
import { seededRandom } from './random.ts';
import { established, type SimulatedService, simulateInput, simulateStep } from './simulated-weeks.ts';

/** Directions in a mail: of own figures (shares first, one per website) and of competitors' shares. */
interface Directions {
  readonly own: readonly (Direction | null)[];
  readonly competitors: readonly (Direction | null)[];
}

/** A rule that decides which changes of a mail have a direction. */
type Rule = (input: DigestInput) => Directions;

const empty: ShareWeek = { level: { value: null, days: 0, of: 7 }, observations: null };

/** The weekly shares of a website: own first, then each competitor's. */
function listSeries({ shares }: SiteSeries): (readonly ShareWeek[])[] {
  const { after } = selectLastTwo(shares.weeks);
  return [
    shares.weeks,
    ...[...after.competitors.keys()].map((key) =>
      shares.weeks.map(({ competitors }) => competitors.get(key)?.week ?? empty),
    ),
  ];
}

function judgeShares(input: DigestInput, judge: (weeks: readonly ShareWeek[]) => Change): Directions {
  const sites = input.sites.map((site) => listSeries(site).map(judge));
  const decide = (changes: readonly Change[]) => {
    const limit = falseDiscoveryRate(changes.flatMap(({ chance }) => chance ?? []));
    return changes.map((change) => benjaminiHochberg(change, limit).direction);
  };
  return {
    own: decide(sites.flatMap((changes) => changes.slice(0, 1))),
    competitors: decide(sites.flatMap((changes) => changes.slice(1))),
  };
}

export const rules: Readonly<Record<string, Rule>> = {
  /** An arrow for each change of a share by a point since the week before. */
  'a point since last week': (input) =>
    judgeShares(input, (weeks) => {
      const { before, after } = selectLastTwo(weeks);
      const difference = (after.level.value ?? 0) - (before.level.value ?? 0);
      const far = Math.abs(difference) >= minimumShareEffect;
      const direction = !far ? null : difference > 0 ? 'up' : 'down';
      return {
        verdict: far ? 'clear' : 'unclear',
        direction,
        before: before.level,
        after: after.level,
        difference,
        interval: null,
        method: null,
        chance: null,
        reason: '',
      };
    }),
  /** Shares of neighbouring weeks as if they were independent samples: our rule until November 2026. */
  'last week, as independent': (input) =>
    judgeShares(input, (weeks) => {
      const { before, after } = selectLastTwo(weeks);
      const history = listDifferences(weeks.slice(0, -1), () => true);
      return compareShares(before, after, history, { seenBefore: true, methodChange: null });
    }),
  /** The digest: weeks that share no day, and all own figures in one family. */
  'no shared day': (input) => {
    const { sites } = buildDigest(input);
    return {
      own: [
        ...sites.map(({ share }) => share.direction),
        ...sites.flatMap(({ authority, citations }) => [authority.direction, citations.direction]),
      ],
      competitors: sites.flatMap(({ share }) =>
        share.rows.flatMap(({ own, metric }) => (own ? [] : [metric.direction])),
      ),
    };
  },
};

const panel = (keep: number) => ({ kind: 'panel', keep }) as const;
const states = (days: 1 | 7, correlation: number) => ({ kind: 'states', days, correlation }) as const;

/** Services whose answers vary in other ways than independent ones. */
const persistentServices: Readonly<Record<string, SimulatedService>> = {
  '7 days, panel, half stay': { ...established, window: 7, noise: panel(0.5) },
  '7 days, panel, 80 % stay': { ...established, window: 7, noise: panel(0.8) },
  '7 days, panel, 95 % stay': { ...established, window: 7, noise: panel(0.95) },
  '30 days, panel, half stay': { ...established, noise: panel(0.5) },
  '30 days, panel, 80 % stay': { ...established, noise: panel(0.8) },
  '30 days, panel, 95 % stay, unstated window': { ...established, stated: false, noise: panel(0.95) },
  '7 days, one state a week': { ...established, window: 7, mentions: 700, noise: states(7, 0.01) },
  '30 days, one state a week': { ...established, mentions: 3_000, noise: states(7, 0.02) },
  '7 days, one state a day': { ...established, window: 7, mentions: 700, noise: states(1, 0.05) },
  '7 days, spikes': { ...established, window: 7, noise: { kind: 'spikes' } },
  '30 days, spikes': { ...established, noise: { kind: 'spikes' } },
  '7 days, weekdays': { ...established, window: 7, noise: { kind: 'weekdays' } },
  'scores of every fourth week': { ...established, moves: 'monthly', deviation: 2 },
  'days of six times as many citations': { ...established, heavy: true },
};

/** Services and histories without a true change. */
export const unchangedServices: Readonly<Record<string, SimulatedService>> = {
  '30 days, counts': established,
  '30 days, counts, clusters of 3': { ...established, cluster: 3 },
  '30 days, counts, unstated window': { ...established, stated: false },
  '7 days, counts': { ...established, window: 7 },
  '7 days, counts, clusters of 3': { ...established, window: 7, cluster: 3 },
  '7 days, counts, unstated window': { ...established, window: 7, stated: false },
  '90 days, counts, unstated window': { ...established, window: 90, stated: false },
  '30 days, no counts, sd 2': { ...established, counts: false, deviation: 2 },
  '7 days, no counts, daily sd 1': { ...established, counts: false, window: 7, moves: 'daily' },
  ...persistentServices,
  'week 2, 7 days, clusters of 3': { ...established, weeks: 2, window: 7, cluster: 3 },
  'week 6, 30 days, counts': { ...established, weeks: 6 },
  'week 8, 30 days, no counts': { ...established, weeks: 8, counts: false },
};

/** Fractions 0..1 of series and of mails with a false direction. */
export interface FalseDirections {
  readonly own: number;
  readonly competitors: number;
  readonly mailsOwn: number;
  readonly mailsCompetitors: number;
}

/** False directions of each rule in the same mails. */
export function measureFalseDirections(
  service: SimulatedService,
  mails: number,
  websites: number,
  seed: number,
): Record<string, FalseDirections> {
  const random = seededRandom(seed);
  const inputs = Object.entries(rules).map(([name, rule]) => ({
    name,
    rule,
    found: { own: 0, competitors: 0, mailsOwn: 0, mailsCompetitors: 0 },
    of: { own: 0, competitors: 0 },
  }));
  for (let mail = 0; mail < mails; mail += 1) {
    const input = simulateInput(service, websites, random);
    for (const { rule, found, of } of inputs) {
      const directions = rule(input);
      const own = directions.own.filter((direction) => direction !== null).length;
      const competitors = directions.competitors.filter((direction) => direction !== null).length;
      of.own += directions.own.length;
      of.competitors += directions.competitors.length;
      found.own += own;
      found.competitors += competitors;
      found.mailsOwn += own > 0 ? 1 : 0;
      found.mailsCompetitors += competitors > 0 ? 1 : 0;
    }
  }
  return Object.fromEntries(
    inputs.map(({ name, found, of }) => [
      name,
      {
        own: found.own / of.own,
        competitors: found.competitors / of.competitors,
        mailsOwn: found.mailsOwn / mails,
        mailsCompetitors: found.mailsCompetitors / mails,
      },
    ]),
  );
}

/**
 * The fraction of trials in which each rule finds a lasting step of the own share within six mails about one website.
 * @param points 0..100; 0 gives the false ones
 */
export function measurePower(
  service: SimulatedService,
  points: number,
  trials: number,
  seed: number,
): Record<string, number> {
  const random = seededRandom(seed);
  const found = new Map(Object.keys(rules).map((name) => [name, 0]));
  for (let trial = 0; trial < trials; trial += 1) {
    const mails = simulateStep(service, random, points);
    for (const [name, rule] of Object.entries(rules)) {
      if (mails.some((mail) => rule(mail).own[0] === 'up')) found.set(name, (found.get(name) ?? 0) + 1);
    }
  }
  return Object.fromEntries([...found].map(([name, count]) => [name, count / trials]));
}

/** How the clear rises of {@link simulateStep} are dated: mails with and without a date, and dates within a week of the truth. */
export function measureStepDates(
  service: SimulatedService,
  points: number,
  trials: number,
  seed: number,
): { readonly clear: number; readonly dated: number; readonly right: number } {
  const random = seededRandom(seed);
  const found = { clear: 0, dated: 0, right: 0 };
  for (let trial = 0; trial < trials; trial += 1) {
    const mails = simulateStep(service, random, points);
    const truth = Date.parse(listWeekDates(mails[0]?.week ?? '')[0] ?? '');
    for (const mail of mails) {
      const { direction, step } = buildDigest(mail).sites[0]?.share ?? {};
      if (direction !== 'up') continue;
      found.clear += 1;
      if (step == null) continue;
      found.dated += 1;
      if (Math.abs(Date.parse(step.since) - truth) <= 7 * 86_400_000) found.right += 1;
    }
  }
  return found;
}
