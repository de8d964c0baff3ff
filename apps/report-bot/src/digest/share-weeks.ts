import type { Competitor } from '@answershare/core';
import {
  assumedWindow,
  computeShareWeek,
  daysInWeek,
  estimateDispersion,
  extrapolateDispersion,
  findSpikes,
  inferWindow,
  poolDispersion,
  type ShareDay,
  type ShareWeek,
  sumWeeklyDispersion,
  type WeeklyDispersion,
} from '@answershare/core/statistics';
import type { IsoWeek } from '../schedule/iso-week.ts';
import { computeOnce } from '../system/compute-once.ts';
import type { ToScale } from './common-shift.ts';
import type { SharesBasis } from './metric.ts';
import type { SiteDay, SiteWeek } from './site-days.ts';

/** Identifies a competitor across days: its domain, else its name. */
export type CompetitorKey = string;

/** One week of shares: the own website and each competitor. */
export interface CompetitorWeek extends ShareWeek {
  readonly week: IsoWeek;
  readonly competitors: ReadonlyMap<CompetitorKey, { readonly name: string; readonly week: ShareWeek }>;
}

/** Shares of all weeks, oldest first. */
export interface ShareSeries {
  readonly weeks: readonly CompetitorWeek[];
  readonly window: SharesBasis['window'];
  /** Variance of the counts relative to independent mentions, at least 1. */
  readonly dispersion: number;
  /** Days of the reported week. */
  readonly length: number;
}

export function computeShareSeries(weeks: readonly SiteWeek[]): ShareSeries {
  const days = weeks.flatMap((week) => week.days);
  const brands = splitByList(days).flatMap(listBrands);
  const window = findWindow(days, brands);
  return {
    weeks: computeCompetitorWeeks(weeks, window.days),
    window,
    dispersion: estimateDispersion(brands, window.days),
    length: weeks.at(-1)?.of ?? daysInWeek,
  };
}

/** Independent differences that show the dispersion over the compared weeks themselves. */
const minFreedom = 20;

/**
 * The dispersion of a website's shares over so many weeks: that of all websites of the digest with this window, and at least
 * its own. Where weeks so far apart are too few, neighbouring ones show it.
 */
export function createDispersion(
  websites: readonly ShareSeries[],
  toScale: ToScale,
): (series: ShareSeries, apart: number) => number {
  const sums = new Map<ShareSeries, Map<number, WeeklyDispersion>>();
  const pooled = new Map<string, number>();
  const sum = (series: ShareSeries, apart: number): WeeklyDispersion =>
    computeOnce(
      computeOnce(sums, series, () => new Map()),
      apart,
      () =>
        sumWeeklyDispersion(
          listWeeklyShares(series.weeks.slice(0, -1), toScale),
          series.window.days,
          apart,
          series.length,
        ),
    );
  const find = (of: readonly ShareSeries[], { days }: ShareSeries['window'], apart: number): number => {
    const direct = poolDispersion(
      of.map((series) => sum(series, apart)),
      minFreedom,
    );
    if (direct !== null) return direct;
    const daily = of.reduce((total, { dispersion }) => total + dispersion, 0) / of.length;
    const week = poolDispersion(of.map((series) => sum(series, 1))) ?? 1;
    // Shares that drift for weeks differ the more, the farther apart they are.
    const nearer = Array.from({ length: apart - 1 }, (_, at) =>
      poolDispersion(
        of.map((series) => sum(series, at + 1)),
        minFreedom,
      ),
    );
    return Math.max(
      daily * extrapolateDispersion(week / daily, days, of[0]?.length),
      ...nearer.map((one) => one ?? 0),
    );
  };
  return (series, apart) => {
    const { days } = series.window;
    const all = computeOnce(pooled, `${days} ${apart}`, () =>
      find(
        websites.filter(({ window }) => window.days === days),
        series.window,
        apart,
      ),
    );
    return Math.max(series.dispersion, all, find([series], series.window, apart));
  };
}

/** The weeks of the own brand and of each competitor, of those before the list changed last. */
function listWeeklyShares(weeks: readonly CompetitorWeek[], toScale: ToScale): (readonly ShareWeek[])[] {
  const last = weeks.at(-1);
  if (last === undefined) return [];
  const from = weeks.findLastIndex((week) => compareCompetitorLists(week, last).breaks) + 1;
  const alike = weeks.slice(from);
  return [
    alike.map((week) => ({ ...week, level: toScale('share', week.level, week.week, last.week) })),
    ...[...last.competitors.keys()].map((key) => alike.map((week) => selectShareWeek(week, key))),
  ];
}

const emptyWeek: ShareWeek = { level: { value: null, days: 0, of: 7 }, observations: null };

/** The week of the own brand (`key` null) or of a competitor. */
export function selectShareWeek(week: CompetitorWeek, key: CompetitorKey | null): ShareWeek {
  return key === null ? week : (week.competitors.get(key)?.week ?? emptyWeek);
}

/** The window that the latest body states, else the one that the readings show, else {@link assumedWindow}. */
function findWindow(
  days: readonly SiteDay[],
  brands: readonly (readonly ShareDay[])[],
): SharesBasis['window'] {
  const stated = [...days].reverse().find(({ windows }) => windows.competitors !== undefined);
  if (stated?.windows.competitors !== undefined)
    return { days: stated.windows.competitors, source: 'stated' };
  const inferred = inferWindow(brands.map((brand) => brand.map(({ day, share }) => ({ day, value: share }))));
  return inferred === null
    ? { days: assumedWindow, source: 'assumed' }
    : { days: inferred, source: 'inferred' };
}

/** Consecutive days with the same competitors: another list changes every share. */
function splitByList(days: readonly SiteDay[]): SiteDay[][] {
  const parts: SiteDay[][] = [];
  let list: ReadonlyMap<CompetitorKey, Competitor> | null = null;
  for (const day of days) {
    if (day.competitors === null) continue;
    const found = mapCompetitors(day);
    if (list === null || !hasSameKeys(found, list)) parts.push([]);
    list = found;
    parts.at(-1)?.push(day);
  }
  return parts;
}

const hasSameKeys = <K>(one: ReadonlyMap<K, unknown>, other: ReadonlyMap<K, unknown>): boolean =>
  one.size === other.size && [...one.keys()].every((key) => other.has(key));

/** The daily shares of the own brand and of each competitor. */
function listBrands(days: readonly SiteDay[]): ShareDay[][] {
  const found = days.map(mapCompetitors);
  const keys = [...(found[0]?.keys() ?? [])];
  return [
    days.map(toOwnShareDay),
    ...keys.map((key) => days.map((day, at) => toCompetitorShareDay(day, found[at]?.get(key)))),
  ];
}

/** Shares by week, oldest first. A competitor's day without an entry is unknown, never zero. */
function computeCompetitorWeeks(weeks: readonly SiteWeek[], window: number): readonly CompetitorWeek[] {
  const all = weeks.flatMap(({ days }) => days);
  const spikes = new Map<CompetitorKey | null, ReadonlyMap<string, number>>();
  const spikesOf = (key: CompetitorKey | null): ReadonlyMap<string, number> =>
    computeOnce(spikes, key, () =>
      findSpikes(
        all.map((day) => ({ day: day.day, value: toShareDay(day, key).share })),
        window,
      ),
    );
  return weeks.map(({ week, of, days }) => {
    const found = days.map(mapCompetitors);
    const names = new Map<CompetitorKey, string>();
    for (const competitors of found) {
      for (const [key, { name }] of competitors) names.set(key, name);
    }
    const competitors = [...names].map(([key, name]) => {
      const shares = days.map((day, at) => toCompetitorShareDay(day, found[at]?.get(key)));
      return [key, { name, week: computeShareWeek(shares, spikesOf(key), of) }] as const;
    });
    return {
      week,
      ...computeShareWeek(days.map(toOwnShareDay), spikesOf(null), of),
      competitors: new Map(competitors),
    };
  });
}

function toCompetitorKey(competitor: {
  readonly name: string;
  readonly domain: string | null;
}): CompetitorKey {
  return competitor.domain ?? competitor.name.trim().toLowerCase();
}

/** The share of a day: of the own brand (`key` null) or of a competitor. */
export function toShareDay(day: SiteDay, key: CompetitorKey | null): ShareDay {
  return key === null ? toOwnShareDay(day) : toCompetitorShareDay(day, mapCompetitors(day).get(key));
}

function toOwnShareDay({ day, competitors }: SiteDay): ShareDay {
  return {
    day,
    share: competitors?.shareOfVoice ?? null,
    mentions: competitors?.mentions ?? null,
    totalMentions: competitors?.totalMentions ?? null,
  };
}

const competitorMaps = new WeakMap<NonNullable<SiteDay['competitors']>, Map<CompetitorKey, Competitor>>();

/** The competitors of a day by key. Cached, because every series needs it. */
function mapCompetitors({ competitors }: SiteDay): ReadonlyMap<CompetitorKey, Competitor> {
  const known = competitors === null ? undefined : competitorMaps.get(competitors);
  if (known !== undefined) return known;
  const byKey = new Map(competitors?.competitors.map((one) => [toCompetitorKey(one), one]));
  if (competitors !== null) competitorMaps.set(competitors, byKey);
  return byKey;
}

function toCompetitorShareDay({ day, competitors }: SiteDay, competitor: Competitor | undefined): ShareDay {
  return {
    day,
    share: competitor?.share ?? null,
    mentions: competitor?.mentions ?? null,
    totalMentions: competitors?.totalMentions ?? null,
  };
}

/** Competitors that only one of two weeks has. */
interface ListChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** True if the shares are parts of this list, so that another list changes them. */
  readonly breaks: boolean;
  /** The competitors listed on each day of both weeks, and what they and the own brand have together; null without any. */
  readonly common: {
    readonly keys: ReadonlySet<CompetitorKey>;
    readonly before: number;
    readonly after: number;
  } | null;
}

/** Shares are parts of the list if their sum is 1 within this tolerance. */
const closedListTolerance = 0.02;
/** A smaller share cannot shift the others by a displayed amount. */
const negligibleShare = 0.005;

const listChangeCache = new WeakMap<CompetitorWeek, WeakMap<CompetitorWeek, ListChange>>();

/** How the competitor lists of two weeks differ; cached, because every competitor's series needs it. */
export function compareCompetitorLists(before: CompetitorWeek, after: CompetitorWeek): ListChange {
  const known = listChangeCache.get(before) ?? new WeakMap<CompetitorWeek, ListChange>();
  const change = known.get(after) ?? computeListChange(before, after);
  listChangeCache.set(before, known.set(after, change));
  return change;
}

function computeListChange(before: CompetitorWeek, after: CompetitorWeek): ListChange {
  const only = (of: CompetitorWeek, other: CompetitorWeek) =>
    [...of.competitors].filter(([key]) => !other.competitors.has(key));
  const added = only(after, before);
  const removed = only(before, after);
  const isWhole = ({ competitors, level }: CompetitorWeek, key: CompetitorKey): boolean =>
    competitors.get(key)?.week.level.days === level.days;
  const keys = new Set(
    [...after.competitors.keys()].filter((key) => isWhole(before, key) && isWhole(after, key)),
  );
  const changed = (of: CompetitorWeek) => [...of.competitors].filter(([key]) => !keys.has(key));
  const weight = [...changed(before), ...changed(after)].reduce(
    (sum, [, { week }]) => sum + (week.level.value ?? 0),
    0,
  );
  const breaks = weight > negligibleShare && isClosedList(before) && isClosedList(after);
  return {
    added: added.map(([, { name }]) => name),
    removed: removed.map(([, { name }]) => name),
    breaks,
    common:
      breaks && keys.size > 0
        ? { keys, before: sumShares(before, keys), after: sumShares(after, keys) }
        : null,
  };
}

/** The shares of the own brand and of some competitors; one listed on some days has its part of the week. */
function sumShares({ level, competitors }: CompetitorWeek, keys?: ReadonlySet<CompetitorKey>): number {
  let sum = level.value ?? 0;
  for (const [key, { week }] of competitors)
    if (keys === undefined || keys.has(key)) sum += ((week.level.value ?? 0) * week.level.days) / level.days;
  return sum;
}

const isClosedList = (week: CompetitorWeek): boolean =>
  week.level.value !== null && Math.abs(sumShares(week) - 1) <= closedListTolerance;
