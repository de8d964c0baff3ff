import {
  computeWeekLevel,
  type DailyValue,
  daysInWeek,
  hasEnoughDays,
  type Level,
} from '@answershare/core/statistics';
import { type IsoWeek, listWeekDates, toLocalDate } from '../schedule/iso-week.ts';
import { type ComparisonOptions, computeLevelMetric, type LevelWeek } from './level-metric.ts';
import { createFact, type DigestMetric, type Fact } from './metric.ts';
import type { SiteDay, SiteSnapshot, SiteWeek } from './site-days.ts';

/** Weekly levels, oldest first. */
export interface CitationSeries {
  /** `analytics`: citations in the week; `feed`: the mean of the daily totals, which may cover more than a week. */
  readonly source: 'analytics' | 'feed';
  readonly weeks: readonly LevelWeek[];
  /** The week before as an earlier answer counted it and as it counts now, if they differ. */
  readonly revised: { readonly from: number; readonly to: number } | null;
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
  const counts = collectCounts(answers);
  const counted = weeks.map(({ week }) => ({ week, level: computeWeekTotal(counts, week) }));
  if (counted.at(-1)?.level.value != null) {
    const [before] = counted.slice(-2);
    const earlier = computeWeekTotal(collectCounts(answers.slice(0, -1)), before?.week ?? '');
    return { source: 'analytics', weeks: counted, revised: findRevision(earlier, before?.level ?? earlier) };
  }
  const toTotal = ({ day, citations }: SiteDay): DailyValue => ({ day, value: citations?.total ?? null });
  return {
    source: 'feed',
    weeks: weeks.map(({ week, days }) => ({ week, level: computeWeekLevel(days.map(toTotal)) })),
    revised: null,
  };
}

/** The count of one day by its latest answer. */
export interface CountedDay extends DailyValue {
  /** Milliseconds since the epoch. */
  readonly takenAt: number;
}

/**
 * Counts by day, from answers in the order of their time. The day of an answer is unfinished and excluded; UTC is assumed
 * (specification §2).
 */
export function collectCounts(answers: readonly SiteSnapshot[]): ReadonlyMap<string, CountedDay> {
  const counts = new Map<string, CountedDay>();
  for (const { takenAt, analytics } of answers) {
    const today = toLocalDate(takenAt, 'UTC');
    for (const one of analytics ?? []) if (one.day < today) counts.set(one.day, { ...one, takenAt });
  }
  return counts;
}

function computeWeekTotal(counts: ReadonlyMap<string, DailyValue>, week: IsoWeek): Level {
  return toWeekTotal(computeWeekLevel(listWeekDates(week).flatMap((day) => counts.get(day) ?? [])));
}

/** A whole week that the service has counted anew; null if the rounded counts are equal. */
function findRevision(earlier: Level, now: Level): CitationSeries['revised'] {
  const isWhole = [earlier, now].every(({ days, of }) => days === of);
  if (!isWhole || earlier.value === null || now.value === null) return null;
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
}

export function computeCitationsMetric(
  site: string,
  { source, weeks: read, revised }: CitationSeries,
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
      overlaps: source === 'feed' && (stated === undefined || stated > daysInWeek),
    }),
    source,
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
