import { compareLevels, computeWeekLevel } from '@answershare/core/statistics';
import { type Fact, fact } from './fact.ts';
import { lastTwo, pastDifferences, seenBefore } from './history.ts';
import { type Judge, type Metric, metric } from './metric.ts';
import type { SiteDay } from './site-days.ts';
import type { SiteSeries } from './site-series.ts';

export interface EngineRow {
  readonly engine: string;
  readonly label: string;
  /** Mean of the week's daily counts. */
  readonly count: Fact;
}

export interface CitationsMetric extends Metric {
  /** By the week's count, greatest first. */
  readonly engines: readonly EngineRow[];
}

/** Citations as the service counts them on each day; what its total spans is not shown, so it is never summed over days. */
export function citationsMetric(
  site: string,
  read: SiteSeries['citations'],
  days: readonly SiteDay[],
  judge: Judge,
): CitationsMetric {
  const id = `${site}/citations`;
  const { before, after } = lastTwo(read);
  const history = pastDifferences(read.slice(0, -1), () => true);
  const change = compareLevels(before.level, after.level, history, 1, {
    seenBefore: seenBefore(read),
    methodChange: null,
  });
  const series = read.map(({ week, level }) => ({ week, value: level.value }));
  return { ...metric(id, judge(change, 'own'), 'count', 0, series), engines: engines(id, days) };
}

function engines(id: string, days: readonly SiteDay[]): EngineRow[] {
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
    return value === null ? [] : [{ engine, label, count: fact(`${id}/engine/${engine}`, value, 'count') }];
  });
  return rows.sort((a, b) => b.count.value - a.count.value || (a.engine < b.engine ? -1 : 1));
}
