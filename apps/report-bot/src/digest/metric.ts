import type { CalendarDate } from '@answershare/core';
import {
  type Change,
  type Direction,
  findChangePoint,
  type MethodChange,
  roundTo,
  toPoints,
  type Verdict,
} from '@answershare/core/statistics';
import { type IsoWeek, listWeekDates } from '../schedule/iso-week.ts';
import type { DatedEvent } from '../settings/events-and-goals.ts';
import type { Baseline } from './series-weeks.ts';

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
  /** A change as printed: the difference of its levels as printed. */
  readonly printed?: number;
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

/** Weeks in a sparkline. */
const weeksShown = 8;

/** Fewest weeks in one direction that count as a run. */
const weeksInRun = 3;

/** Weeks in one direction, the reported one last. It is a description, no verdict. */
interface Run {
  readonly direction: Direction;
  readonly weeks: Fact;
  /** The sum of their changes, in the unit of a delta. */
  readonly delta: Fact;
  /** Monday of the week before the first change, `YYYY-MM-DD`. */
  readonly since: string;
}

/** A lasting step. It dates a clear change, and is no verdict. */
interface Step {
  /** Monday of its first week, `YYYY-MM-DD`. */
  readonly since: string;
  /** In the unit of a delta. */
  readonly delta: Fact;
}

/** A change that is slower than a week. */
export interface SlowChange extends Step {
  readonly direction: Direction;
}

/** What a verdict rests on, as plain numbers in the unit of the level. For explanations, not for mails. */
export interface ChangeBasis {
  readonly method: Change['method'];
  /** Two-sided p-value; null if unknown. */
  readonly chance: number | null;
  /** The smallest change that can be clear. */
  readonly smallest: number;
  /** Differences of earlier neighbouring weeks. */
  readonly differences: readonly number[];
  /** For weeks farther apart: the standard deviation of their difference, relative to neighbouring weeks; else null. */
  readonly spread: number | null;
  /** The counts behind a share; null for other measures. */
  readonly sampling: SharesBasis | null;
}

/** The sampling of two weeks' shares. */
export interface SharesBasis {
  /** Days that a reading covers, and how that is known. */
  readonly window: { readonly days: number; readonly source: 'stated' | 'inferred' | 'assumed' };
  /** Mean daily mentions of all brands; null without counts. */
  readonly before: number | null;
  readonly after: number | null;
  /** Variance of the difference, relative to that of one week's share. */
  readonly variance: number;
  /** Variance of the counts, relative to independent mentions. */
  readonly dispersion: number;
  /** The compared shares, if only the competitors of both weeks count; else null. */
  readonly common: { readonly before: number | null; readonly after: number | null } | null;
}

/** Why the weeks measure different things. */
export type ReportedMethodChange =
  | Exclude<MethodChange, { kind: 'scale' }>
  | { readonly kind: 'scale'; readonly from: Fact; readonly to: Fact }
  /** Readings within the week that were made in another way. */
  | { readonly kind: 'readings'; readonly others: Fact; readonly of: Fact }
  /** Shares are parts of a list that changed. */
  | { readonly kind: 'competitors' };

/** A goal of the settings: reached, on the straight line to it, `short` of that line, or missed. */
export interface GoalProgress {
  readonly state: 'reached' | 'on-course' | 'short' | 'missed';
  readonly target: Fact;
  readonly by: CalendarDate;
  /** In points for a share, else in the measure's unit. */
  readonly short: Fact | null;
}

/** One measure of one website: its level, its change, and their reliability. */
export interface DigestMetric {
  /** The path that its facts begin with, such as `site:w_1/share`. */
  readonly id: string;
  /** The week that was compared. */
  readonly baseline: IsoWeek;
  readonly basis: ChangeBasis;
  readonly level: Fact | null;
  /** Days that a level counts, if it is not the week alone; else null. */
  readonly window: Fact | null;
  /** The level of the week that was compared. */
  readonly before: Fact | null;
  /** Weeks between the compared weeks: more than 1 for figures that cover more than a week. */
  readonly apart: Fact;
  /** In points for a share, else in the measure's unit; null if the weeks were not compared. */
  readonly delta: Fact | null;
  /** The week before and the raw difference from it, if another week was compared; else null. */
  readonly lastWeek: { readonly level: Fact; readonly delta: Fact } | null;
  /** The level of the same period a year before; absent for weeks, and if it is unknown. */
  readonly yearBefore?: Fact;
  /** Events between the compared weeks; empty without a change. */
  readonly events?: readonly DatedEvent[];
  readonly goal?: GoalProgress;
  readonly run: Run | null;
  /** Of a clear change against an earlier week: the lasting step that it comes from, if no trend fits better; else null. */
  readonly step: Step | null;
  /** A clear change over the weeks read, where the compared weeks show none; else null. */
  readonly slow: SlowChange | null;
  /** Plausible range of the delta, in its unit. */
  readonly interval: { readonly low: Fact; readonly high: Fact } | null;
  readonly verdict: Verdict;
  /** Null unless the verdict is `clear`. */
  readonly direction: Direction | null;
  /** Why this verdict, one sentence. */
  readonly reason: string;
  /** Null unless the weeks measure different things. */
  readonly methodChange: ReportedMethodChange | null;
  /** The levels that would not count as a change, if known. */
  readonly band: { readonly low: Fact; readonly high: Fact } | null;
  /** Half-width of the usual variation, at most the largest one seen; null if history did not decide or never moved. */
  readonly usual: Fact | null;
  readonly days: Fact;
  readonly of: Fact;
  /** Weeks with a level. */
  readonly weeks: Fact;
  /** Oldest first, the reported week last; null if a week has no value or another method. */
  readonly series: readonly { readonly week: IsoWeek; readonly level: Fact | null }[];
}

/** True if the figure got a judgement of its change. */
export const isCompared = ({ verdict }: DigestMetric): boolean =>
  ['clear', 'unchanged', 'steady', 'unclear'].includes(verdict);

/** Changes that are judged together: own measures, shares of competitors, or slow changes of own measures. */
export type ComparisonFamily = 'own' | 'competitor' | 'slow';

/** Decides a change with regard to its whole family in a digest. */
export type ChangeFilter = (change: Change, family: ComparisonFamily) => Change;

interface WeekLevel {
  readonly week: IsoWeek;
  readonly value: number | null;
}

/**
 * @param digits of the level; one more is used if a clear delta would contradict the rounded levels
 * @param weeks oldest first, the reported one last
 * @param baseline the compared week and the weeks between both
 */
export function createMetric(
  { id, unit, digits }: { readonly id: string; readonly unit: FactUnit; readonly digits: number },
  change: Change,
  weeks: readonly WeekLevel[],
  { week: { week: baseline }, apart }: Baseline<{ readonly week: IsoWeek }>,
  inputs: Omit<ChangeBasis, 'method' | 'chance'>,
): DigestMetric {
  const points = unit === 'share';
  const scaled = (value: number) => (points ? toPoints(value) : value);
  const { before, after, difference, interval, method } = change;
  const drawn = weeks.slice(-weeksShown);
  const clear = change.verdict === 'clear' && before.value !== null && after.value !== null;
  const level = (name: string, value: number | null) =>
    value === null ? null : createFact(`${id}/${name}`, value, unit, digits);
  const delta = (name: string, value: number) =>
    createFact(`${id}/${name}`, scaled(value), points ? 'points' : unit, digits);
  const shown = (value: number | null) => roundTo(scaled(value ?? 0), digits);
  const printed = roundTo(shown(after.value) - shown(before.value), digits);
  const isOfLevels =
    before.value !== null &&
    after.value !== null &&
    Math.abs((difference ?? 0) - (after.value - before.value)) < 1e-9 &&
    !(clear && printed === 0);
  const [last, now] = [weeks.at(-2)?.value ?? null, weeks.at(-1)?.value ?? null];
  const lastLevel = level('last-week', last);
  const run = findRun(weeks, inputs.smallest);
  const step =
    clear && apart > 1 ? findStep(weeks, inputs.sampling?.window.days ?? 1, difference ?? 0) : null;
  // The floor of the noise is an assumption: what is printed was observed.
  const most = Math.max(0, ...inputs.differences.map(Math.abs)) * (inputs.spread ?? 1);
  const usual =
    method === 'history' && interval !== null ? Math.min(most, (interval.high - interval.low) / 2) : 0;
  return {
    id,
    baseline,
    basis: { method, chance: change.chance, ...inputs },
    level: level('level', after.value),
    window: null,
    before: level('before', before.value),
    apart: createFact(`${id}/apart`, apart, 'weeks'),
    lastWeek:
      apart === 1 || lastLevel === null || last === null || now === null
        ? null
        : { level: lastLevel, delta: delta('last-week/delta', now - last) },
    run:
      run === null
        ? null
        : {
            direction: run.direction,
            since: run.since,
            weeks: createFact(`${id}/run`, run.weeks, 'weeks'),
            delta: delta('run/delta', run.difference),
          },
    slow: null,
    step: step === null ? null : { since: step.since, delta: delta('step/delta', step.size) },
    delta: difference === null ? null : { ...delta('delta', difference), ...(isOfLevels ? { printed } : {}) },
    interval:
      interval === null
        ? null
        : { low: delta('delta/low', interval.low), high: delta('delta/high', interval.high) },
    band:
      interval === null || before.value === null
        ? null
        : toBand(before.value, (interval.high - interval.low) / 2, level),
    verdict: change.verdict,
    direction: change.direction,
    reason: change.reason,
    methodChange: null,
    usual: usual > 0 ? delta('usual', usual) : null,
    days: createFact(`${id}/days`, after.days, 'days'),
    of: createFact(`${id}/of`, after.of, 'days'),
    weeks: createFact(`${id}/weeks`, drawn.filter(({ value }) => value !== null).length, 'weeks'),
    series: drawn.map(({ week, value }) => ({
      week,
      level: value === null ? null : createFact(`${id}/week/${week}`, value, unit, digits),
    })),
  };
}

/** Unrounded levels around an earlier one; none is below zero. */
function toBand(
  middle: number,
  half: number,
  level: (name: string, value: number) => Fact | null,
): DigestMetric['band'] {
  const [low, high] = [level('band/low', Math.max(0, middle - half)), level('band/high', middle + half)];
  return low === null || high === null ? null : { low, high };
}

/** The metric with a slow change, if the compared weeks show no clear one. */
export function addSlowChange<M extends DigestMetric>(metric: M, change: Change | null, since: IsoWeek): M {
  if (change === null || metric.direction !== null || change.difference === null) return metric;
  if (change.verdict !== 'clear' || change.direction === null || metric.level === null) return metric;
  const { unit, digits } = metric.level;
  const value = unit === 'share' ? toPoints(change.difference) : change.difference;
  const delta = createFact(`${metric.id}/slow/delta`, value, unit === 'share' ? 'points' : unit, digits);
  return {
    ...metric,
    slow: { direction: change.direction, since: listWeekDates(since)[0] ?? '', delta },
  };
}

/** A step in the direction of a difference. */
function findStep(weeks: readonly WeekLevel[], window: number, difference: number) {
  const found = findChangePoint(
    weeks.map(({ value }) => value),
    window,
  );
  const week = found === null ? undefined : weeks[found.at];
  if (found === null || week === undefined || found.size * difference <= 0) return null;
  return { since: listWeekDates(week.week)[0] ?? '', size: found.size };
}

/** @param smallest a smaller step is a wobble, and ends the run */
function findRun(weeks: readonly WeekLevel[], smallest: number) {
  const differences = weeks.map(({ value }, at) => {
    const before = weeks[at - 1]?.value ?? null;
    const step = value === null || before === null ? 0 : value - before;
    return Math.abs(step) < smallest * (1 - 1e-9) ? 0 : step;
  });
  const sign = Math.sign(differences.at(-1) ?? 0);
  let first = weeks.length;
  while (sign !== 0 && Math.sign(differences[first - 1] ?? 0) === sign) first -= 1;
  const count = weeks.length - first;
  const from = weeks[first - 1];
  if (count < weeksInRun || from === undefined) return null;
  const direction: Direction = sign > 0 ? 'up' : 'down';
  const difference = differences.slice(first).reduce((sum, one) => sum + one, 0);
  return { direction, weeks: count, difference, since: listWeekDates(from.week)[0] ?? '' };
}
