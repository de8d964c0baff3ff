import {
  type Change,
  countDisplayDigits,
  type Direction,
  toPoints,
  type Verdict,
} from '@answershare/core/statistics';
import type { IsoWeek } from '../schedule/iso-week.ts';
import { type Fact, type FactUnit, fact } from './fact.ts';

/** Weeks that a letter draws. */
export const weeksShown = 8;

/** One measure of one website: its level, its change, and how far both can be trusted. */
export interface Metric {
  readonly level: Fact | null;
  readonly before: Fact | null;
  /** In points for a share, else in the measure's own unit; null where the weeks were not compared. */
  readonly delta: Fact | null;
  /** Plausible range of the delta, in its unit. */
  readonly interval: { readonly low: Fact; readonly high: Fact } | null;
  readonly verdict: Verdict;
  /** Never set unless the verdict is `clear`. */
  readonly direction: Direction | null;
  /** Why this verdict, one sentence. */
  readonly reason: string;
  /** Half-width of the usual weekly variation, where past weeks decided. */
  readonly usual: Fact | null;
  readonly days: Fact;
  readonly of: Fact;
  /** Weeks of the series that have a level. */
  readonly weeks: Fact;
  /** Oldest first, the reported week last; null where a week has no value or another method. */
  readonly series: readonly { readonly week: IsoWeek; readonly level: Fact | null }[];
}

/** What is judged together: the websites' own measures, or their rivals' shares. */
export type Family = 'own' | 'rival';

/** The last word on a change, which may depend on all of its family in a digest. */
export type Judge = (change: Change, family: Family) => Change;

export interface WeekLevel {
  readonly week: IsoWeek;
  readonly value: number | null;
}

/**
 * A measure as a digest holds it.
 * @param digits of the level; more are used where a clear delta would disagree with the rounded levels
 */
export function metric(
  id: string,
  change: Change,
  unit: FactUnit,
  digits: number,
  weeks: readonly WeekLevel[],
): Metric {
  const points = unit === 'share';
  const scaled = (value: number) => (points ? toPoints(value) : value);
  const { before, after, difference, interval, method } = change;
  const drawn = weeks.slice(-weeksShown);
  const clear = change.verdict === 'clear' && before.value !== null && after.value !== null;
  const shown = clear ? countDisplayDigits(scaled(before.value), scaled(after.value), digits) : digits;
  const level = (name: string, value: number | null) =>
    value === null ? null : fact(`${id}/${name}`, value, unit, shown);
  const delta = (name: string, value: number) =>
    fact(`${id}/${name}`, scaled(value), points ? 'points' : unit, shown);
  return {
    level: level('level', after.value),
    before: level('before', before.value),
    delta: difference === null ? null : delta('delta', difference),
    interval:
      interval === null
        ? null
        : { low: delta('delta/low', interval.low), high: delta('delta/high', interval.high) },
    verdict: change.verdict,
    direction: change.direction,
    reason: change.reason,
    usual:
      method === 'history' && interval !== null ? delta('usual', (interval.high - interval.low) / 2) : null,
    days: fact(`${id}/days`, after.days, 'days'),
    of: fact(`${id}/of`, after.of, 'days'),
    weeks: fact(`${id}/weeks`, drawn.filter(({ value }) => value !== null).length, 'weeks'),
    series: drawn.map(({ week, value }) => ({
      week,
      level: value === null ? null : fact(`${id}/week/${week}`, value, unit, shown),
    })),
  };
}
