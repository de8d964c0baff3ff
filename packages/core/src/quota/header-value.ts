import { parseInstant } from '../calendar/instant.ts';
import type { HeaderFormat, WaitFormat } from './limits-recipe.ts';

/** A wait as a header writes it. */
export interface HeaderWait {
  /** Milliseconds from now, not below 0. */
  readonly ms: number;
  readonly unit: WaitFormat;
  /** False where it could mean something else too. */
  readonly sure: boolean;
}

const thousands = /^\d{1,3}(,\d{3})+$/;

/**
 * A number without sign or exponent; of a header that was sent twice (`5, 3`) the one that `pick` takes. `1,000` is one number, unless
 * its parts are equal. NaN for anything else.
 */
export function numberIn(text: string, pick: (one: number, other: number) => number = Math.max): number {
  const parts = text.split(',').map((part) => part.trim());
  const isOne = thousands.test(text) && parts.some((part) => part !== parts[0]);
  return (isOne ? [parts.join('')] : parts)
    .map((one) => (/^\d+(\.\d+)?$/.test(one) ? Number(one) : Number.NaN))
    .reduce((picked, n) => pick(picked, n));
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A duration as Go writes it (`1h23m31s`, `17ms`), in milliseconds; NaN for anything else. */
function durationIn(text: string): number {
  let total = 0;
  const rest = text.replace(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g, (_, amount: string, unit: string) => {
    total += Number(amount) * (unitMs[unit] ?? 0);
    return '';
  });
  return rest === '' && text !== '' ? total : Number.NaN;
}

/** No count of seconds or milliseconds until a reset is as large. */
const firstEpoch = 1e9;

const epochMs = (n: number): number => (n >= 1e17 ? n / 1e6 : n >= 1e14 ? n / 1e3 : n >= 1e11 ? n : n * 1e3);

/**
 * Reads a wait in its format; null where it is written otherwise, or longer than `latestMs`. In `any` format a number is in
 * seconds where these fit, else in milliseconds, and sure up to 60 seconds.
 * @param nowMs the service's time, milliseconds since the epoch
 */
export function parseHeaderWait(
  format: HeaderFormat,
  text: string,
  nowMs: number,
  latestMs = Number.POSITIVE_INFINITY,
): HeaderWait | null {
  const allows = (unit: WaitFormat): boolean => format === unit || format === 'any';
  const wait = (exact: number, unit: WaitFormat, sure = true): HeaderWait | null => {
    const ms = Math.max(0, Math.ceil(exact));
    return allows(unit) && ms <= latestMs ? { ms, unit, sure } : null;
  };
  const n = numberIn(text);
  if (n >= firstEpoch) return wait(epochMs(n) - nowMs, 'epoch');
  if (n >= 0)
    return (
      wait(n * 1_000, 'seconds', format !== 'any' || n <= 60) ?? wait(n, 'milliseconds', format !== 'any')
    );
  const instant = allows('date') ? parseInstant(text.trim()) : null;
  return instant ? wait(instant.at - nowMs, 'date', instant.sure) : wait(durationIn(text.trim()), 'duration');
}
