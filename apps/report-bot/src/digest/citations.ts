import { computeWeekLevel, type DailyValue, hasEnoughDays, type Level } from '@answershare/core/statistics';
import { type IsoWeek, listWeekDates, toLocalDate } from '../schedule/iso-week.ts';
import { type ComparisonOptions, computeLevelMetric, type LevelWeek } from './level-metric.ts';
import { createFact, type DigestMetric, type Fact } from './metric.ts';
import type { SiteDay, SiteSnapshot, SiteWeek } from './site-days.ts';

/** Weekly levels, oldest first. */
export interface CitationSeries {
  /** `analytics`: citations in the week; `feed`: the mean of the daily totals, which may cover more than a week. */
  readonly source: 'analytics' | 'feed';
  readonly weeks: readonly LevelWeek[];
  /** The week before as the answer a week ago counted it and as it counts now, if they differ. */
  readonly revised: { readonly from: number; readonly to: number } | null;
  /**
   * True if days still grow after they end: earlier weeks are then those that answers of the same age counted. Null while no
   * week was counted twice.
   */
  readonly late: boolean | null;
}

/**
 * The citations of each week from the daily counts of analytics, else the daily totals of the feed. A later answer corrects
 * an earlier one.
 */
export function computeCitationSeries(
  snapshots: readonly SiteSnapshot[],
  weeks: readonly SiteWeek[],
): CitationSeries {
  const answers = snapshots
    .filter(({ analytics }) => analytics !== null)
    .toSorted((one, other) => one.takenAt - other.takenAt);
  const { young, counted, counts } = countWeeks(answers, weeks);
  if (counted.at(-1)?.level.value != null) {
    const late = findLateness(young.slice(0, -1), counts);
    const [before, now] = [young.at(-2), counted.at(-2)];
    const revised =
      late !== false || before === undefined || now === undefined
        ? null
        : findRevision(before.level, now.level);
    return { source: 'analytics', weeks: late ? young : counted, revised, late };
  }
  const toTotal = ({ day, citations }: SiteDay): DailyValue => ({ day, value: citations?.total ?? null });
  return {
    source: 'feed',
    weeks: weeks.map(({ week, of, days }) => ({ week, level: computeWeekLevel(days.map(toTotal), of) })),
    revised: null,
    late: false,
  };
}

const halfDayMs = 43_200_000;

/**
 * The totals of weeks, oldest first: `young` as answers of the last week's age counted them, `counted` as all do.
 * @param answers in the order of their time
 */
function countWeeks(answers: readonly SiteSnapshot[], weeks: readonly SiteWeek[]) {
  const endOf = (week: IsoWeek): number => Date.parse(listWeekDates(week).at(-1) ?? '');
  const last = weeks.at(-1);
  const age = last === undefined ? 0 : (answers.at(-1)?.takenAt ?? 0) - endOf(last.week) + halfDayMs;
  const counts = new Map<string, CountedDay>();
  const unread = answers.toReversed();
  const young = weeks.map(({ week }) => {
    const until = endOf(week) + age;
    for (let next = unread.at(-1); next !== undefined && next.takenAt <= until; next = unread.at(-1)) {
      addCounts(counts, next);
      unread.pop();
    }
    return countWeek(counts, week);
  });
  return { young, counted: weeks.map(({ week }) => countWeek(counts, week)), counts };
}

/** A week with the days that it counts. */
interface CountedWeek extends LevelWeek {
  readonly days: readonly DailyValue[];
}

/** A day and a half after a day's end. */
const soonMs = 5 * halfDayMs;

/** A week that grew by a smaller part is as it was. */
const leastGrowth = 0.01;

/** True if most weeks that were counted twice have grown, null if none was. A single week that was corrected is none of these. */
function findLateness(
  young: readonly CountedWeek[],
  counts: ReadonlyMap<string, CountedDay>,
): boolean | null {
  const growths = young.flatMap(({ level, days }) => {
    if (!hasEnoughDays(level)) return [];
    const now = days.map(({ day }) => counts.get(day)?.value ?? 0);
    const then = days.reduce((sum, { value }) => sum + (value ?? 0), 0);
    return [(now.reduce((sum, value) => sum + value, 0) - then) / Math.max(1, then)];
  });
  // Else the days that an answer counted soon after they ended, and a later one again.
  if (growths.length === 0) {
    const twice = [...counts.values()].filter(
      ({ day, takenAt, first }) => takenAt > first.takenAt && first.takenAt - Date.parse(day) < soonMs,
    );
    if (twice.length === 0) return null;
    const sum = (days: readonly DailyValue[]) => days.reduce((all, { value }) => all + (value ?? 0), 0);
    return sum(twice) > (1 + leastGrowth) * sum(twice.map(({ first }) => first));
  }
  return 2 * growths.filter((growth) => growth > leastGrowth).length > growths.length;
}

const areWhole = (...levels: readonly Level[]): boolean =>
  levels.every(({ value, days, of }) => value !== null && days === of);

/** The count of one day by its latest answer. */
export interface CountedDay extends DailyValue {
  /** Milliseconds since the epoch. */
  readonly takenAt: number;
  /** By its first answer. */
  readonly first: DailyValue & { readonly takenAt: number };
}

/**
 * Counts by day, from answers in the order of their time. The day of an answer is unfinished and excluded; UTC is assumed
 * (specification §2).
 */
export function collectCounts(answers: readonly SiteSnapshot[]): ReadonlyMap<string, CountedDay> {
  const counts = new Map<string, CountedDay>();
  for (const answer of answers) addCounts(counts, answer);
  return counts;
}

function addCounts(counts: Map<string, CountedDay>, { takenAt, analytics }: SiteSnapshot): void {
  const today = toLocalDate(takenAt, 'UTC');
  for (const one of analytics ?? []) {
    const counted = { ...one, takenAt };
    if (one.day < today) counts.set(one.day, { ...counted, first: counts.get(one.day)?.first ?? counted });
  }
}

function countWeek(counts: ReadonlyMap<string, DailyValue>, week: IsoWeek): CountedWeek {
  const dates = listWeekDates(week);
  const days = dates.flatMap((day) => counts.get(day) ?? []);
  return { week, days, level: toWeekTotal(computeWeekLevel(days, dates.length)) };
}

/** A whole week that the service has counted anew; null if the rounded counts are equal. */
function findRevision(earlier: Level, now: Level): CitationSeries['revised'] {
  if (!areWhole(earlier, now) || earlier.value === null || now.value === null) return null;
  return Math.round(earlier.value) === Math.round(now.value) ? null : { from: earlier.value, to: now.value };
}

/** A week that can be compared counts seven mean days; a shorter one only its own days. */
function toWeekTotal(level: Level): Level {
  const { value, typical, days, of } = level;
  const times = hasEnoughDays(level) ? of : days;
  return {
    value: value === null ? null : value * times,
    days,
    of,
    ...(typical === undefined ? {} : { typical: typical * times }),
  };
}

export interface CitationsMetric extends DigestMetric {
  readonly source: CitationSeries['source'];
  /** The sum of the days read, if missing ones count as the mean of the others; else null. */
  readonly readSum: Fact | null;
  /** Days that the feed covers, as the latest answer states them; null if unstated. */
  readonly feedWindow: Fact | null;
  /** The week before as it was and is counted; null if unchanged. */
  readonly revised: { readonly from: Fact; readonly to: Fact } | null;
  /** True if each week is as its own mail counted it; null while it is unknown whether days still grow. */
  readonly late: boolean | null;
}

export function computeCitationsMetric(
  site: string,
  { source, weeks: read, revised, late }: CitationSeries,
  days: readonly SiteDay[],
  options: ComparisonOptions,
): CitationsMetric {
  const id = `${site}/citations`;
  const level = read.at(-1)?.level ?? { value: null, days: 0, of: 0 };
  const stated = days.flatMap(({ windows }) => windows.citations ?? []).at(-1);
  const feedWindow = stated === undefined ? null : createFact(`${id}/window`, stated, 'days');
  const isScaled = source === 'analytics' && hasEnoughDays(level) && level.days < level.of;
  return {
    ...computeLevelMetric(site, 'citations', read, options, {
      overlaps: source === 'feed' && (stated === undefined || stated > level.of),
      waits: late === null,
    }),
    source,
    late,
    window: source === 'feed' ? feedWindow : null,
    feedWindow,
    readSum:
      isScaled && level.value !== null
        ? createFact(`${id}/read`, (level.value * level.days) / level.of, 'count')
        : null,
    revised:
      revised === null
        ? null
        : {
            from: createFact(`${id}/revised/from`, revised.from, 'count'),
            to: createFact(`${id}/revised/to`, revised.to, 'count'),
          },
  };
}
