import { parseInstant } from '../calendar/instant.ts';
import { readDuration } from './duration.ts';
import { largestOf } from './extremes.ts';

/** What a number below 1e9 counts until the reset. */
export type DeltaUnit = 'seconds' | 'milliseconds';

/** How a reset is written. */
export type ResetUnit = DeltaUnit | 'epoch' | 'date' | 'duration' | 'field';

/** A reset header read: how far away, what it may mean, and whether that is certain. */
export interface ResetReading {
  /** Milliseconds from now, not below 0; null where no meaning is plausible. */
  readonly waitMs: number | null;
  readonly unit: ResetUnit | null;
  /** Every unit that the value could be in, the taken one first. */
  readonly mayMean: readonly ResetUnit[];
  readonly sure: boolean;
}

export interface ResetContext {
  /** The service's own time where it told it (RFC 9110 `Date`), else the host's; milliseconds since the epoch. */
  readonly nowMs: number;
  /** Length of the limit's window: 60 for a minute, 86,400 for a day. */
  readonly windowSeconds: number;
  /** What Retry-After of the same answer asks for: it tells the unit. */
  readonly retryAfterMs?: number | null;
  /** What earlier answers taught. */
  readonly learnt?: DeltaUnit | null;
}

const unread: ResetReading = { waitMs: null, unit: null, mayMean: [], sure: false };

/** A header sent twice comes joined as `a, b`: the larger counts, or what `pick` takes. `1,000` is one number. */
export function single(text: string, pick: (values: readonly number[]) => number = largestOf): string {
  const parts = text.split(',').map((part) => part.trim());
  if (/^\d{1,3}(,\d{3})+$/.test(text) && parts.some((part) => part !== parts[0])) return parts.join('');
  const numeric = parts.length > 1 && parts.every((part) => isNumber(part));
  return numeric ? String(pick(parts.map(Number))) : text.trim();
}

/** A plain decimal: no sign, exponent or other base. */
export function isNumber(text: string): boolean {
  return /^\d+(\.\d+)?$/.test(text);
}

/** A number of at least 1e9 as milliseconds since the epoch: its size tells seconds, milli-, micro- or nanoseconds. */
export function epochMs(n: number): number {
  return n >= 1e17 ? n / 1e6 : n >= 1e14 ? n / 1e3 : n >= 1e11 ? n : n * 1e3;
}

/**
 * Two whole numbers of seconds for the same wait differ by this much at most: a reset of 1 beside a Retry-After of 0 is a
 * second, not a millisecond. Where they differ by more in either unit, the nearer one in proportion is taken and not sure.
 */
const roundedMs = 1_500;

function delta(n: number, context: ResetContext, latestMs: number): ResetReading {
  const { retryAfterMs, learnt } = context;
  const fitting = (
    [
      ['seconds', n * 1000],
      ['milliseconds', n],
    ] as const
  ).filter(([, ms]) => ms <= latestMs);
  const mayMean = fitting.map(([unit]) => unit);
  if (retryAfterMs !== null && retryAfterMs !== undefined && n > 0) {
    const [offAsSeconds, offAsMs] = [Math.abs(n * 1000 - retryAfterMs), Math.abs(n - retryAfterMs)];
    const sure = offAsSeconds <= roundedMs || offAsMs <= roundedMs;
    const isSeconds = sure ? offAsSeconds <= roundedMs : retryAfterMs > n * Math.sqrt(1000);
    const unit = isSeconds ? 'seconds' : 'milliseconds';
    return { waitMs: unit === 'seconds' ? n * 1000 : n, unit, mayMean: [unit], sure };
  }
  const [unit, waitMs] = fitting.filter(([candidate]) => candidate === learnt)[0] ??
    fitting[0] ?? [null, null];
  if (unit === null) return unread;
  return { waitMs, unit, mayMean, sure: unit === learnt || n <= 60 };
}

/**
 * Reads a reset, whose unit the specification does not show (§8). The size of a number tells an instant since the epoch
 * from a delta; of a delta, Retry-After is the witness, then what was learnt, then what fits the window. Otherwise strict
 * grammars: ISO 8601, HTTP-date, a duration, `t=` of a structured field (IETF RateLimit draft). What is past is 0; what
 * lies beyond the window by more than a quarter and a minute is not believed.
 */
export function readReset(text: string, context: ResetContext): ResetReading {
  const value = single(text);
  const latestMs = (context.windowSeconds * 1.25 + 60) * 1000;
  const at = (waitMs: number, unit: ResetUnit, sure: boolean): ResetReading =>
    waitMs > latestMs ? unread : { waitMs: Math.max(0, waitMs), unit, mayMean: [unit], sure };
  if (isNumber(value)) {
    const n = Number(value);
    return n >= 1e9 ? at(epochMs(n) - context.nowMs, 'epoch', true) : delta(n, context, latestMs);
  }
  const instant = parseInstant(value);
  if (instant) return at(instant.at - context.nowMs, 'date', instant.sure);
  const duration = readDuration(value);
  if (duration !== null) return at(duration, 'duration', true);
  const field = /;\s*t=(\d+)/.exec(value);
  return field ? at(Number(field[1]) * 1000, 'field', true) : unread;
}

/** A delta as one answer told it. */
export interface DeltaSample {
  readonly n: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The unit in which a delta fell between two answers of one window; null where they lie too close to tell. */
export function unitByFall(before: DeltaSample, after: DeltaSample): DeltaUnit | null {
  const passed = after.at - before.at;
  const fell = before.n - after.n;
  if (passed < 3_000) return null;
  if (Math.abs(fell * 1000 - passed) <= roundedMs) return 'seconds';
  return Math.abs(fell - passed) <= roundedMs ? 'milliseconds' : null;
}
