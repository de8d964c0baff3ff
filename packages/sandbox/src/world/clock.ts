import { z } from 'zod';

/** The sandbox's clock. `at` is its time, for a running clock at the machine's time `since`. Milliseconds. */
export type SandboxClock =
  | { readonly mode: 'frozen'; readonly at: number }
  | { readonly mode: 'running'; readonly at: number; readonly since: number };

export type ClockMove = { set: string } | { advance: number } | { freeze: true } | { run: true };

const EARLIEST = Date.UTC(2000, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);

/** The sandbox's time at the machine's time `machine`. */
export function readClock(clock: SandboxClock, machine: number): number {
  return clock.mode === 'frozen' ? clock.at : clock.at + (machine - clock.since);
}

export function startClock(now: string | undefined, machine: number): SandboxClock {
  if (now === undefined) return { mode: 'running', at: machine, since: machine };
  return { mode: 'frozen', at: toInstant(now) };
}

/**
 * Parses an ISO-8601 date or date-time with zone; milliseconds since 1970. Throws a RangeError for other text and
 * outside 2000 to 2099.
 */
export function toInstant(text: string): number {
  const isInstant = z.union([z.iso.date(), z.iso.datetime({ offset: true })]).safeParse(text).success;
  if (!isInstant) {
    throw new RangeError(
      `The time "${text}" is not ISO-8601: write a date (2026-11-16) or a time with its zone (2026-11-16T09:00:00Z).`,
    );
  }
  return assertInRange(Date.parse(text));
}

function assertInRange(instant: number): number {
  if (instant >= EARLIEST && instant < LATEST) return instant;
  throw new RangeError('The clock would leave the years 2000 to 2099: choose a time between them.');
}

/** The clock after a move. Setting or advancing does not change its mode. */
export function moveClock(clock: SandboxClock, move: ClockMove, machine: number): SandboxClock {
  const now = readClock(clock, machine);
  if ('freeze' in move) return { mode: 'frozen', at: now };
  if ('run' in move) return { mode: 'running', at: now, since: machine };
  const at = 'set' in move ? toInstant(move.set) : assertInRange(now + move.advance);
  return clock.mode === 'frozen' ? { mode: 'frozen', at } : { mode: 'running', at, since: machine };
}
