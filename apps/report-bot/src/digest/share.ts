import {
  type Change,
  comparePair,
  compareShares,
  daysToCompare,
  type PairOutcome,
  type RankedShare,
  rankByShare,
} from '@answershare/core/statistics';
import { type Fact, fact } from './fact.ts';
import { lastTwo, pastDifferences, seenBefore } from './history.ts';
import { type Judge, type Metric, metric } from './metric.ts';
import { listChange, type RivalKey, type SharesWeek } from './share-weeks.ts';

/** A row of the share-of-voice table. */
export interface ShareRow {
  readonly name: string;
  readonly own: boolean;
  readonly rank: Fact | null;
  readonly tied: boolean;
  readonly metric: Metric;
}

export interface ShareMetric extends Metric {
  /** The own place this week; null without a share. */
  readonly rank: { readonly now: Fact; readonly of: Fact; readonly tied: boolean } | null;
  /** Rivals passed or lost to beyond what noise explains, by name. */
  readonly overtook: readonly string[];
  readonly overtakenBy: readonly string[];
  /** Rivals whose order changed, though noise can explain it. */
  readonly levelWith: readonly string[];
  /** Rivals that joined or left the list against the week before. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** The own website and all rivals, by rank. */
  readonly rows: readonly ShareRow[];
}

interface Contender {
  readonly name: string;
  readonly share: number | null;
  readonly key: RivalKey | null;
}

/** Share of voice, the place among the rivals, and who changed places. */
export function shareMetric(
  site: string,
  ownName: string,
  weeks: readonly SharesWeek[],
  judge: Judge,
): ShareMetric {
  const id = `${site}/share`;
  const { before, after } = lastTwo(weeks);
  const list = listChange(before, after);
  const compared = before.level.value !== null;
  const own = metric(id, judge(ownChange(weeks), 'own'), 'share', 1, levels(weeks, after, null));
  const contenders: Contender[] = [
    { name: ownName, share: after.level.value, key: null },
    ...[...after.rivals].map(([key, { name, week }]) => ({ name, share: week.level.value, key })),
  ];
  const ranked = rankByShare(contenders);
  const rivals = new Map([...after.rivals.keys()].map((key) => [key, rivalMetric(site, key, weeks, judge)]));
  const rows = ranked.map(({ contender: { name, key }, rank, tied }) => {
    const place = rank === null ? null : fact(`${key === null ? id : rivalId(site, key)}/rank`, rank, 'rank');
    const rival = key === null ? undefined : rivals.get(key);
    return { name, own: key === null, rank: place, tied, metric: rival ?? own };
  });
  const isClear = (key: RivalKey) => own.verdict === 'clear' || rivals.get(key)?.verdict === 'clear';
  const moves =
    own.delta === null
      ? []
      : [...rivals.keys()].map((key) => ({ key, outcome: swap(outcome(key, weeks), isClear(key)) }));
  const names = (wanted: PairOutcome) =>
    moves.flatMap(({ key, outcome }) => (outcome === wanted ? [after.rivals.get(key)?.name ?? key] : []));
  return {
    ...own,
    rank: ownRank(id, ranked),
    overtook: names('overtook'),
    overtakenBy: names('overtaken'),
    levelWith: names('level'),
    added: compared ? list.added : [],
    removed: compared ? list.removed : [],
    rows,
  };
}

const rivalId = (site: string, key: RivalKey) => `${site}/rival/${key}`;

/** Two of whom neither changed clearly have not clearly changed places. */
function swap(outcome: PairOutcome | null, clear: boolean): PairOutcome | null {
  return (outcome === 'overtook' || outcome === 'overtaken') && !clear ? 'level' : outcome;
}

function ownRank(id: string, ranked: readonly RankedShare<Contender>[]): ShareMetric['rank'] {
  const own = ranked.find(({ contender }) => contender.key === null);
  if (own === undefined || own.rank === null) return null;
  const of = ranked.filter(({ rank }) => rank !== null).length;
  return { now: fact(`${id}/rank`, own.rank, 'rank'), of: fact(`${id}/rank/of`, of, 'rank'), tied: own.tied };
}

const alike = (before: SharesWeek, after: SharesWeek) => !listChange(before, after).breaks;

function ownChange(weeks: readonly SharesWeek[]): Change {
  const { before, after } = lastTwo(weeks);
  return compareShares(before, after, pastDifferences(weeks.slice(0, -1), alike), {
    seenBefore: seenBefore(weeks),
    methodChange: methodChange(weeks),
  });
}

function rivalMetric(site: string, key: RivalKey, weeks: readonly SharesWeek[], judge: Judge): Metric {
  const own = weeks.map((week) => ({ ...of(week, key), shares: week }));
  const { before, after } = lastTwo(own);
  const history = pastDifferences(own.slice(0, -1), (a, b) => alike(a.shares, b.shares));
  const change = compareShares(before, after, history, {
    seenBefore: seenBefore(own),
    methodChange: methodChange(weeks),
  });
  return metric(
    rivalId(site, key),
    judge(change, 'rival'),
    'share',
    1,
    levels(weeks, lastTwo(weeks).after, key),
  );
}

function methodChange(weeks: readonly SharesWeek[]): string | null {
  const { before, after } = lastTwo(weeks);
  if (!listChange(before, after).breaks) return null;
  return 'The list of competitors changed, and the shares are parts of that list, so the weeks are not compared.';
}

const empty = { level: { value: null, days: 0, of: 7 }, observations: null } as const;

function of(week: SharesWeek, key: RivalKey | null) {
  return key === null ? week : (week.rivals.get(key)?.week ?? empty);
}

function levels(weeks: readonly SharesWeek[], after: SharesWeek, key: RivalKey | null) {
  return weeks.map((week) => ({
    week: week.week,
    value: alike(week, after) ? of(week, key).level.value : null,
  }));
}

function outcome(key: RivalKey, weeks: readonly SharesWeek[]) {
  const { before, after } = lastTwo(weeks);
  const gaps = weeks.slice(0, -1).map((week) => {
    const rival = of(week, key).level;
    const days = Math.min(week.level.days, rival.days);
    const value = week.level.value === null || rival.value === null ? null : week.level.value - rival.value;
    return { level: { ...week.level, value, days }, shares: week };
  });
  const [ownBefore, ownAfter] = [before.level.value, after.level.value];
  const [rivalBefore, rivalAfter] = [of(before, key).level, of(after, key).level];
  if (ownBefore === null || ownAfter === null || rivalBefore.value === null || rivalAfter.value === null)
    return null;
  if (Math.min(rivalBefore.days, rivalAfter.days) < daysToCompare) return null;
  return comparePair({
    ownBefore,
    ownAfter,
    rivalBefore: rivalBefore.value,
    rivalAfter: rivalAfter.value,
    observations: after.observations,
    gapHistory: pastDifferences(gaps, (a, b) => alike(a.shares, b.shares)),
  });
}
