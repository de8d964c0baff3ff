import {
  type AuthorityDay,
  authorityUnit,
  findMethodChange,
  formatMethodChange,
  type Level,
  type MethodChange,
} from '@answershare/core/statistics';
import { type ComparisonOptions, computeLevelMetric, type LevelWeek } from './level-metric.ts';
import { createFact, type DigestMetric, type Fact, type ReportedMethodChange } from './metric.ts';
import { selectPair } from './series-weeks.ts';
import type { SiteDay } from './site-days.ts';

/** One week's score, and its last reading with the method. */
export interface AuthorityLevel extends LevelWeek {
  readonly last: AuthorityDay | null;
}

export interface AuthorityMetric extends DigestMetric {
  /** The maximum score; null if unknown. */
  readonly scale: Fact | null;
}

/** Weeks with different methods are never compared. */
export function computeAuthorityMetric(
  site: string,
  read: readonly AuthorityLevel[],
  days: readonly SiteDay[],
  options: ComparisonOptions,
): AuthorityMetric {
  const id = `${site}/authority`;
  const { week: before, after } = selectPair(read, options.against);
  const compareMethods = (a: AuthorityDay | null, b: AuthorityDay | null) =>
    a && b ? findMethodChange(a, b) : null;
  const scale = after.last?.scale ?? null;
  const step = authorityUnit(scale);
  const within = findMixedMethods(id, days, after.level);
  const changed = compareMethods(before.last, after.last);
  const metric = computeLevelMetric(site, 'authority', read, options, {
    step,
    ...(step < 1 ? { digits: 2 } : {}),
    alike: (a, b) => compareMethods(a.last, b.last) === null,
    methodChange: changed === null ? (within?.reason ?? null) : formatMethodChange(changed),
  });
  return {
    ...metric,
    scale: scale === null ? null : createFact(`${id}/scale`, scale, 'score', 0),
    methodChange: changed === null ? (within?.change ?? null) : toReportedChange(id, changed),
  };
}

/** A day's score with its method; component scores are omitted. */
export function toAuthorityDay({ day, authority }: SiteDay): AuthorityDay {
  return {
    day,
    score: authority?.score ?? null,
    scale: authority?.scale ?? null,
    components: authority?.components.map(({ name, weight }) => ({ name, weight })) ?? [],
  };
}

function findMixedMethods(id: string, days: readonly SiteDay[], level: Level) {
  const readings = days.filter(({ authority }) => (authority?.score ?? null) !== null).length;
  if (readings === level.days) return null;
  const others = readings - level.days;
  return {
    reason: `The method may have changed during the week: ${others} of ${readings} readings were made in another way and are left out.`,
    change: {
      kind: 'readings',
      others: createFact(`${id}/method/others`, others, 'count'),
      of: createFact(`${id}/method/of`, readings, 'count'),
    } as const,
  };
}

function toReportedChange(id: string, change: MethodChange): ReportedMethodChange {
  if (change.kind !== 'scale') return change;
  return {
    kind: 'scale',
    from: createFact(`${id}/method/from`, change.from, 'score'),
    to: createFact(`${id}/method/to`, change.to, 'score'),
  };
}
