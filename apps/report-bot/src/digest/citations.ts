import { compareLevels, computeWeekLevel } from '@answershare/core/statistics';
import type { IsoWeek } from '../schedule/iso-week.ts';
import {
  type ChangeFilter,
  createFact,
  createMetric,
  type DigestMetric,
  type Fact,
  hasEarlierValue,
  listDifferences,
  type SeriesWeek,
  selectLastTwo,
} from './metric.ts';
import type { SiteDay } from './site-days.ts';

export interface CitationsLevel extends SeriesWeek {
  readonly week: IsoWeek;
}

interface EngineRow {
  readonly engine: string;
  readonly label: string;
  /** Mean of the week's daily counts. */
  readonly count: Fact;
}

export interface CitationsMetric extends DigestMetric {
  /** Days that the total covers, as the latest answer states them; null if unstated. */
  readonly window: Fact | null;
  /** By count, greatest first. */
  readonly engines: readonly EngineRow[];
}

/** Daily citation totals. Each may cover more than its day, so days are never summed. */
export function computeCitationsMetric(
  site: string,
  read: readonly CitationsLevel[],
  days: readonly SiteDay[],
  judge: ChangeFilter,
): CitationsMetric {
  const id = `${site}/citations`;
  const { before, after } = selectLastTwo(read);
  const history = listDifferences(read.slice(0, -1), () => true);
  const change = compareLevels(before.level, after.level, history, 1, {
    seenBefore: hasEarlierValue(read),
    methodChange: null,
  });
  const series = read.map(({ week, level }) => ({ week, value: level.value }));
  const stated = days.flatMap(({ windows }) => windows.citations ?? []).at(-1);
  return {
    ...createMetric(id, judge(change, 'own'), 'count', 0, series),
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
