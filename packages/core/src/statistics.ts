export { benjaminiHochberg, falseDiscoveryRate } from './statistics/among-many.ts';
export {
  type AuthorityDay,
  type AuthorityMethod,
  authorityUnit,
  computeAuthorityWeek,
  findMethodChange,
} from './statistics/authority-change.ts';
export { countDisplayDigits, roundTo, toPoints } from './statistics/digits.ts';
export { excludesZero } from './statistics/interval.ts';
export { compareLevels } from './statistics/judge.ts';
export { computeWeekLevel, daysInWeek, daysToCompare, type Level } from './statistics/level.ts';
export { differencesToJudge } from './statistics/noise.ts';
export { comparePair, type PairOutcome, type RankedShare, rankByShare } from './statistics/ranks.ts';
export {
  compareShares,
  computeShareWeek,
  minimumShareEffect,
  type ShareDay,
  type ShareWeek,
} from './statistics/share-change.ts';
export type { Change, Direction, Verdict } from './statistics/verdict.ts';
export { formatChange, verdictTexts } from './statistics/words.ts';
