export {
  type AuthorityDay,
  type AuthorityMethod,
  authorityUnit,
  computeAuthorityWeek,
  findMethodChange,
  formatMethodChange,
  type MethodChange,
} from './statistics/authority-change.ts';
export {
  type Change,
  computeWeekLevel,
  countDaysToCompare,
  type DailyValue,
  type Direction,
  daysInWeek,
  daysToCompare,
  hasEnoughDays,
  type Level,
  type Verdict,
} from './statistics/change.ts';
export { findChangePoint } from './statistics/change-point.ts';
export { compareLevels, type LevelScale } from './statistics/compare-levels.ts';
export { excludesZero } from './statistics/confidence-interval.ts';
export {
  estimateDispersion,
  extrapolateDispersion,
  poolDispersion,
  sumWeeklyDispersion,
  type WeeklyDispersion,
} from './statistics/dispersion.ts';
export {
  countDisplayDigits,
  formatChange,
  roundTo,
  toPoints,
} from './statistics/format-change.ts';
export {
  benjaminiHochberg,
  differencesToJudge,
  estimateNoise,
  falseDiscoveryRate,
  isStepwise,
  listMoves,
  minDeviation,
  significance,
} from './statistics/p-values.ts';
export {
  type ComparedPeriods,
  chooseCount,
  comparePeriods,
  findPageStatus,
  isWholeFeed,
  listItemDates,
  type PageStatus,
  sumCounts,
} from './statistics/page-changes.ts';
export {
  comparePair,
  type PairOutcome,
  type RankCandidate,
  type RankedShare,
  rankByShare,
} from './statistics/ranks.ts';
export {
  assumedWindow,
  findSpikes,
  inferWindow,
  varianceOfDifference,
  weeksWithoutOverlap,
} from './statistics/rolling-window.ts';
export {
  compareShares,
  computeShareWeek,
  minimumShareEffect,
  type ShareDay,
  type ShareWeek,
} from './statistics/share-change.ts';
export { judgeDrift, judgeGrowth } from './statistics/trend.ts';
