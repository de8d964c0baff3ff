import { figures } from '@answershare/core';
import {
  type Change,
  comparePair,
  compareShares,
  daysInWeek,
  hasEnoughDays,
  minimumShareEffect,
  type PairOutcome,
  type RankedShare,
  rankByShare,
  type ShareWeek,
  varianceOfDifference,
  weeksWithoutOverlap,
} from '@answershare/core/statistics';
import { toListedChange } from './common-shift.ts';
import type { ComparisonOptions } from './level-metric.ts';
import { addSlowChange, createFact, createMetric, type DigestMetric, type Fact } from './metric.ts';
import {
  hasEarlierValue,
  listDifferences,
  selectBaseline,
  selectLastTwo,
  selectPair,
} from './series-weeks.ts';
import {
  type CompetitorKey,
  type CompetitorWeek,
  compareCompetitorLists,
  type ShareSeries,
  selectShareWeek,
} from './share-weeks.ts';

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
  /** Own ranks of the weeks in `series`; null without a share or with another list of competitors. */
  readonly ranks: readonly (Fact | null)[];
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
  series: ShareSeries,
  options: ComparisonOptions,
): ShareMetric {
  const id = `${site}/share`;
  const { weeks } = series;
  const { before, after } = selectLastTwo(weeks);
  const list = compareCompetitorLists(before, after);
  const compared = before.level.value !== null;
  const own = computeBrandMetric(id, null, series, options);
  const contenders: RankedBrand[] = [
    { name: ownName, share: after.level.value, key: null },
    ...[...after.competitors].map(([key, { name, week }]) => ({ name, share: week.level.value, key })),
  ];
  const ranked = rankByShare(contenders);
  const competitors = new Map(
    [...after.competitors.keys()].map((key) => [
      key,
      computeBrandMetric(createCompetitorId(site, key), key, series, options),
    ]),
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
          outcome: limitToClear(compareRanks(key, series), isClear(key)),
        }));
  const names = (wanted: PairOutcome) =>
    moves.flatMap(({ key, outcome }) =>
      outcome === wanted ? [after.competitors.get(key)?.name ?? key] : [],
    );
  return {
    ...own,
    rank: findOwnRank(id, ranked),
    ranks: listOwnRanks(id, weeks, after).slice(-own.series.length),
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

function listOwnRanks(id: string, weeks: readonly CompetitorWeek[], after: CompetitorWeek): (Fact | null)[] {
  return weeks.map((week) => {
    if (week.level.value === null || !isComparable(week, after)) return null;
    const listed = [...week.competitors.values()];
    const own = { name: '', share: week.level.value };
    const others = listed.map(({ name, week: rival }) => ({ name, share: rival.level.value }));
    const place = rankByShare([own, ...others]).find(({ contender }) => contender === own);
    return place?.rank == null ? null : createFact(`${id}/rank/${week.week}`, place.rank, 'rank');
  });
}

const isComparable = (before: CompetitorWeek, after: CompetitorWeek) =>
  !compareCompetitorLists(before, after).breaks;

/** The share of the own brand (`key` null) or of a competitor. */
function computeBrandMetric(
  id: string,
  key: CompetitorKey | null,
  shares: ShareSeries,
  { judge, against, dispersion: findDispersion, toScale }: ComparisonOptions,
): DigestMetric {
  const { weeks, window, length } = shares;
  const brand = weeks.map((week) => ({ ...selectShareWeek(week, key), week: week.week, shares: week }));
  const { after } = selectLastTwo(brand);
  const scaled = brand.map((one) =>
    key === null ? { ...one, level: toScale('share', one.level, one.week, after.week) } : one,
  );
  const alike = (a: (typeof brand)[number], b: (typeof brand)[number]) => isComparable(a.shares, b.shares);
  const apart = weeksWithoutOverlap(window.days, length);
  const hasBasis = (a: (typeof brand)[number], b: (typeof brand)[number]) =>
    describeListChange(a.shares, b.shares, key) === null;
  const baseline = against === null ? selectBaseline(brand, apart, hasBasis) : selectPair(brand, against);
  const { common } = compareCompetitorLists(baseline.week.shares, after.shares);
  const [from, to] = [
    scaleWeek(scaled[brand.indexOf(baseline.week)] ?? baseline.week, common?.before),
    scaleWeek(after, common?.after),
  ];
  const overlaps = baseline.apart < apart;
  const differences = listDifferences(scaled.slice(0, -1), alike);
  const dispersion = findDispersion(shares, baseline.apart);
  // As of independent readings: too wide for figures that share days, never too narrow.
  const variance =
    overlaps || window.source === 'assumed' ? 2 : varianceOfDifference(window.days, baseline.apart, length);
  const spread =
    apart === 1
      ? null
      : Math.sqrt(
          varianceOfDifference(window.days, baseline.apart, length) /
            varianceOfDifference(window.days, 1, length),
        );
  const change = compareShares(
    from,
    to,
    differences,
    {
      seenBefore: hasEarlierValue(brand),
      methodChange: describeListChange(baseline.week.shares, after.shares, key),
    },
    {
      variance,
      dispersion,
      spread,
    },
  );
  const judged = judge(
    overlaps ? refuseOverlap(change, window.days, apart) : change,
    key === null ? 'own' : 'competitor',
  );
  const levels = listLevels(weeks, after.shares, key);
  const metric = createMetric(
    { id, unit: 'share', digits: figures.share.digits },
    common === null ? toListedChange(judged, baseline.week.level) : judged,
    levels,
    baseline,
    {
      smallest: minimumShareEffect,
      differences,
      spread,
      sampling: {
        window,
        before: from.observations,
        after: to.observations,
        variance,
        dispersion,
        common: common === null ? null : { before: from.level.value, after: to.level.value },
      },
    },
  );
  if (common !== null) return showListed(metric, baseline.week, after);
  if (change.verdict === 'method-changed') return { ...metric, methodChange: { kind: 'competitors' } };
  // The first of a spike's days may precede the first week, where nothing shows it.
  const oldest = scaled
    .slice(window.days > daysInWeek ? 0 : 1, -1)
    .find((week) => alike(week, after) && week.level.value !== null && hasEnoughDays(week.level));
  const weeksApart = oldest === undefined ? 0 : brand.indexOf(after) - scaled.indexOf(oldest);
  if (oldest === undefined || key !== null || weeksApart < Math.max(apart, leastSlowWeeks)) return metric;
  const slow = compareShares(
    oldest,
    after,
    [],
    { seenBefore: true, methodChange: null },
    {
      variance: varianceOfDifference(window.days, weeksApart, length),
      dispersion: findDispersion(shares, weeksApart),
      spread: null,
    },
  );
  return addSlowChange(metric, judge(slow, 'slow'), oldest.week);
}

/** Fewest weeks over which a change is slow. */
const leastSlowWeeks = 8;

/** Weeks that share days show no change too small to see, and prove no steadiness. */
function refuseOverlap(change: Change, days: number, apart: number): Change {
  if (change.verdict !== 'unclear' && change.verdict !== 'steady') return change;
  const reason = `Each figure covers about ${days} days, so weeks are compared from ${apart} weeks apart on.`;
  return { ...change, verdict: 'too-early', reason };
}

/** The levels as the service lists them; the change is that among the competitors of both weeks. */
const showListed = (metric: DigestMetric, before: ShareWeek, after: ShareWeek): DigestMetric => ({
  ...metric,
  level: withValue(metric.level, after),
  before: withValue(metric.before, before),
  band: null,
});

const withValue = (fact: Fact | null, { level: { value } }: ShareWeek): Fact | null =>
  fact === null || value === null ? null : { ...fact, value };

/** The week's share of what the competitors of both weeks and the own brand have together. */
function scaleWeek<W extends ShareWeek>(week: W, whole = 1): W {
  const { value, typical } = week.level;
  return {
    ...week,
    level: {
      ...week.level,
      value: value === null ? null : value / whole,
      ...(typical === undefined ? {} : { typical: typical / whole }),
    },
    observations: week.observations === null ? null : week.observations * whole,
  };
}

/** Why shares of two lists are not compared: none or not this competitor is listed in both weeks. */
function describeListChange(
  before: CompetitorWeek,
  after: CompetitorWeek,
  key: CompetitorKey | null,
): string | null {
  const { breaks, common } = compareCompetitorLists(before, after);
  if (!breaks || (common !== null && (key === null || common.keys.has(key)))) return null;
  return 'The list of competitors changed, and the shares are parts of that list, so the weeks are not compared.';
}

function listLevels(weeks: readonly CompetitorWeek[], after: CompetitorWeek, key: CompetitorKey | null) {
  return weeks.map((week) => ({
    week: week.week,
    value: isComparable(week, after) ? selectShareWeek(week, key).level.value : null,
  }));
}

function compareRanks(key: CompetitorKey, { weeks, dispersion }: ShareSeries) {
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
  if (!hasEnoughDays(rivalBefore) || !hasEnoughDays(rivalAfter)) return null;
  return comparePair({
    ownBefore,
    ownAfter,
    rivalBefore: rivalBefore.value,
    rivalAfter: rivalAfter.value,
    observations: after.observations === null ? null : after.observations / dispersion,
    gapHistory: listDifferences(gaps, (a, b) => isComparable(a.shares, b.shares)),
  });
}
