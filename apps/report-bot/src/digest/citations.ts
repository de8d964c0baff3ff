import {
  compareLevels,
  computeWeekLevel,
  type DailyValue,
  daysToCompare,
  type Level,
} from '@answershare/core/statistics';
import { type IsoWeek, listWeekDates, toLocalDate } from '../schedule/iso-week.ts';
import {
  type ChangeFilter,
  createFact,
  createMetric,
  type DigestMetric,
  type Fact,
  hasEarlierValue,
  listDifferences,
  type SeriesWeek,
  selectPair,
  spreadOverWeeks,
} from './metric.ts';
import type { SiteDay, SiteSnapshot, SiteWeek } from './site-days.ts';

interface CitationsLevel extends SeriesWeek {
  readonly week: IsoWeek;
}

/** Weekly levels, oldest first. */
export interface CitationSeries {
  /** `analytics`: citations in the week; `feed`: the mean of the daily totals, which may cover more than a week. */
  readonly source: 'analytics' | 'feed';
  readonly weeks: readonly CitationsLevel[];
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

/** Counts by day. The day of an answer is unfinished and excluded; UTC is assumed (specification §2). */
function collectCounts(answers: readonly SiteSnapshot[]): ReadonlyMap<string, DailyValue> {
  const counts = new Map<string, DailyValue>();
  for (const { takenAt, analytics } of answers) {
    const today = toLocalDate(takenAt, 'UTC');
    for (const one of analytics ?? []) if (one.day < today) counts.set(one.day, one);
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
function toWeekTotal({ value, days, of }: Level): Level {
  return { value: value === null ? null : value * (days < daysToCompare ? days : of), days, of };
}

interface EngineRow {
  readonly engine: string;
  readonly label: string;
  /** Mean of the week's daily counts. */
  readonly count: Fact;
}

export interface CitationsMetric extends DigestMetric {
  readonly source: CitationSeries['source'];
  /** Days that the feed covers, as the latest answer states them; null if unstated. */
  readonly window: Fact | null;
  /** The week before as it was and is counted; null if unchanged. */
  readonly revised: { readonly from: Fact; readonly to: Fact } | null;
  /** By count, greatest first. */
  readonly engines: readonly EngineRow[];
}

export function computeCitationsMetric(
  site: string,
  { source, weeks: read, revised }: CitationSeries,
  days: readonly SiteDay[],
  judge: ChangeFilter,
  against: IsoWeek | null,
): CitationsMetric {
  const id = `${site}/citations`;
  const baseline = selectPair(read, against);
  const { week: before, apart, after } = baseline;
  const history = listDifferences(read.slice(0, -1), () => true);
  const spread = spreadOverWeeks(apart);
  const change = compareLevels(
    before.level,
    after.level,
    history,
    1,
    {
      seenBefore: hasEarlierValue(read),
      methodChange: null,
    },
    spread,
  );
  const series = read.map(({ week, level }) => ({ week, value: level.value }));
  const stated = days.flatMap(({ windows }) => windows.citations ?? []).at(-1);
  return {
    ...createMetric(id, judge(change, 'own'), 'count', 0, series, baseline, {
      smallest: 1,
      differences: history,
      spread,
      sampling: null,
    }),
    source,
    revised:
      revised === null
        ? null
        : {
            from: createFact(`${id}/revised/from`, revised.from, 'count'),
            to: createFact(`${id}/revised/to`, revised.to, 'count'),
          },
    window: stated === undefined ? null : createFact(`${id}/window`, stated, 'days'),
    engines: rankEngines(id, days),
  };
}

function rankEngines(id: string, days: readonly SiteDay[]): EngineRow[] {
  const labels = new Map<string, string>();
  for (const { citations } of days) {
    for (const { engine, label } of citations?.byEngine ?? []) labels.set(engine, label);
  }
  const rows = [...labels].flatMap(([engine, label]) => {
    const counts = days.map(({ day, citations }) => ({
      day,
      value: citations?.byEngine.find((entry) => entry.engine === engine)?.count ?? null,
    }));
    const { value } = computeWeekLevel(counts);
    return value === null
      ? []
      : [{ engine, label, count: createFact(`${id}/engine/${engine}`, value, 'count') }];
  });
  return rows.sort((a, b) => b.count.value - a.count.value || (a.engine < b.engine ? -1 : 1));
}
