import { hoursOf, type Schedule } from './schedule.ts';

/** How far the schedule's trigger has come. It fires each hour, whatever the pace. */
export interface Beat {
  /** When it fired last; where it never did, when the schedule was saved. Milliseconds since the epoch, like {@link begun}. */
  readonly at: number;
  /** When the run that was due last began; of a new schedule, when it was saved. */
  readonly begun: number;
  /** True where that run left something for the next hour. */
  readonly open: boolean;
}

export const beatName = 'answershare.beat';

const hourMs = 3_600_000;
/** Google fires within about a quarter of an hour of the time (reference/script/clock-trigger-builder#nearminute). */
const slackMs = 30 * 60_000;
/** A trigger that misses so many hours in a row has ended. */
const silentMs = 4 * hourMs;

export function readBeat(text: string | null): Beat | null {
  if (text === null) return null;
  const { at, begun, open } = JSON.parse(text) as Partial<Beat>;
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
  { pace, hour }: Pick<Schedule, 'pace' | 'hour'>,
  begun: number,
  now: number,
  shown: (instant: number) => string,
): boolean {
  const hours = hoursOf(pace);
  if (hours === null) return false;
  if (pace === 'day') return turn(hour, now, shown) > turn(hour, begun, shown);
  return now - begun >= hours * hourMs - slackMs;
}

/** Since when the trigger has not fired, though it should have each hour; null where it has. */
export function silentSince({ pace }: Pick<Schedule, 'pace'>, beat: Beat | null, now: number): number | null {
  return pace !== 'off' && beat !== null && now - beat.at > silentMs ? beat.at : null;
}
