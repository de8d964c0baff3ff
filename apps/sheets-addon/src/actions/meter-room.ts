import type { Meter } from '../service/meter.ts';

const minuteMs = 60_000;

/** Past the end of a minute, so that a clock that runs a little fast does not ask in the old one. */
const marginMs = 1_000;

/** How many requests may go now without meeting the limit of the minute, and when the next minute begins. */
export interface Room {
  /** Null where nothing recent tells. */
  readonly requests: number | null;
  /** Milliseconds until there is room again; 0 where there is some. */
  readonly waitMs: number;
}

/** Room in this minute. A tenth is kept for the cells and for others who use the key. */
export function roomIn(meter: Meter | null, now: number): Room {
  if (meter === null || now - meter.at >= minuteMs) return { requests: null, waitMs: 0 };
  const { remaining, limit, resetAt } = meter.rate.minute;
  if (remaining === null) return { requests: null, waitMs: 0 };
  if (resetAt !== null && resetAt <= now) return { requests: null, waitMs: 0 };
  const kept = Math.max(1, Math.floor((limit ?? remaining) / 10));
  const requests = Math.max(0, remaining - kept);
  if (requests > 0) return { requests, waitMs: 0 };
  const latest = meter.at + minuteMs;
  const ends = resetAt === null ? latest : Math.min(resetAt, latest);
  return { requests: 0, waitMs: ends - now + marginMs };
}
