import {
  benjaminiHochberg,
  type Change,
  compareLevels,
  compareShares,
  type Direction,
  falseDiscoveryRate,
  minimumShareEffect,
  type ShareWeek,
  varianceOfDifference,
  weeksWithoutOverlap,
} from '@answershare/core/statistics';
import { buildDigest, type DigestInput } from '../../src/digest/digest.ts';
import { listDifferences, selectBaseline, selectLastTwo } from '../../src/digest/series-weeks.ts';
import type { ShareSeries } from '../../src/digest/share-weeks.ts';
import type { SiteDigest, SiteSeries } from '../../src/digest/site-digest.ts';
import { listWeekDates } from '../../src/schedule/iso-week.ts';
import { seededRandom } from './random.ts';
import {
  established,
  type SimulatedService,
  type SlowFall,
  simulateFall,
  simulateInput,
  simulateStep,
} from './simulated-weeks.ts';

/** Directions in a mail: of own figures (shares first, one per website), of their slow changes, and of competitors' shares. */
interface Directions {
  readonly own: readonly (Direction | null)[];
  readonly slow: readonly (Direction | null)[];
  readonly competitors: readonly (Direction | null)[];
}

/** A rule that decides which changes of a mail have a direction. */
type Rule = (input: DigestInput) => Directions;

const empty: ShareWeek = { level: { value: null, days: 0, of: 7 }, observations: null };

/** The weeks of a figure, oldest first, and its smallest step that a simple rule takes for a change. */
interface SimulatedSeries {
  readonly weeks: readonly ShareWeek[];
  readonly least: (before: number) => number;
  /** Null for a score and a count. */
  readonly shares: ShareSeries | null;
}

const toShareSeries = (shares: ShareSeries, weeks: readonly ShareWeek[]): SimulatedSeries => ({
  weeks,
  least: () => minimumShareEffect,
  shares,
});

function listOwn({ shares, authority, citations }: SiteSeries): readonly SimulatedSeries[] {
  const toLevels = (weeks: readonly Pick<ShareWeek, 'level'>[], least: SimulatedSeries['least']) => ({
    weeks: weeks.map(({ level }) => ({ level, observations: null })),
    least,
    shares: null,
  });
  return [
    toShareSeries(shares, shares.weeks),
    toLevels(authority, () => 1),
    toLevels(citations.weeks, (before) => Math.max(1, 0.1 * before)),
  ];
}

function listCompetitors({ shares }: SiteSeries): readonly SimulatedSeries[] {
  const { after } = selectLastTwo(shares.weeks);
  return [...after.competitors.keys()].map((key) =>
    toShareSeries(
      shares,
      shares.weeks.map(({ competitors }) => competitors.get(key)?.week ?? empty),
    ),
  );
}

/** A change of a series, with a p-value where its rule has one. */
type Judged = Pick<Change, 'verdict' | 'direction' | 'chance' | 'reason'>;

const judged = (difference: number, isFar: boolean, chance: number | null = null): Judged => ({
  verdict: isFar ? 'clear' : 'unclear',
  direction: isFar ? (difference > 0 ? 'up' : 'down') : null,
  chance,
  reason: '',
});

/** A rule for one series; rules with p-values judge all own figures and all competitors of a mail as a family. */
const createRule =
  (judge: (series: SimulatedSeries) => Judged): Rule =>
  ({ sites }) => {
    const decide = (all: readonly SimulatedSeries[]): (Direction | null)[] => {
      const changes = all.map(judge);
      const limit = falseDiscoveryRate(changes.flatMap(({ chance }) => chance ?? []));
      return changes.map((change) => benjaminiHochberg(change as Change, limit).direction);
    };
    const own = sites.map(listOwn);
    return {
      own: decide([0, 1, 2].flatMap((figure) => own.flatMap((series) => series[figure] ?? []))),
      slow: [],
      competitors: decide(sites.flatMap(listCompetitors)),
    };
  };

const listValues = ({ weeks }: SimulatedSeries): number[] => weeks.flatMap(({ level }) => level.value ?? []);

/** The two-sided p-value of a normal deviate (Abramowitz and Stegun 1964, 7.1.25, error below 3e-5). */
function normalTail(deviations: number): number {
  const x = Math.abs(deviations) / Math.SQRT2;
  const t = 1 / (1 + 0.47047 * x);
  return Math.exp(-x * x) * t * (0.3480242 + t * (-0.0958798 + t * 0.7478556));
}

const fromDeviations = (deviations: number, isKnown: boolean): Judged => {
  const chance = normalTail(deviations);
  return isKnown ? judged(deviations, chance < 0.05, chance) : judged(0, false);
};

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, one) => sum + one, 0) / Math.max(1, values.length);
const deviationOf = (values: readonly number[]): number => {
  const mean = meanOf(values);
  return Math.sqrt(values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / Math.max(1, values.length - 1));
};

/** Fewest levels that a textbook's rule gets, as our own. */
const leastLevels = 8;

/** The z test of two proportions with counts, else of the last difference among those before. */
function testNormal(series: SimulatedSeries): Judged {
  const { before, after } = selectLastTwo(series.weeks);
  const [from, to] = [before.level.value, after.level.value];
  if (from === null || to === null) return judged(0, false);
  if (before.observations !== null && after.observations !== null) {
    const [n, m] = [before.observations, after.observations];
    const share = (from * n + to * m) / (n + m);
    return fromDeviations((to - from) / Math.sqrt(share * (1 - share) * (1 / n + 1 / m)), share > 0);
  }
  const values = listValues(series);
  const differences = values.slice(1).map((value, at) => value - (values[at] ?? 0));
  const deviation = deviationOf(differences.slice(0, -1));
  return fromDeviations((to - from) / deviation, values.length >= leastLevels && deviation > 0);
}

/** Cumulative sums of standardised levels (Page 1954): reference value 0.5, limit 4, the first eight weeks in control. */
function testSums(series: SimulatedSeries): Judged {
  const values = listValues(series);
  const [mean, deviation] = [meanOf(values.slice(0, leastLevels)), deviationOf(values.slice(0, leastLevels))];
  if (values.length <= leastLevels || deviation === 0) return judged(0, false);
  let [high, low] = [0, 0];
  for (const value of values.slice(leastLevels)) {
    const z = (value - mean) / deviation;
    [high, low] = [Math.max(0, high + z - 0.5), Math.max(0, low - z - 0.5)];
  }
  return judged(high - low, Math.max(high, low) > 4);
}

/** Ratios of the variances of level and reading. */
const ratios = [0, 0.03, 0.1, 0.3, 1, 3, 10, 100];

/** A local level model (Durbin and Koopman 2012, chapter 2), fitted to the weeks before by likelihood: is the last one a surprise? */
function testLocalLevel(series: SimulatedSeries): Judged {
  const values = listValues(series);
  const [first = 0] = values;
  let best = { likelihood: -Infinity, deviations: 0 };
  for (const ratio of ratios) {
    let [level, variance, logs, squares, last] = [first, 1, 0, 0, 0];
    for (const [at, value] of values.slice(1).entries()) {
      const expected = variance + ratio + 1;
      const surprise = value - level;
      if (at === values.length - 2) last = surprise / Math.sqrt(expected);
      else {
        logs += Math.log(expected);
        squares += surprise ** 2 / expected;
      }
      const gain = (variance + ratio) / expected;
      level += gain * surprise;
      variance = gain;
    }
    const count = values.length - 2;
    const scale = squares / count;
    const likelihood = -0.5 * (count * Math.log(scale) + logs);
    if (scale > 0 && likelihood > best.likelihood) best = { likelihood, deviations: last / Math.sqrt(scale) };
  }
  return fromDeviations(best.deviations, values.length >= leastLevels && Number.isFinite(best.likelihood));
}

/** Our rule of November 2026: chance by the changes from one day to the next, and by those of neighbouring weeks. */
function testDaily({ weeks, shares }: SimulatedSeries): Judged {
  const { after } = selectLastTwo(weeks);
  const differences = listDifferences(weeks.slice(0, -1), () => true);
  const context = { seenBefore: true, methodChange: null };
  if (shares === null) {
    const { before } = selectLastTwo(weeks);
    return compareLevels(before.level, after.level, differences, { unit: 1 }, context);
  }
  const { window, dispersion } = shares;
  const { week, apart } = selectBaseline(weeks, weeksWithoutOverlap(window.days), () => true);
  const variance = window.source === 'assumed' ? 2 : varianceOfDifference(window.days, apart);
  return compareShares(week, after, differences, context, { variance, dispersion, spread: Math.sqrt(apart) });
}

export const ownRule = 'the digest';

const listSiteDirections = ({ authority, citations, share }: SiteDigest) => [
  share.direction,
  authority.direction,
  citations.direction,
];

export const rules: Readonly<Record<string, Rule>> = {
  /** Weeks that share no day, chance at the compared lag, and all own figures in one family. */
  [ownRule]: (input) => {
    const { sites } = buildDigest(input);
    const own = sites.map(listSiteDirections);
    return {
      own: [0, 1, 2].flatMap((figure) => own.map((directions) => directions[figure] ?? null)),
      slow: sites.flatMap(({ share, authority, citations }) =>
        [share, authority, citations].map(({ slow }) => slow?.direction ?? null),
      ),
      competitors: sites.flatMap(({ share }) =>
        share.rows.flatMap(({ own: isOwn, metric }) => (isOwn ? [] : [metric.direction])),
      ),
    };
  },
  'changes of one day': createRule(testDaily),
  /** An arrow for each change of a share by a point since the week before, of a score by 1, of citations by a tenth. */
  'one point': createRule(({ weeks, least }) => {
    const { before, after } = selectLastTwo(weeks);
    const difference = (after.level.value ?? 0) - (before.level.value ?? 0);
    return judged(difference, Math.abs(difference) >= least(before.level.value ?? 0));
  }),
  'z of two weeks': createRule(testNormal),
  CUSUM: createRule(testSums),
  'local level': createRule(testLocalLevel),
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
  '30 days, weekdays': { ...established, noise: { kind: 'weekdays' } },
  'mentions and citations swing by 10 % in a year': { ...established, citations: 'counted', season: 0.1 },
  'scores of every fourth week': { ...established, moves: 'monthly', deviation: 2 },
  'days of six times as many citations': { ...established, heavy: true },
  'counted citations': { ...established, citations: 'counted' },
  'late citations': { ...established, citations: 'late' },
  'late citations, the first answer': { ...established, citations: 'late', answers: 1 },
  'late citations, the third answer': { ...established, citations: 'late', answers: 3 },
  'a competitor joins, 7 days': { ...established, window: 7, mentions: 7_000, joined: true },
  'a competitor joins, 30 days': { ...established, mentions: 7_000, joined: true },
  'all own shares become nine tenths': { ...established, window: 7, mentions: 2_000, shift: 'share' },
  'all scores fall by 4': { ...established, shift: 'authority' },
};

/** Longer periods; snapshots are kept for a year. */
const longPeriods: Readonly<Record<string, SimulatedService>> = Object.fromEntries(
  [
    { name: 'months', period: '2026-10', weeks: 13 },
    { name: 'quarters', period: '2026-Q3', weeks: 5 },
    { name: '4 weeks', period: '2026-10-26P28D', weeks: 13 },
  ].flatMap(({ name, period, weeks }) => [
    [name, { ...established, period, weeks }],
    [`${name}, panel, 95 % stay`, { ...established, period, weeks, noise: panel(0.95) }],
    [
      `${name}, one state a week, no counts`,
      { ...established, period, weeks, counts: false, noise: states(7, 0.02) },
    ],
    [
      `${name}, heavy citations, a monthly score`,
      { ...established, period, weeks, heavy: true, moves: 'monthly', deviation: 2 },
    ],
  ]),
);

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
  ...longPeriods,
  'week 2, 7 days, clusters of 3': { ...established, weeks: 2, window: 7, cluster: 3 },
  'week 6, 30 days, counts': { ...established, weeks: 6 },
  'week 8, 30 days, no counts': { ...established, weeks: 8, counts: false },
};

/** Fractions 0..1 of series and of mails with a false direction. */
export interface FalseDirections {
  readonly series: Readonly<Record<keyof Directions, number>>;
  readonly mails: Readonly<Record<keyof Directions, number>>;
}

const families = ['own', 'slow', 'competitors'] as const satisfies (keyof Directions)[];

/** False directions of each rule in the same mails. */
export function measureFalseDirections(
  service: SimulatedService,
  mails: number,
  websites: number,
  seed: number,
): Record<string, FalseDirections> {
  const random = seededRandom(seed);
  const none = { own: 0, slow: 0, competitors: 0 };
  const found = Object.entries(rules).map(([name, rule]) => ({
    name,
    rule,
    series: { ...none },
    mails: { ...none },
  }));
  for (let mail = 0; mail < mails; mail += 1) {
    const input = simulateInput(service, websites, random);
    for (const { rule, series, mails: sum } of found) {
      const directions = rule(input);
      for (const family of families) {
        const count = directions[family].filter((direction) => direction !== null).length;
        series[family] += count / Math.max(1, directions[family].length) / mails;
        sum[family] += (count > 0 ? 1 : 0) / mails;
      }
    }
  }
  return Object.fromEntries(found.map(({ name, series, mails: sum }) => [name, { series, mails: sum }]));
}

const figuresInOrder = ['share', 'authority', 'citations'] as const;

/** The fraction of trials in which each rule finds a slow fall within thirteen mails about one website. */
export function measureSlowPower(
  service: SimulatedService,
  by: SlowFall,
  trials: number,
  seed: number,
): Record<string, number> {
  const random = seededRandom(seed);
  const at = figuresInOrder.findIndex((name) => by[name] !== undefined);
  const found = new Map(Object.keys(rules).map((name) => [name, 0]));
  for (let trial = 0; trial < trials; trial += 1) {
    const mails = simulateFall(service, random, by);
    for (const [name, rule] of Object.entries(rules)) {
      const isFound = mails.some((mail) => {
        const { own, slow } = rule(mail);
        return own[at] === 'down' || slow[at] === 'down';
      });
      if (isFound) found.set(name, (found.get(name) ?? 0) + 1 / trials);
    }
  }
  return Object.fromEntries(found);
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
