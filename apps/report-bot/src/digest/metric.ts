import {
  type Change,
  countDisplayDigits,
  type Direction,
  daysToCompare,
  type Level,
  toPoints,
  type Verdict,
} from '@answershare/core/statistics';
import type { IsoWeek } from '../schedule/iso-week.ts';

/** The unit of a number: a share prints as per cent, a difference of shares as points. */
type FactUnit = 'share' | 'points' | 'score' | 'count' | 'rank' | 'days' | 'weeks' | 'sites';

/** One number of a digest. A mail prints only facts, dates and text of the digest. */
export interface Fact {
  /** A stable path, such as `site:w_1/share/level`. */
  readonly id: string;
  /** Unrounded. A share is a fraction 0..1; points are 0..100. */
  readonly value: number;
  readonly unit: FactUnit;
  /** Decimal digits, equal in every part of the mail. */
  readonly digits: number;
}

export function createFact(id: string, value: number, unit: FactUnit, digits: number = 0): Fact {
  return { id, value, unit, digits };
}

/** Every fact inside a digest or a part of it, in order. */
export function listFacts(part: unknown): Fact[] {
  if (typeof part !== 'object' || part === null) return [];
  if (isFact(part)) return [part];
  return Object.values(part).flatMap(listFacts);
}

function isFact(part: object): part is Fact {
  return (
    'id' in part && 'value' in part && 'unit' in part && 'digits' in part && typeof part.value === 'number'
  );
}

export interface SeriesWeek {
  readonly level: Level;
}

/**
 * Differences between neighbouring weeks that are complete and comparable, oldest first.
 * @param weeks oldest first, without the reported week
 * @param alike whether two neighbours measure the same thing
 */
export function listDifferences<W extends SeriesWeek>(
  weeks: readonly W[],
  alike: (before: W, after: W) => boolean,
): number[] {
  return weeks.flatMap((after, at) => {
    const before = weeks[at - 1];
    if (before === undefined || before.level.value === null || after.level.value === null) return [];
    if (Math.min(before.level.days, after.level.days) < daysToCompare) return [];
    return alike(before, after) ? [after.level.value - before.level.value] : [];
  });
}

/** True if any week before the reported one has a value. */
export function hasEarlierValue(weeks: readonly SeriesWeek[]): boolean {
  return weeks.slice(0, -1).some(({ level }) => level.value !== null);
}

export function selectLastTwo<W>(weeks: readonly W[]): { readonly before: W; readonly after: W } {
  const [before, after] = weeks.slice(-2);
  if (before === undefined || after === undefined)
    throw new RangeError('A digest needs two weeks, each possibly empty.');
  return { before, after };
}

/** Weeks in a sparkline. */
const weeksShown = 8;

/** One measure of one website: its level, its change, and their reliability. */
export interface DigestMetric {
  readonly level: Fact | null;
  readonly before: Fact | null;
  /** In points for a share, else in the measure's unit; null if the weeks were not compared. */
  readonly delta: Fact | null;
  /** Plausible range of the delta, in its unit. */
  readonly interval: { readonly low: Fact; readonly high: Fact } | null;
  readonly verdict: Verdict;
  /** Null unless the verdict is `clear`. */
  readonly direction: Direction | null;
  /** Why this verdict, one sentence. */
  readonly reason: string;
  /** Half-width of the usual weekly variation; null if history did not decide. */
  readonly usual: Fact | null;
  readonly days: Fact;
  readonly of: Fact;
  /** Weeks with a level. */
  readonly weeks: Fact;
  /** Oldest first, the reported week last; null if a week has no value or another method. */
  readonly series: readonly { readonly week: IsoWeek; readonly level: Fact | null }[];
}

/** Changes that are judged together: own measures, or shares of competitors. */
export type ComparisonFamily = 'own' | 'competitor';

/** Decides a change with regard to its whole family in a digest. */
export type ChangeFilter = (change: Change, family: ComparisonFamily) => Change;

interface WeekLevel {
  readonly week: IsoWeek;
  readonly value: number | null;
}

/** @param digits of the level; more are used if a clear delta would contradict the rounded levels */
export function createMetric(
  id: string,
  change: Change,
  unit: FactUnit,
  digits: number,
  weeks: readonly WeekLevel[],
): DigestMetric {
  const points = unit === 'share';
  const scaled = (value: number) => (points ? toPoints(value) : value);
  const { before, after, difference, interval, method } = change;
  const drawn = weeks.slice(-weeksShown);
  const clear = change.verdict === 'clear' && before.value !== null && after.value !== null;
  const shown = clear ? countDisplayDigits(scaled(before.value), scaled(after.value), digits) : digits;
  const level = (name: string, value: number | null) =>
    value === null ? null : createFact(`${id}/${name}`, value, unit, shown);
  const delta = (name: string, value: number) =>
    createFact(`${id}/${name}`, scaled(value), points ? 'points' : unit, shown);
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
    days: createFact(`${id}/days`, after.days, 'days'),
    of: createFact(`${id}/of`, after.of, 'days'),
    weeks: createFact(`${id}/weeks`, drawn.filter(({ value }) => value !== null).length, 'weeks'),
    series: drawn.map(({ week, value }) => ({
      week,
      level: value === null ? null : createFact(`${id}/week/${week}`, value, unit, shown),
    })),
  };
}
