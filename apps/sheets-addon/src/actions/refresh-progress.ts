import { listHours, type RefreshSchedule } from './schedule.ts';

/** How far the schedule's trigger has come. It fires each hour, whatever the pace. */
export interface Heartbeat {
  /** When it fired last; where it never did, when the schedule was saved. Milliseconds since the epoch, like {@link begun}. */
  readonly at: number;
  /** When the run that was due last began; of a new schedule, when it was saved. */
  readonly begun: number;
  /** True where that run left something for the next hour. */
  readonly open: boolean;
}

export const heartbeatName = 'answershare.beat';

const hourMs = 3_600_000;
/** Google fires within about a quarter of an hour of the time (reference/script/clock-trigger-builder#nearminute). */
const slackMs = 30 * 60_000;
/** A trigger that misses so many hours in a row has ended. */
const silentMs = 4 * hourMs;

export function parseHeartbeat(text: string | null): Heartbeat | null {
  if (text === null) return null;
  const { at, begun, open } = JSON.parse(text) as Partial<Heartbeat>;
  return typeof at === 'number' && typeof begun === 'number' ? { at, begun, open: open === true } : null;
}

/** The date on which the latest of the daily hours before an instant was. */
function turn(hour: number, instant: number, shown: (instant: number) => string): string {
  const [date = '', time = ''] = shown(instant).split(' ');
  const now = Number(time.slice(0, 2));
  // Two hours more than to midnight, so that a change of the clock in between leads to no other day.
  return now >= hour ? date : (shown(instant - (now + 2) * hourMs).split(' ')[0] ?? '');
}

/**
 * Whether a schedule's run is due.
 * @param shown an instant as `2026-11-21 14:05` in the file's zone
 */
export function isDue(
  { pace, hour }: Pick<RefreshSchedule, 'pace' | 'hour'>,
  begun: number,
  now: number,
  shown: (instant: number) => string,
): boolean {
  const hours = listHours(pace);
  if (hours === null) return false;
  if (pace === 'day') return turn(hour, now, shown) > turn(hour, begun, shown);
  return now - begun >= hours * hourMs - slackMs;
}

/** Since when the trigger has not fired, though it should have each hour; null where it has. */
export function findStaleSince(
  { pace }: Pick<RefreshSchedule, 'pace'>,
  beat: Heartbeat | null,
  now: number,
): number | null {
  return pace !== 'off' && beat !== null && now - beat.at > silentMs ? beat.at : null;
}

/** Where the file keeps a round that did not come to its end; it goes on at the next run. */
export const cursorName = 'answershare.round';

/**
 * A refresh that may take several runs. Questions are reached in the order of their keys, so that one key tells what is
 * behind it, however many there are: a property holds 9 KB (Google: guides/services/quotas).
 */
export interface RefreshCursor {
  /** When it began, milliseconds since the epoch. */
  readonly freshFrom: number;
  /** The last key that was reached; empty at the start. */
  readonly after: string;
  /** Keys before it that are still to be reached. */
  readonly left: readonly string[];
  /** Questions that were reached and failed. */
  readonly failed: number;
}

export function createCursor(freshFrom: number): RefreshCursor {
  return { freshFrom, after: '', left: [], failed: 0 };
}

/** The round that a text tells; null for none, and for one that a whole refresh has overtaken since. */
export function openCursor(text: string | null, refreshedFrom: number): RefreshCursor | null {
  if (text === null) return null;
  const { freshFrom, after, left, failed } = JSON.parse(text) as Partial<RefreshCursor>;
  if (typeof freshFrom !== 'number' || typeof after !== 'string' || freshFrom < refreshedFrom) return null;
  return { freshFrom, after, left: left ?? [], failed: failed ?? 0 };
}

/** A question by its key. */
interface Keyed {
  readonly key: string;
}

/** What a round has still to reach, in its order. */
export function listPending<T extends Keyed>(
  questions: readonly T[],
  { after, left }: RefreshCursor,
): readonly T[] {
  return questions
    .filter(({ key }) => key > after || left.indexOf(key) >= 0)
    .sort((one, other) => (one.key < other.key ? -1 : 1));
}

/** A round after a run: of the questions that it had to reach, `rest` were not. */
export function advanceCursor(
  round: RefreshCursor,
  asked: readonly Keyed[],
  { rest, failed }: { readonly rest: readonly Keyed[]; readonly failed: number },
): RefreshCursor {
  const open = rest.map(({ key }) => key);
  const after = asked.reduce(
    (last, { key }) => (key > last && open.indexOf(key) < 0 ? key : last),
    round.after,
  );
  const left = open.filter((key) => key <= after);
  return { freshFrom: round.freshFrom, after, left, failed: round.failed + failed };
}
