import { type FigureUnit, figureOf, type JudgedFigure } from '@answershare/core';
import { looksPerWeek, meetsCondition } from '../../src/digest/alert.ts';
import { buildDigest } from '../../src/digest/digest.ts';
import type { SiteSnapshot } from '../../src/digest/site-days.ts';
import { computeSiteSeries, type SiteDigest, type SiteSeries } from '../../src/digest/site-digest.ts';
import { toLocalDate } from '../../src/schedule/iso-week.ts';
import type { AlertCondition } from '../../src/settings/alert-condition.ts';
import { unchangedServices } from './digest-truth.ts';
import { type Random, seededRandom } from './random.ts';
import { established, type SimulatedService, simulateSnapshots, type TrueChange } from './simulated-weeks.ts';

/** Weeks of daily looks after twelve weeks of history: a month, and as many as the digest's power is measured over. */
const weeksUnchanged = 4;
const weeksOfStep = 6;

/** An alert does not repeat while its condition held in so many days. */
const daysBetweenAlerts = 7;

interface Watch {
  readonly figure: JudgedFigure;
  readonly condition: AlertCondition;
}

/** Whether a watch holds on a day. */
type Rule = (series: SiteSeries, watch: Watch) => boolean;

const website = { id: 'w_0', name: null, domain: 'site-0.example' };
const digests = new WeakMap<SiteSeries, Map<number, SiteDigest>>();

/** The website's digest; each look counts `times` times. */
function judge(series: SiteSeries, times: number): SiteDigest | undefined {
  const known = digests.get(series) ?? new Map<number, SiteDigest>();
  digests.set(series, known);
  if (!known.has(times)) {
    const schedule = { id: 'alarm', title: null, timezone: 'UTC' };
    const week = series.authority.at(-1)?.week ?? '';
    const [site] = buildDigest({ schedule, week, looks: times, sites: [series], generatedAt: 0 }).sites;
    if (site !== undefined) known.set(times, site);
  }
  return known.get(times);
}

function meetsByChance(series: SiteSeries, { figure, condition }: Watch, times: number): boolean {
  const site = judge(series, times);
  return site !== undefined && meetsCondition(site, figure, condition);
}

/** The smallest difference since the week before that a simple rule takes for a change. */
const simpleSteps: Readonly<Record<FigureUnit, (before: number) => number>> = {
  share: () => 0.01,
  score: () => 1,
  rank: () => 1,
  count: (before) => 0.1 * before,
};

export const alertRules: Readonly<Record<string, Rule>> = {
  /** A figure beyond its threshold, or a point (of citations a tenth) away from the week before. */
  'seven days against the seven before': (series, { figure, condition }) => {
    const { level, series: weeks } = judge(series, 1)?.[figure] ?? {};
    const [before, now] = [weeks?.at(-2)?.level?.value, level?.value];
    if (before === undefined || now === undefined) return false;
    if (condition.kind === 'below') return now < condition.threshold;
    return Math.abs(now - before) >= simpleSteps[figureOf(figure).unit](before);
  },
  /** The rules of the weekly digest, each day. */
  'the digest, each day': (series, watch) => meetsByChance(series, watch, 1),
  /** Our alerts: each look counts seven times. */
  alerts: (series, watch) => meetsByChance(series, watch, looksPerWeek),
};

/** Those with twelve weeks of history. */
export const watchedServices = Object.fromEntries(
  Object.entries(unchangedServices).filter(([, { weeks }]) => weeks === established.weeks),
);

/** The names of what is watched. */
export const watchNames = ['share changes', 'share below', 'authority changes', 'citations change'] as const;
type WatchName = (typeof watchNames)[number];

const any = { kind: 'changes', direction: 'any' } as const;

/** A threshold lies at the mean of the history, where noise crosses it most. */
function listWatches(history: readonly SiteSnapshot[]): Readonly<Record<WatchName, Watch>> {
  const shares = history.flatMap(({ competitors }) => competitors?.shareOfVoice ?? []);
  const threshold = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  return {
    'share changes': { figure: 'share', condition: any },
    'share below': { figure: 'share', condition: { kind: 'below', threshold } },
    'authority changes': { figure: 'authority', condition: any },
    'citations change': { figure: 'citations', condition: any },
  };
}

/** The first day of each alert, by rule and watch; days count from 0. */
function simulateAlerts(
  service: SimulatedService,
  random: Random,
  weeks: number,
  change: TrueChange = { authority: 0 },
): Record<string, Record<WatchName, readonly number[]>> {
  const looks = 7 * weeks;
  const all = simulateSnapshots({ ...service, weeks: service.weeks + weeks - 1 }, random, change);
  const begin = all.length - looks;
  const watches = listWatches(all.slice(0, begin));
  const days = Array.from({ length: looks }, (_, at) => {
    const known = all.slice(Math.max(0, begin + at + 1 - 7 * service.weeks), begin + at + 1);
    const day = toLocalDate(known.at(-1)?.takenAt ?? 0, 'UTC');
    return computeSiteSeries(website, known, day, 'UTC');
  });
  const findStarts = (rule: Rule, watch: Watch): number[] => {
    let last = -Infinity;
    return days.flatMap((series, day) => {
      if (!rule(series, watch)) return [];
      const isNew = day - last > daysBetweenAlerts;
      last = day;
      return isNew ? [day] : [];
    });
  };
  return Object.fromEntries(
    Object.entries(alertRules).map(([name, rule]) => [
      name,
      {
        'share changes': findStarts(rule, watches['share changes']),
        'share below': findStarts(rule, watches['share below']),
        'authority changes': findStarts(rule, watches['authority changes']),
        'citations change': findStarts(rule, watches['citations change']),
      },
    ]),
  );
}

/** Alerts per website and four weeks of daily looks, by rule and watch, about websites that do not change. */
export function measureFalseAlerts(
  service: SimulatedService,
  websites: number,
  seed: number,
): Record<string, Record<WatchName, number>> {
  const random = seededRandom(seed);
  const sums: Record<string, Record<WatchName, number>> = {};
  for (let at = 0; at < websites; at += 1) {
    for (const [rule, found] of Object.entries(simulateAlerts(service, random, weeksUnchanged))) {
      const sum = sums[rule] ?? Object.fromEntries(watchNames.map((name) => [name, 0]));
      sums[rule] = sum as Record<WatchName, number>;
      for (const name of watchNames) sums[rule][name] += found[name].length / websites;
    }
  }
  return sums;
}

/** Fractions of trials in which each rule finds a lasting step of share and of authority within six weeks. */
export function measureFoundSteps(
  service: SimulatedService,
  points: number,
  trials: number,
  seed: number,
): Record<string, { readonly share: number; readonly authority: number }> {
  const random = seededRandom(seed);
  const found: Record<string, { share: number; authority: number }> = {};
  for (let trial = 0; trial < trials; trial += 1) {
    const before = random.between(0.25, 0.35);
    const share = { before, after: before + points / 100, weeks: weeksOfStep };
    const change = { authority: points, authorityWeeks: weeksOfStep, share };
    for (const [rule, starts] of Object.entries(simulateAlerts(service, random, weeksOfStep, change))) {
      found[rule] ??= { share: 0, authority: 0 };
      found[rule].share += starts['share changes'].length > 0 ? 1 / trials : 0;
      found[rule].authority += starts['authority changes'].length > 0 ? 1 / trials : 0;
    }
  }
  return found;
}
