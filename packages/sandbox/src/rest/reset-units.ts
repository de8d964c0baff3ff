import type { Standing } from '../limits/limits.ts';
import type { Quirks } from '../quirks/table.ts';

/** The value of a Reset header (undecided item 12); null: the header is not sent. */
export const RESET_UNITS: Readonly<Record<Quirks['reset'], (standing: Standing) => string | null>> = {
  seconds: ({ resetSeconds }) => String(resetSeconds),
  epoch: ({ resetAt }) => String(Math.ceil(resetAt / 1000)),
  'epoch-ms': ({ resetAt }) => String(Math.ceil(resetAt)),
  iso: ({ resetAt }) => new Date(Math.ceil(resetAt)).toISOString(),
  'http-date': ({ resetAt }) => httpDate(resetAt),
  duration: ({ resetSeconds }) => duration(resetSeconds),
  absent: () => null,
};

/** RFC 9110 §5.6.7, rounded up to the second. */
export function httpDate(instant: number): string {
  return new Date(Math.ceil(instant / 1000) * 1000).toUTCString();
}

/** `1h2m3s` without its zero parts. */
function duration(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ] as const;
  return parts.flatMap(([count, unit]) => (count === 0 ? [] : `${count}${unit}`)).join('');
}
