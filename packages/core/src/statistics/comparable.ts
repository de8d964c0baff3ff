import { daysToCompare, type Level } from './level.ts';
import type { Change, Verdict } from './verdict.ts';

/** What is known about the two weeks beside their values. */
export interface Circumstances {
  /** True where anything was kept before the reported week; false makes it a first report. */
  readonly seenBefore: boolean;
  /** One sentence where the two weeks measure different things; null where nothing suggests it. */
  readonly methodChange: string | null;
}

/** Either the verdict that forbids a comparison, or the two values to compare. */
export type Comparable =
  | { readonly refused: Change }
  | { readonly refused: null; readonly from: number; readonly to: number };

/** Whether two weeks may be compared at all, whatever they measure. */
export function checkComparable(before: Level, after: Level, circumstances: Circumstances): Comparable {
  const say = (verdict: Verdict, reason: string): Comparable => ({
    refused: {
      verdict,
      direction: null,
      before,
      after,
      difference: null,
      interval: null,
      method: null,
      chance: null,
      reason,
    },
  });
  if (after.value === null) return say('none', 'There is no value for this week.');
  if (before.value === null && !circumstances.seenBefore) {
    return say('first', 'This is the first report. Changes start next week.');
  }
  if (circumstances.methodChange !== null) return say('method-changed', circumstances.methodChange);
  if (before.value === null)
    return say('incomplete', 'The week before has no values, so the weeks are not compared.');
  const short = [
    { week: 'This week', level: after },
    { week: 'The week before', level: before },
  ].filter(({ level }) => level.days < Math.min(daysToCompare, level.of));
  if (short.length === 0) return { refused: null, from: before.value, to: after.value };
  const counts = short.map(
    ({ week, level }, at) => `${at === 0 ? week : lower(week)} has ${level.days} of ${level.of} days`,
  );
  return say('incomplete', `${counts.join(' and ')}; weeks are compared from ${daysToCompare} days on.`);
}

function lower(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}
