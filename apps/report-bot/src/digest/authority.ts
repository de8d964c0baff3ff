import {
  type AuthorityDay,
  authorityMethodChange,
  authorityUnit,
  authorityWeek,
  compareLevels,
  type Level,
} from '@answershare/core';
import { type Fact, fact } from './fact.ts';
import { lastTwo, pastDifferences, seenBefore } from './history.ts';
import { type Judge, type Metric, metric } from './metric.ts';
import type { SiteWeek } from './site-days.ts';

export interface AuthorityMetric extends Metric {
  /** The score's maximum; null where it cannot be told. */
  readonly scale: Fact | null;
}

/** The authority score. Weeks that were read in different ways are never compared. */
export function authorityMetric(site: string, weeks: readonly SiteWeek[], judge: Judge): AuthorityMetric {
  const id = `${site}/authority`;
  const read = weeks.map(({ week, days }) => ({ week, ...authorityWeek(days.map(readingOf)) }));
  const { before, after } = lastTwo(read);
  const broken = (a: AuthorityDay | null, b: AuthorityDay | null) =>
    a && b ? authorityMethodChange(a, b) : null;
  const scale = after.last?.scale ?? null;
  const unit = authorityUnit(scale);
  const within = mixed(weeks.at(-1), after.level);
  const history = pastDifferences(read.slice(0, -1), (a, b) => broken(a.last, b.last) === null);
  const change = compareLevels(before.level, after.level, history, unit, {
    seenBefore: seenBefore(read),
    methodChange: broken(before.last, after.last) ?? within,
  });
  const series = read.map(({ week, level, last }) => ({
    week,
    value: broken(last, after.last) === null ? level.value : null,
  }));
  return {
    ...metric(id, judge(change, 'own'), 'score', unit < 1 ? 2 : 0, series),
    scale: scale === null ? null : fact(`${id}/scale`, scale, 'score', 0),
  };
}

function readingOf({ day, authority }: SiteWeek['days'][number]): AuthorityDay {
  return {
    day,
    score: authority?.score ?? null,
    scale: authority?.scale ?? null,
    components: authority?.components ?? [],
  };
}

function mixed(week: SiteWeek | undefined, level: Level): string | null {
  const readings = week?.days.filter(({ authority }) => (authority?.score ?? null) !== null).length ?? 0;
  if (readings === level.days) return null;
  return `The method may have changed during the week: ${readings - level.days} of ${readings} readings were made in another way and are left out.`;
}
