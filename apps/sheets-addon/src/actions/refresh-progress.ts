import { listHours, type RefreshSchedule } from './schedule.ts';

/** State of the schedule's hourly trigger. */
export interface Heartbeat {
  /** When it fired last; initially when the schedule was saved. Milliseconds since the epoch, like {@link begun}. */
  readonly at: number;
  /** When the last due run began; initially when the schedule was saved. */
  readonly begun: number;
  /** True if that run left work for the next hour. */
  readonly open: boolean;
}

export const heartbeatName = 'answershare.beat';

const hourMs = 3_600_000;
/** Google fires within about 15 minutes of the time (reference/script/clock-trigger-builder#nearminute). */
const slackMs = 30 * 60_000;
/** A trigger that misses this many hours in a row has ended. */
const silentMs = 4 * hourMs;

export function parseHeartbeat(text: string | null): Heartbeat | null {
  if (text === null) return null;
  const { at, begun, open } = JSON.parse(text) as Partial<Heartbeat>;
  return typeof at === 'number' && typeof begun === 'number' ? { at, begun, open: open === true } : null;
}

/** The date of the latest daily hour before an instant. */
function turn(hour: number, instant: number, shown: (instant: number) => string): string {
  const [date = '', time = ''] = shown(instant).split(' ');
  const now = Number(time.slice(0, 2));
  // Two hours more than to midnight: a clock change in between cannot skip a day.
  return now >= hour ? date : (shown(instant - (now + 2) * hourMs).split(' ')[0] ?? '');
}

/** Whether a schedule's run is due. @param shown formats an instant as `2026-11-21 14:05` in the file's zone */
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

/** Since when the hourly trigger has not fired; null if it fires. */
export function findStaleSince(
  { pace }: Pick<RefreshSchedule, 'pace'>,
  beat: Heartbeat | null,
  now: number,
): number | null {
  return pace !== 'off' && beat !== null && now - beat.at > silentMs ? beat.at : null;
}

/** Property of an unfinished refresh; the next run resumes it. */
export const cursorName = 'answershare.round';

/**
 * A refresh that may take several runs. Questions are asked in the order of their keys: one key separates done from
 * pending. A property holds 9 KB (Google: guides/services/quotas).
 */
export interface RefreshCursor {
  /** When it began, milliseconds since the epoch. */
  readonly freshFrom: number;
  /** The last key asked; empty at the start. */
  readonly after: string;
  /** Earlier keys that are still pending. */
  readonly left: readonly string[];
  /** Questions that were asked and failed. */
  readonly failed: number;
}

export function createCursor(freshFrom: number): RefreshCursor {
  return { freshFrom, after: '', left: [], failed: 0 };
}

/** Parses a cursor; null for none, or if a full refresh has completed since it began. */
export function openCursor(text: string | null, refreshedFrom: number): RefreshCursor | null {
  if (text === null) return null;
  const { freshFrom, after, left, failed } = JSON.parse(text) as Partial<RefreshCursor>;
  if (typeof freshFrom !== 'number' || typeof after !== 'string' || freshFrom < refreshedFrom) return null;
  return { freshFrom, after, left: left ?? [], failed: failed ?? 0 };
}

interface Keyed {
  readonly key: string;
}

/** The pending questions of a refresh, in its order. */
export function listPending<T extends Keyed>(
  questions: readonly T[],
  { after, left }: RefreshCursor,
): readonly T[] {
  return questions
    .filter(({ key }) => key > after || left.indexOf(key) >= 0)
    .sort((one, other) => (one.key < other.key ? -1 : 1));
}

/** Advances a cursor after a run: of its pending questions, `rest` were not asked. */
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
