import type { IsoWeek } from '../schedule/iso-week.ts';

/** What a person should know now. */
export interface Problem {
  /** `late` and `held`: of a schedule's week; `pass`: the work of a loop takes too long. */
  readonly cause:
    | 'late'
    | 'held'
    | 'uncertain'
    | 'refused'
    | 'snapshot'
    | 'key'
    | 'clock'
    | 'database'
    | 'disk'
    | 'pass';
  /** What it is about: `weekly 2026-W48`, or the name of a loop; empty for the whole bot. */
  readonly subject: string;
  /** Milliseconds since the epoch. */
  readonly since: number;
  readonly text: string;
  /** The command that resolves it; null if none does. */
  readonly command: string | null;
  /** When people are notified; null for at once. */
  readonly notifyAfter: number | null;
}

/** A mail or week that has waited for longer is late. */
export const lateMs = 15 * 60_000;

/** The last due week of a schedule. */
export interface ScheduleStatus {
  readonly schedule: string;
  readonly timezone: string;
  /** The week that was last due; null before the first one. */
  readonly week: IsoWeek | null;
  /** When it was due; null for a week that came by a command. */
  readonly due: number | null;
  /** `due`: it is not planned yet. */
  readonly state: 'due' | 'planned' | 'composed' | 'skipped' | 'held' | 'sent' | null;
  /** Mails and messages of channels. `open`: they leave by themselves. */
  readonly mails: {
    readonly all: number;
    readonly sent: number;
    readonly open: number;
    readonly refused: number;
    readonly uncertain: number;
  };
  readonly reason: string | null;
  /** Since when the reason holds. */
  readonly since: number | null;
  readonly nextTry: number | null;
  /** When the next week is due; null if never. */
  readonly next: number | null;
}

/** What a running bot knows of itself. Instants are milliseconds since the epoch. */
export interface BotStatus {
  readonly state: 'running' | 'stopped';
  readonly at: number;
  readonly started: number;
  readonly pid: number;
  readonly host: string;
  readonly schedules: readonly ScheduleStatus[];
  readonly snapshot: {
    /** The newest answer of the service; null before the first one. */
    readonly last: number | null;
    readonly failure: string | null;
    readonly nextTry: number | null;
  };
  readonly problems: readonly Problem[];
}

/** Reads the status of the running bot. */
export interface StatusSource {
  /** Null before the first tick. */
  status(): BotStatus | null;
  /** Milliseconds since the epoch. */
  now(): number;
}

const blocking: readonly Problem['cause'][] = [
  'database',
  'disk',
  'key',
  'snapshot',
  'clock',
  'late',
  'pass',
];

/** True for what keeps the bot from its work. A refused mail does not. */
export const isBlocking = ({ cause }: Problem): boolean => blocking.includes(cause);

/** Why a status says nothing of the present; null if it does. */
export function findStaleness({ state, at }: BotStatus, now: number, maxAgeMs: number): string | null {
  if (state === 'stopped') return '"answershare start" was stopped';
  const age = Math.abs(now - at);
  return age > maxAgeMs
    ? `the last tick was ${formatAge(age)} ago: "answershare start" was killed, or it is stuck`
    : null;
}

/** `45 seconds`, `12 minutes`, `30 hours`. */
export function formatAge(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 120) return `${seconds} seconds`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
}
