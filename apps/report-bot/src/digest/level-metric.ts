import { figureOf, type JudgedFigure } from '@answershare/core';
import {
  compareLevels,
  differencesToJudge,
  isStepwise,
  judgeDrift,
  judgeGrowth,
  listMoves,
} from '@answershare/core/statistics';
import type { IsoWeek } from '../schedule/iso-week.ts';
import { computeOnce } from '../system/compute-once.ts';
import { type ToScale, toListedChange } from './common-shift.ts';
import { addSlowChange, type ChangeFilter, createMetric, type DigestMetric } from './metric.ts';
import {
  hasEarlierValue,
  listDifferences,
  type SeriesWeek,
  selectPair,
  spreadOverWeeks,
} from './series-weeks.ts';
import type { ShareSeries } from './share-weeks.ts';

/** How the changes of a website are judged. */
export interface ComparisonOptions {
  readonly judge: ChangeFilter;
  /** The week to compare with; null for each figure's own baseline. */
  readonly against: IsoWeek | null;
  /** The dispersion of a website's shares over so many weeks, at least 1. */
  readonly dispersion: (series: ShareSeries, apart: number) => number;
  /** The moves of a figure on all websites where it mostly stays equal; null if they are too few. */
  readonly moves: (name: JudgedFigure) => readonly number[] | null;
  /** Takes from an earlier level the moves that most websites made since. */
  readonly toScale: ToScale;
}

/** Lists the moves of a figure on the websites where it mostly stays equal. */
export function createMoves(
  websites: readonly Readonly<Partial<Record<JudgedFigure, readonly LevelWeek[]>>>[],
): ComparisonOptions['moves'] {
  const known = new Map<JudgedFigure, readonly number[]>();
  return (name) => {
    const moves = computeOnce(known, name, () =>
      websites.flatMap((site) => {
        const differences = listDifferences((site[name] ?? []).slice(0, -1), () => true);
        return isStepwise(differences) ? listMoves(differences) : [];
      }),
    );
    return moves.length < differencesToJudge ? null : moves;
  };
}

/** A week's level of a score or a count. */
export interface LevelWeek extends SeriesWeek {
  readonly week: IsoWeek;
}

const waitReason =
  'One answer cannot show whether its days still grow, so changes are judged from the next answer on.';

/** How a figure is measured. */
interface LevelRules<W> {
  /** The smallest step that can be clear; 1 by default. */
  readonly step?: number;
  readonly digits?: number;
  /** Whether two weeks measure the same thing. */
  readonly alike?: (before: W, after: W) => boolean;
  /** True if a level counts days of other weeks too, so that its weeks show no slow change. */
  readonly overlaps?: boolean;
  /** True while it is unknown whether the weeks are final, so that no change is judged. */
  readonly waits?: boolean;
  /** Why the compared weeks measure different things; null if they do not. */
  readonly methodChange?: string | null;
}

/**
 * Judges the weekly levels of a figure by the history of their own differences.
 * @param site the path that the ids of a website's facts begin with
 * @param read oldest first, the reported week last
 */
export function computeLevelMetric<W extends LevelWeek>(
  site: string,
  name: JudgedFigure,
  read: readonly W[],
  { judge, against, moves, toScale }: ComparisonOptions,
  rules: LevelRules<W> = {},
): DigestMetric {
  const { unit, digits: usualDigits } = figureOf(name);
  const { step = 1, digits = usualDigits, alike = () => true, methodChange = null } = rules;
  const { overlaps = false, waits = false } = rules;
  const baseline = selectPair(read, against);
  const { week: before, apart, after } = baseline;
  const scaled = read.map((one) => ({ ...one, level: toScale(name, one.level, one.week, after.week) }));
  const differences = waits ? [] : listDifferences(scaled.slice(0, -1), alike);
  const spread = spreadOverWeeks(apart);
  const context = { seenBefore: hasEarlierValue(read), methodChange };
  const history = isStepwise(differences) ? (moves(name) ?? differences) : differences;
  const from = scaled[read.indexOf(before)]?.level ?? before.level;
  const change = compareLevels(from, after.level, history, { unit: step, spread }, context);
  const series = read.map((week) => ({
    week: week.week,
    value: alike(week, after) ? week.level.value : null,
  }));
  const metric = createMetric(
    { id: `${site}/${name}`, unit, digits },
    toListedChange(
      judge(waits && change.verdict === 'too-early' ? { ...change, reason: waitReason } : change, 'own'),
      before.level,
    ),
    series,
    baseline,
    {
      smallest: step,
      differences: history,
      spread,
      sampling: null,
    },
  );
  const comparable = scaled.map(({ level }, at) =>
    alike(read[at] ?? after, after) ? level : { ...level, value: null },
  );
  if (overlaps || waits) return metric;
  const slow = unit === 'count' ? judgeGrowth(comparable) : judgeDrift(comparable, step);
  const first = read[comparable.findIndex(({ value }) => value !== null)]?.week ?? after.week;
  return addSlowChange(metric, slow === null ? null : judge(slow, 'slow'), first);
}
