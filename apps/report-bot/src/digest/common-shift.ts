import { figureOf, type JudgedFigure } from '@answershare/core';
import { type Change, hasEnoughDays, type Level, minimumShareEffect } from '@answershare/core/statistics';
import type { IsoWeek } from '../schedule/iso-week.ts';
import { computeOnce } from '../system/compute-once.ts';
import type { SeriesWeek } from './series-weeks.ts';

/** A week of one figure of one website. */
interface ShiftWeek extends SeriesWeek {
  readonly week: IsoWeek;
}

/** A move that most websites make in one week: the service may have changed its method. */
export interface CommonShift {
  readonly figure: JudgedFigure;
  /** The week that it begins in. */
  readonly week: IsoWeek;
  /** The median move: of a score in units, of a share or a count as a factor. */
  readonly move: number;
  /** The median difference in the unit of the level. */
  readonly difference: number;
  /** Websites that moved alike, of those with both weeks. */
  readonly alike: number;
  readonly of: number;
}

/** Fewer websites show nothing in common, and so does a smaller part of them, or fewer than four that moved alike. */
const leastWebsites = 5;
const leastPart = 0.6;
const leastAlike = 4;

/** A move alike is the median one, more or less by half of it or by twice the usual move of a week. */
const [partOfMove, usualMoves] = [0.5, 2];

/** A median of other weeks is farther from zero than this many deviations in one of 370. */
const deviations = 3;

/** The smallest common move: a unit of a score, a point of a share, a tenth of a count. */
const leastCount = 0.1;

const medianOf = (values: readonly number[]): number => {
  const sorted = [...values].sort((one, other) => one - other);
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;
};

/** The deviation of medians from zero; the largest one can be a shift too. */
function deviationOf(sizes: readonly number[]): number {
  const usual = [...sizes].sort((one, other) => one - other).slice(0, -1);
  return Math.sqrt(usual.reduce((sum, size) => sum + size * size, 0) / usual.length);
}

/** Scores move by units; shares and counts by factors, whose logarithms add up. */
const isAdditive = (figure: JudgedFigure): boolean => figureOf(figure).unit === 'score';

interface Move {
  readonly step: number;
  readonly difference: number;
  readonly before: number;
}

function listWebsiteMoves<W extends ShiftWeek>(
  figure: JudgedFigure,
  websites: readonly (readonly W[])[],
  at: number,
  alike: (before: W, after: W) => boolean,
): Move[] {
  return websites.flatMap((weeks) => {
    const [from, to] = [weeks[at - 1], weeks[at]];
    if (from === undefined || to === undefined || !alike(from, to)) return [];
    const [before, after] = [from.level, to.level];
    if (before?.value == null || after?.value == null) return [];
    if (!hasEnoughDays(before) || !hasEnoughDays(after)) return [];
    const difference = after.value - before.value;
    if (isAdditive(figure)) return [{ step: difference, difference, before: before.value }];
    const both = before.value > 0 && after.value > 0;
    return both ? [{ step: Math.log(after.value / before.value), difference, before: before.value }] : [];
  });
}

/** Finds the common moves of one figure between weeks that are alike; none with too few websites. */
export function findCommonShifts<W extends ShiftWeek>(
  figure: JudgedFigure,
  websites: readonly (readonly W[])[],
  alike: (before: W, after: W) => boolean = () => true,
): readonly CommonShift[] {
  const weeks = websites[0] ?? [];
  const moves = weeks.map((_, at) => listWebsiteMoves(figure, websites, at, alike));
  const medians = moves.map((of) =>
    of.length < leastWebsites ? null : medianOf(of.map(({ step }) => step)),
  );
  const sizes = moves.flatMap((of) => of.map(({ step }) => Math.abs(step)));
  const usualMove = sizes.length === 0 ? 0 : medianOf(sizes);
  return weeks.flatMap(({ week }, at): CommonShift[] => {
    const [of, move] = [moves[at] ?? [], medians[at] ?? null];
    if (move === null) return [];
    const others = medians.flatMap((median, other) =>
      median === null || other === at ? [] : [Math.abs(median)],
    );
    const usual = deviations * deviationOf(others);
    const difference = medianOf(of.map((one) => one.difference));
    const least = {
      share: minimumShareEffect,
      score: 1,
      rank: 1,
      count: leastCount * medianOf(of.map((one) => one.before)),
    };
    const most = Math.max(partOfMove * Math.abs(move), usualMoves * usualMove);
    const alike = of.filter(({ step }) => Math.abs(step - move) <= most).length;
    const isCommon =
      others.length > leastWebsites &&
      Math.abs(move) > usual &&
      Math.abs(difference) >= least[figureOf(figure).unit] &&
      alike >= Math.max(leastAlike, leastPart * of.length);
    return isCommon ? [{ figure, week, move, difference, alike, of: of.length }] : [];
  });
}

/** The change as the service's figures have it, of one that was judged on the scale of the later week. */
export function toListedChange(change: Change, before: Level): Change {
  const moved = (change.before.value ?? 0) - (before.value ?? 0);
  if (moved === 0) return change;
  const { difference, interval } = change;
  return {
    ...change,
    before,
    difference: difference === null ? null : difference + moved,
    interval: interval === null ? null : { low: interval.low + moved, high: interval.high + moved },
  };
}

/** A level on the scale of a later week: without the moves that most websites made between. */
export type ToScale = (figure: JudgedFigure, level: Level, from: IsoWeek, to: IsoWeek) => Level;

export function createToScale(shifts: readonly CommonShift[]): ToScale {
  const sums = new Map<string, number>();
  return (figure, level, from, to) => {
    const sum = computeOnce(sums, `${figure} ${from} ${to}`, () =>
      shifts.reduce(
        (total, shift) =>
          shift.figure === figure && shift.week > from && shift.week <= to ? total + shift.move : total,
        0,
      ),
    );
    if (sum === 0) return level;
    const scale = (value: number): number => (isAdditive(figure) ? value + sum : value * Math.exp(sum));
    return {
      ...level,
      value: level.value === null ? null : scale(level.value),
      ...(level.typical === undefined ? {} : { typical: scale(level.typical) }),
    };
  };
}
