import type { DigestInput } from '../../src/digest/digest.ts';
import type { SiteSnapshot } from '../../src/digest/site-days.ts';
import { computeSiteSeries } from '../../src/digest/site-digest.ts';
import { listWeekDates, previousWeek } from '../../src/schedule/iso-week.ts';
import type { Random } from './random.ts';

/**
 * How the answers of AI engines vary that do not change: drawn anew each day; of a panel of 100 questions whose answers
 * mostly stay from day to day (`keep`); by one state of the engines a week or a day with this correlation of answers (beta
 * binomial); or with days of four times as many own mentions.
 */
export type AnswerNoise =
  | { readonly kind: 'independent' | 'spikes' | 'weekdays' }
  | { readonly kind: 'panel'; readonly keep: number }
  | { readonly kind: 'states'; readonly days: 1 | 7; readonly correlation: number };

/** How a service measures websites that do not change, and how long it has been asked. */
export interface SimulatedService {
  /** Weeks of daily snapshots, the reported one included; or other periods. */
  readonly weeks: number;
  /** The reported period, `2026-10`; by default a week. */
  readonly period?: string;
  /** Days that a share of voice covers. */
  readonly window: 7 | 30 | 90;
  /** True if the bodies state the window. */
  readonly stated: boolean;
  /** Mentions of one brand in one answer. */
  readonly cluster: number;
  /** Mentions of all brands in the window; drawn from 40 to 2,000 if omitted. */
  readonly mentions?: number;
  /** False where the service states shares without mention counts. */
  readonly counts: boolean;
  /** Shares are multiples of this. */
  readonly step: number;
  /** Standard deviation of the authority score before it is rounded to an integer. */
  readonly deviation: number;
  /** An autoregressive score moves once a week (0.6) or every day (0.9); a recomputed one every four weeks. */
  readonly moves: 'weekly' | 'daily' | 'monthly';
  /**
   * The feed's citations of one day, with a weekday pattern, or of its window; or those of each day by one answer a week
   * with 90 days, whole at once or growing for days (`late`).
   */
  readonly citations: 'day' | 'window' | 'counted' | 'late';
  /** Weeks that have such an answer; by default all. */
  readonly answers?: number;
  /** True for days of citations that vary more, with rare ones of six times as many. */
  readonly heavy?: true;
  readonly noise?: AnswerNoise;
  /** True for shares of a list that another competitor joins on a day of the last two or (of 30 days) six weeks. */
  readonly joined?: true;
  /** What the service makes of this figure of all websites since the last week: 0.9 of a share, 4 less of a score. */
  readonly shift?: 'share' | 'authority';
  /** How far the mentions and citations of all websites swing in a year, of 1. */
  readonly season?: number;
}

/** Twelve weeks of history at a service that covers 30 days and states counts. */
export const established: SimulatedService = {
  weeks: 13,
  window: 30,
  stated: true,
  cluster: 1,
  counts: true,
  step: 0.0001,
  deviation: 1,
  moves: 'weekly',
  citations: 'day',
};

/** True changes. */
export interface TrueChange {
  /** Units that the first website's authority rises in the last week, or from so many weeks before the end on. */
  readonly authority: number;
  readonly authorityWeeks?: number;
  /** The own share from the start to the step and from there on; drawn and constant if omitted. */
  readonly share?: { readonly before: number; readonly after: number; readonly weeks: number };
  /** A slow fall in the last weeks: units of the score, points 0..100 of the share, a part 0..1 of the citations a week. */
  readonly fall?: { readonly weeks: number; readonly by: SlowFall };
}

export type SlowFall = Readonly<Partial<Record<'authority' | 'share' | 'citations', number>>>;

/** Daily citations of a website that falls slowly. */
const citationsOfFall = 60;

const rivalNames = ['globex.com', 'initech.com', 'umbrella.com', 'hooli.com'];
const weekday = [1.2, 1.25, 1.2, 1.15, 1.05, 0.55, 0.6];
const reported = '2026-W47';
const unchanged: TrueChange = { authority: 0 };

/** One mail's input about this many websites with four rivals each. */
export function simulateInput(
  service: SimulatedService,
  websites: number,
  random: Random,
  change: TrueChange = unchanged,
): DigestInput {
  const { period: week = reported } = service;
  return {
    schedule: { id: 'monday', title: null, timezone: 'UTC' },
    week,
    sites: Array.from({ length: websites }, (_, at) => {
      const website = { id: `w_${at}`, name: null, domain: `site-${at}.example` };
      const snapshots = simulateSnapshots(service, random, at === 0 ? change : unchanged);
      return computeSiteSeries(website, snapshots, week, 'UTC');
    }),
    generatedAt: Date.parse('2026-11-23T09:00:00Z'),
  };
}

const mailsOfStep = 6;

/**
 * Six weekly mails about websites; the share of the first one steps at the start of the first week, by points 0..100. The
 * others do not change.
 */
export function simulateStep(
  service: SimulatedService,
  random: Random,
  points: number,
  websites = 1,
): DigestInput[] {
  const before = random.between(0.25, 0.35);
  const share = { before, after: before + points / 100, weeks: mailsOfStep };
  return simulateMails(service, random, mailsOfStep, { authority: 0, share }, websites);
}

const mailsOfFall = 13;

/** Thirteen weekly mails about one website that falls slowly since the first of them. */
export const simulateFall = (service: SimulatedService, random: Random, by: SlowFall): DigestInput[] =>
  simulateMails(service, random, mailsOfFall, { authority: 0, fall: { weeks: mailsOfFall, by } });

/** The last weekly mails about websites of which the first changes. */
function simulateMails(
  service: SimulatedService,
  random: Random,
  mails: number,
  change: TrueChange,
  websites = 1,
): DigestInput[] {
  const all = { ...service, weeks: service.weeks + mails };
  const sites = Array.from({ length: websites }, (_, at) => ({
    website: { id: `w_${at}`, name: null, domain: `site-${at}.example` },
    snapshots: simulateSnapshots(all, random, at === 0 ? change : unchanged),
  }));
  return listWeeks(mails).map((week) => {
    // The morning after the week.
    const until = Date.parse(`${listWeekDates(week).at(-1)}T08:00:00Z`) + dayMs;
    return {
      schedule: { id: 'monday', title: null, timezone: 'UTC' },
      week,
      sites: sites.map(({ website, snapshots }) => {
        const known = snapshots.filter(({ takenAt }) => takenAt < until);
        return computeSiteSeries(website, known, week, 'UTC');
      }),
      generatedAt: until,
    };
  });
}

const dayMs = 86_400_000;

/** Daily snapshots of a website up to the end of the reported week, oldest first. */
export function simulateSnapshots(
  service: SimulatedService,
  random: Random,
  change: TrueChange,
): SiteSnapshot[] {
  const days = listWeeks(service.weeks, service.period).flatMap((name) => listWeekDates(name));
  const mentions = mentionsOf(days.length, service, random, change);
  const scores = scoresOf(days.length, service, random, change);
  const joinedOn = service.joined
    ? days.length - Math.ceil(random.uniform() * (service.window === 7 ? 14 : 42))
    : null;
  const isCounted = service.citations === 'counted' || service.citations === 'late';
  const citations = citationsOf(days.length, service, random, change);
  const snapshots = days.map((day, at) => ({
    takenAt: Date.parse(`${day}T06:00:00Z`),
    authority: { score: scores[at] ?? 0, scale: 100, components: [] },
    competitors: competitorsOf(mentions[at] ?? [], service, {
      joined: joinedOn === null ? null : at >= joinedOn,
      shifted: service.shift === 'share' && at >= days.length - 7,
    }),
    citations: isCounted ? null : { total: citations[at] ?? 0, byEngine: [] },
    analytics: null,
    failures: [],
    windows: service.stated ? { competitors: service.window } : {},
  }));
  return isCounted ? addAnswers(snapshots, days, citations, service) : snapshots;
}

/** The part of a day's citations that is known so many days after it, if they are late. */
const knownAfter = [0.1, 0.35, 0.7];

/** The snapshots, with an answer of 90 days on each Monday. */
function addAnswers(
  snapshots: readonly SiteSnapshot[],
  days: readonly string[],
  citations: readonly number[],
  { citations: kind, weeks, answers = weeks }: SimulatedService,
): SiteSnapshot[] {
  const added = Array.from({ length: Math.min(weeks, answers) }, (_, weeksAgo): SiteSnapshot => {
    const today = days.length - 7 * weeksAgo;
    const from = Math.max(0, today - 90);
    const part = (at: number) => (kind === 'late' ? (knownAfter[today - 1 - at] ?? 1) : 1);
    return {
      takenAt: Date.parse(`${days[today - 1]}T06:30:00Z`) + dayMs,
      authority: null,
      competitors: null,
      citations: null,
      analytics: days.slice(from, today).map((day, at) => ({
        day,
        value: Math.round((citations[from + at] ?? 0) * part(from + at)),
      })),
      failures: [],
      windows: {},
    };
  });
  return [...snapshots, ...added].sort((one, other) => one.takenAt - other.takenAt);
}

/** The last weeks up to the reported one, oldest first. */
function listWeeks(count: number, last = reported): string[] {
  const names = [last];
  while (names.length < count) names.unshift(previousWeek(names[0] ?? last));
  return names;
}

/** By day, the mentions in the window: own, each rival, all others. */
function mentionsOf(
  days: number,
  service: SimulatedService,
  random: Random,
  { share: step, fall }: TrueChange,
): number[][] {
  const { window } = service;
  const weights = [0, ...rivalNames, 'others'].map(() => random.between(0.05, 1));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const own = (weights[0] ?? 0) / sum;
  const falls = fall?.by.share === undefined ? null : fall.by.share / 100;
  const ownOn = (day: number) =>
    falls !== null
      ? shareOfFall - falls * countWeeksOf(fall, day, days)
      : step === undefined
        ? own
        : day < days - 7 * step.weeks
          ? step.before
          : step.after;
  const partsOn = (day: number) =>
    weights.map((weight, brand) =>
      brand === 0 ? ownOn(day) : ((weight / sum) * (1 - ownOn(day))) / (1 - own),
    );
  const draw = createDraw(service, random);
  const daily = Array.from({ length: days + window - 1 }, (_, at) =>
    draw(at - window + 1, partsOn(at - window + 1)),
  );
  return Array.from({ length: days }, (_, at) =>
    weights.map((__, brand) =>
      daily.slice(at, at + window).reduce((total, counts) => total + (counts[brand] ?? 0), 0),
    ),
  );
}

/** The share of a website before it falls slowly. */
const shareOfFall = 0.4;

/** Weeks of a fall up to a day, with parts of them. */
const countWeeksOf = (fall: TrueChange['fall'], day: number, days: number): number =>
  fall === undefined ? 0 : Math.max(0, (day + 1 - (days - 7 * fall.weeks)) / 7);

/** What a day of the year has of the mean. */
const seasonOn = (day: number, size = 0): number => 1 + size * Math.sin((2 * Math.PI * day) / 365);

/** Draws the mentions of each brand on a day from their true parts. */
function createDraw(
  service: SimulatedService,
  random: Random,
): (day: number, parts: readonly number[]) => number[] {
  const { cluster, mentions, window, noise = { kind: 'independent' } } = service;
  const perDay = (mentions ?? random.logUniform(40, 2_000)) / window;
  const drawCounts = (parts: readonly number[]) =>
    parts.map((part) => cluster * random.poisson((perDay * part) / cluster));
  if (noise.kind === 'panel') {
    const answers = Array.from({ length: 100 }, () => -1);
    return (_, parts) => {
      const counts = parts.map(() => 0);
      for (const [at, answer] of answers.entries()) {
        const brand = answer < 0 || random.uniform() >= noise.keep ? random.choose(parts) : answer;
        answers[at] = brand;
        counts[brand] = (counts[brand] ?? 0) + 1;
      }
      return counts;
    };
  }
  if (noise.kind === 'states') {
    let [state, drawnAt]: [number[], number | null] = [[], null];
    return (day, parts) => {
      const period = Math.floor(day / noise.days);
      if (period !== drawnAt) state = random.dirichlet(parts, 1 / noise.correlation - 1);
      drawnAt = period;
      return drawCounts(state);
    };
  }
  return (day, parts) => {
    const isSpike = noise.kind === 'spikes' && random.uniform() < 1 / 60;
    const factor =
      seasonOn(day, service.season) * (noise.kind === 'weekdays' ? (weekday[((day % 7) + 7) % 7] ?? 1) : 1);
    return drawCounts(parts.map((part, brand) => part * (isSpike && brand === 0 ? 4 : factor)));
  };
}

/** Sums over the window that ends on each day. */
function rolling(days: number, window: number, draw: (day: number) => number): number[] {
  const daily = Array.from({ length: days + window - 1 }, (_, at) => draw(at - window + 1));
  let sum = daily.slice(0, window - 1).reduce((total, one) => total + one, 0);
  return Array.from({ length: days }, (_, at) => {
    sum += daily[at + window - 1] ?? 0;
    const total = sum;
    sum -= daily[at] ?? 0;
    return total;
  });
}

function competitorsOf(
  counts: readonly number[],
  { counts: stated, step }: SimulatedService,
  { joined, shifted }: { readonly joined: boolean | null; readonly shifted: boolean },
): SiteSnapshot['competitors'] {
  // The shares of a list that changes are parts of it, without the others.
  const names = joined === false ? rivalNames.slice(0, -1) : rivalNames;
  const listed = joined === null ? counts : counts.slice(0, names.length + 1);
  const total = listed.reduce((sum, count) => sum + count, 0);
  const factor = (at: number) => (shifted && at === 0 ? 0.9 : 1);
  const share = (at: number) =>
    total === 0 ? 0 : Math.round((factor(at) * (counts[at] ?? 0)) / total / step) * step;
  const mentions = (at: number) => (stated ? Math.round(factor(at) * (counts[at] ?? 0)) : null);
  return {
    shareOfVoice: share(0),
    mentions: mentions(0),
    totalMentions: stated ? total : null,
    competitors: names.map((name, at) => ({
      name,
      domain: name,
      share: share(at + 1),
      mentions: mentions(at + 1),
    })),
  };
}

function scoresOf(
  days: number,
  service: SimulatedService,
  random: Random,
  { authority, authorityWeeks = 1, fall }: TrueChange,
): number[] {
  const { deviation, moves, shift } = service;
  const middle = random.between(40, 80);
  const keep = moves === 'weekly' ? 0.6 : 0.9;
  let state = random.normal() * deviation;
  return Array.from({ length: days }, (_, day) => {
    if (moves === 'monthly') {
      // On a Thursday, so that two weeks have parts of a jump.
      if (day === 0 || day % 28 === 3) state = random.normal() * deviation;
    } else if (day > 0 && (moves === 'daily' || day % 7 === 0))
      state = keep * state + Math.sqrt(1 - keep * keep) * deviation * random.normal();
    const shifted = shift === 'authority' && day >= days - 7 ? -4 : 0;
    const fallen = (fall?.by.authority ?? 0) * Math.floor(countWeeksOf(fall, day, days));
    const risen = day >= days - 7 * authorityWeeks ? authority : 0;
    return Math.round(middle + state + risen + shifted - fallen);
  });
}

function citationsOf(
  days: number,
  service: SimulatedService,
  random: Random,
  { fall }: TrueChange,
): number[] {
  const { citations, window, heavy, season } = service;
  const keep = 1 - (fall?.by.citations ?? 0);
  const mean = fall?.by.citations === undefined ? random.logUniform(2, 100) : citationsOfFall;
  const draw = (day: number) => {
    const expected = mean * seasonOn(day, season) * keep ** countWeeksOf(fall, day, days);
    const count = random.overdispersed(expected * (weekday[((day % 7) + 7) % 7] ?? 1));
    return heavy
      ? Math.round(count * Math.exp(0.5 * random.normal()) * (random.uniform() < 1 / 60 ? 6 : 1))
      : count;
  };
  return rolling(days, citations === 'window' ? window : 1, draw);
}
