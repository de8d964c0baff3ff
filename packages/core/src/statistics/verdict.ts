import type { Interval } from './interval.ts';
import type { Level } from './level.ts';

/**
 * What may be said about two weeks.
 * `clear`: a change that its own noise does not explain; the only verdict with a direction.
 * `steady`: compared, and within normal variation. `first`: nothing was kept before this week.
 * `too-early`: too few past weeks to know the noise. `incomplete`: a week lacks too many days.
 * `method-changed`: the two weeks measure different things. `none`: no value this week.
 */
export type Verdict = 'clear' | 'steady' | 'first' | 'too-early' | 'incomplete' | 'method-changed' | 'none';

export type Direction = 'up' | 'down';

/** What decided: Newcombe's interval from counts, or the spread of past weekly differences. */
export type ChangeMethod = 'newcombe' | 'history';

/** One week against the week before, in the unit of the level (a share is a fraction 0..1, not points). */
export interface Change {
  readonly verdict: Verdict;
  /** Never set unless the verdict is `clear`. */
  readonly direction: Direction | null;
  readonly before: Level;
  readonly after: Level;
  /** `after - before` of the unrounded levels; null where the weeks were not compared. */
  readonly difference: number | null;
  /** Plausible range of the difference; null where nothing tells it. */
  readonly interval: Interval | null;
  readonly method: ChangeMethod | null;
  /** How often chance alone gives a difference at least this large, 0..1; null where nothing tells it. */
  readonly chance: number | null;
  /** One plain sentence: why this verdict. */
  readonly reason: string;
}
