import {
  type Change,
  comparePair,
  compareShares,
  daysToCompare,
  type PairOutcome,
  type RankedShare,
  rankByShare,
} from '@answershare/core/statistics';
import {
  type ChangeFilter,
  createFact,
  createMetric,
  type DigestMetric,
  type Fact,
  hasEarlierValue,
  listDifferences,
  selectLastTwo,
} from './metric.ts';
import { type CompetitorKey, type CompetitorWeek, compareCompetitorLists } from './share-weeks.ts';

/** A row of the share-of-voice table. */
export interface ShareRow {
  readonly name: string;
  readonly own: boolean;
  readonly rank: Fact | null;
  readonly tied: boolean;
  readonly metric: DigestMetric;
}

export interface ShareMetric extends DigestMetric {
  /** The own rank this week; null without a share. */
  readonly rank: { readonly now: Fact; readonly of: Fact; readonly tied: boolean } | null;
  /** Competitors whose rank order changed beyond noise, by name. */
  readonly overtook: readonly string[];
  readonly overtakenBy: readonly string[];
  /** Competitors whose order changed within noise. */
  readonly levelWith: readonly string[];
  /** Competitors that joined or left the list since the week before. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** The own website and all competitors, by rank. */
  readonly rows: readonly ShareRow[];
}

interface RankedBrand {
  readonly name: string;
  readonly share: number | null;
  readonly key: CompetitorKey | null;
}

/** Share of voice, rank among competitors, and rank changes. */
export function computeShareMetric(
  site: string,
  ownName: string,
  weeks: readonly CompetitorWeek[],
  judge: ChangeFilter,
): ShareMetric {
  const id = `${site}/share`;
  const { before, after } = selectLastTwo(weeks);
  const list = compareCompetitorLists(before, after);
  const compared = before.level.value !== null;
  const own = createMetric(
    id,
    judge(compareOwnShare(weeks), 'own'),
    'share',
    1,
    listLevels(weeks, after, null),
  );
  const contenders: RankedBrand[] = [
    { name: ownName, share: after.level.value, key: null },
    ...[...after.competitors].map(([key, { name, week }]) => ({ name, share: week.level.value, key })),
  ];
  const ranked = rankByShare(contenders);
  const competitors = new Map(
    [...after.competitors.keys()].map((key) => [key, computeCompetitorMetric(site, key, weeks, judge)]),
  );
  const rows = ranked.map(({ contender: { name, key }, rank, tied }) => {
    const place =
      rank === null
        ? null
        : createFact(`${key === null ? id : createCompetitorId(site, key)}/rank`, rank, 'rank');
    const competitor = key === null ? undefined : competitors.get(key);
    return { name, own: key === null, rank: place, tied, metric: competitor ?? own };
  });
  const isClear = (key: CompetitorKey) =>
    own.verdict === 'clear' || competitors.get(key)?.verdict === 'clear';
  const moves =
    own.delta === null
      ? []
      : [...competitors.keys()].map((key) => ({
          key,
          outcome: limitToClear(compareRanks(key, weeks), isClear(key)),
        }));
  const names = (wanted: PairOutcome) =>
    moves.flatMap(({ key, outcome }) =>
      outcome === wanted ? [after.competitors.get(key)?.name ?? key] : [],
    );
  return {
    ...own,
    rank: findOwnRank(id, ranked),
    overtook: names('overtook'),
    overtakenBy: names('overtaken'),
    levelWith: names('level'),
    added: compared ? list.added : [],
    removed: compared ? list.removed : [],
    rows,
  };
}

const createCompetitorId = (site: string, key: CompetitorKey) => `${site}/rival/${key}`;

/** A rank change counts only if one of the two changed clearly. */
function limitToClear(outcome: PairOutcome | null, clear: boolean): PairOutcome | null {
  return (outcome === 'overtook' || outcome === 'overtaken') && !clear ? 'level' : outcome;
}

function findOwnRank(id: string, ranked: readonly RankedShare<RankedBrand>[]): ShareMetric['rank'] {
  const own = ranked.find(({ contender }) => contender.key === null);
  if (own === undefined || own.rank === null) return null;
  const of = ranked.filter(({ rank }) => rank !== null).length;
  return {
    now: createFact(`${id}/rank`, own.rank, 'rank'),
    of: createFact(`${id}/rank/of`, of, 'rank'),
    tied: own.tied,
  };
}

const isComparable = (before: CompetitorWeek, after: CompetitorWeek) =>
  !compareCompetitorLists(before, after).breaks;

function compareOwnShare(weeks: readonly CompetitorWeek[]): Change {
  const { before, after } = selectLastTwo(weeks);
  return compareShares(before, after, listDifferences(weeks.slice(0, -1), isComparable), {
    seenBefore: hasEarlierValue(weeks),
    methodChange: describeListChange(weeks),
  });
}

function computeCompetitorMetric(
  site: string,
  key: CompetitorKey,
  weeks: readonly CompetitorWeek[],
  judge: ChangeFilter,
): DigestMetric {
  const own = weeks.map((week) => ({ ...selectShareWeek(week, key), shares: week }));
  const { before, after } = selectLastTwo(own);
  const history = listDifferences(own.slice(0, -1), (a, b) => isComparable(a.shares, b.shares));
  const change = compareShares(before, after, history, {
    seenBefore: hasEarlierValue(own),
    methodChange: describeListChange(weeks),
  });
  return createMetric(
    createCompetitorId(site, key),
    judge(change, 'competitor'),
    'share',
    1,
    listLevels(weeks, selectLastTwo(weeks).after, key),
  );
}

function describeListChange(weeks: readonly CompetitorWeek[]): string | null {
  const { before, after } = selectLastTwo(weeks);
  if (!compareCompetitorLists(before, after).breaks) return null;
  return 'The list of competitors changed, and the shares are parts of that list, so the weeks are not compared.';
}

const emptyWeek = { level: { value: null, days: 0, of: 7 }, observations: null } as const;

function selectShareWeek(week: CompetitorWeek, key: CompetitorKey | null) {
  return key === null ? week : (week.competitors.get(key)?.week ?? emptyWeek);
}

function listLevels(weeks: readonly CompetitorWeek[], after: CompetitorWeek, key: CompetitorKey | null) {
  return weeks.map((week) => ({
    week: week.week,
    value: isComparable(week, after) ? selectShareWeek(week, key).level.value : null,
  }));
}

function compareRanks(key: CompetitorKey, weeks: readonly CompetitorWeek[]) {
  const { before, after } = selectLastTwo(weeks);
  const gaps = weeks.slice(0, -1).map((week) => {
    const competitor = selectShareWeek(week, key).level;
    const days = Math.min(week.level.days, competitor.days);
    const value =
      week.level.value === null || competitor.value === null ? null : week.level.value - competitor.value;
    return { level: { ...week.level, value, days }, shares: week };
  });
  const [ownBefore, ownAfter] = [before.level.value, after.level.value];
  const [rivalBefore, rivalAfter] = [selectShareWeek(before, key).level, selectShareWeek(after, key).level];
  if (ownBefore === null || ownAfter === null || rivalBefore.value === null || rivalAfter.value === null)
    return null;
  if (Math.min(rivalBefore.days, rivalAfter.days) < daysToCompare) return null;
  return comparePair({
    ownBefore,
    ownAfter,
    rivalBefore: rivalBefore.value,
    rivalAfter: rivalAfter.value,
    observations: after.observations,
    gapHistory: listDifferences(gaps, (a, b) => isComparable(a.shares, b.shares)),
  });
}
