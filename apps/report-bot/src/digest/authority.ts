import {
  type AuthorityDay,
  authorityUnit,
  compareLevels,
  findMethodChange,
  type Level,
} from '@answershare/core/statistics';
import type { IsoWeek } from '../schedule/iso-week.ts';
import { type Fact, fact } from './fact.ts';
import { lastTwo, pastDifferences, seenBefore } from './history.ts';
import { type Judge, type Metric, metric } from './metric.ts';
import type { SiteDay } from './site-days.ts';

/** One week's score, and the last reading that shows how it was made. */
export interface AuthorityLevel {
  readonly week: IsoWeek;
  readonly level: Level;
  readonly last: AuthorityDay | null;
}

export interface AuthorityMetric extends Metric {
  /** The score's maximum; null where it cannot be told. */
  readonly scale: Fact | null;
}

/** The authority score. Weeks that were read in different ways are never compared. */
export function authorityMetric(
  site: string,
  read: readonly AuthorityLevel[],
  days: readonly SiteDay[],
  judge: Judge,
): AuthorityMetric {
  const id = `${site}/authority`;
  const { before, after } = lastTwo(read);
  const broken = (a: AuthorityDay | null, b: AuthorityDay | null) => (a && b ? findMethodChange(a, b) : null);
  const scale = after.last?.scale ?? null;
  const unit = authorityUnit(scale);
  const within = mixed(days, after.level);
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

/** A day's score with the way it was made; the parts' own scores are no part of it. */
export function authorityDay({ day, authority }: SiteDay): AuthorityDay {
  return {
    day,
    score: authority?.score ?? null,
    scale: authority?.scale ?? null,
    components: authority?.components.map(({ name, weight }) => ({ name, weight })) ?? [],
  };
}

function mixed(days: readonly SiteDay[], level: Level): string | null {
  const readings = days.filter(({ authority }) => (authority?.score ?? null) !== null).length;
  if (readings === level.days) return null;
  return `The method may have changed during the week: ${readings - level.days} of ${readings} readings were made in another way and are left out.`;
}
