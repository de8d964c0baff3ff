/** What others know of the time. Instants are milliseconds since the epoch. */
export interface ClockEvidence {
  /** When the bot last checked what is due, by a clock without a doubt, or asked the service; null before that. */
  readonly lastLook: number | null;
  /** The clock of the PostgreSQL server; null for a folder, which has this machine's. */
  readonly database: number | null;
  /** The `Date` of the service's last answer (RFC 9110 §6.6.1), and this machine's clock then. */
  readonly answer: { readonly date: number; readonly at: number } | null;
}

export interface ClockDoubt {
  readonly reason: string;
  /** True if another clock disagrees now. Else the clock has jumped, or the bot was away. */
  readonly isContradicted: boolean;
}

/** Clocks that differ by more than a day disagree; a daily snapshot may be an hour late. */
const maxDifferenceMs = 25 * 3_600_000;

/** A jump is believed after this uptime. */
export const maxDoubtSeconds = 3_600;

const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= maxDifferenceMs;

/** Why this machine's clock is in doubt at `now`; null if it is not. */
export function findClockDoubt(
  now: number,
  { lastLook, database, answer }: ClockEvidence,
): ClockDoubt | null {
  const contradiction =
    (database === null ? null : describeDifference(now, 'PostgreSQL server', database)) ??
    (answer !== null && isNear(now, answer.at) ? findAnswerDoubt(now, answer.date + now - answer.at) : null);
  if (contradiction !== null)
    return {
      reason: `${contradiction} Nothing is planned while they differ by more than a day. If this machine's is right, confirm it with "answershare run --now ${formatMinute(now)}".`,
      isContradicted: true,
    };
  if (lastLook === null || isNear(now, lastLook) || (answer !== null && isNear(now, answer.date)))
    return null;
  return {
    reason: `this machine's clock shows ${formatMinute(now)}, and the bot last checked its schedules at ${formatMinute(lastLook)}. Nothing is planned until an answer of the service confirms the clock, or for an hour. "answershare run --now ${formatMinute(now)}" confirms it at once.`,
    isContradicted: false,
  };
}

/** How the service's clock contradicts this machine's; null if they agree. */
export const findAnswerDoubt = (now: number, service: number): string | null =>
  describeDifference(now, 'service', service);

const describeDifference = (now: number, whose: string, other: number): string | null =>
  isNear(now, other)
    ? null
    : `this machine's clock shows ${formatMinute(now)}, and that of the ${whose} ${formatMinute(other)}; set this machine's clock.`;

/** Clocks of several machines differ by less. */
export const skewMs = 600_000;

/** The earliest time by all clocks: a week that is not over by one of them may be unfinished. */
export function findEarliestTime(now: number, { database, answer }: ClockEvidence): number {
  const isRecent = answer !== null && isNear(now, answer.at);
  const earliest = Math.min(database ?? now, isRecent ? now + answer.date - answer.at : now);
  return earliest < now - skewMs ? earliest : now;
}

/** `2026-11-23T08:00Z`. */
export function formatMinute(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 16)}Z`;
}
