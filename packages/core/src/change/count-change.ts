import { type Circumstances, comparable } from './comparable.ts';
import { judgedByHistory } from './judged.ts';
import type { Level } from './level.ts';
import type { Change } from './verdict.ts';

/**
 * A count, such as citations: judged by the spread of past weekly differences alone, because nothing is known of how
 * the service counts. The difference is in the count's own unit and never in percent, so zero needs no exception.
 */
export function compareCounts(
  before: Level,
  after: Level,
  history: readonly number[],
  circumstances: Circumstances,
): Change {
  const weeks = comparable(before, after, circumstances);
  if (weeks.refused !== null) return weeks.refused;
  return judgedByHistory(before, after, weeks.to - weeks.from, history, 1);
}
