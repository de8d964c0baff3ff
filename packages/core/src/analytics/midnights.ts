import { largestOf, smallestOf } from '../extremes.ts';
import type { Row } from '../reading/cells.ts';
import { hourOf, readDate } from '../reading/dates.ts';
import { isObject } from '../reading/json.ts';
import { oneOf } from '../reading/names.ts';
import { addDays } from '../windows/calendar.ts';
import { dating } from './grain.ts';
import { boundsOf } from './period.ts';

const zones = oneOf('timezone tz timezonename timezoneid reporttimezone reportingtimezone zone');
const utc = /^(utc|gmt|z|zulu|etc\/.*|[+-]?00:?00|)$/i;
const asUtc = /^\d+$|(z|utc|gmt|[+-]00:?00)$/i;

/** The hours by which the zones of a region may be ahead of UTC (IANA time zone database, 2025b). */
const regions: readonly (readonly [region: string, least: number, most: number])[] = [
  ['Europe/', 0, 4],
  ['Africa/', 0, 3],
  ['America/', -10, 0],
  ['US/', -11, -4],
  ['Asia/', 2, 12],
  ['Australia/', 8, 11],
  ['', -12, 14],
];

/** The zone of its days that a body states, where that is not UTC; null for none. */
function zoneOf(value: unknown, depth = 0): string | null {
  if (!isObject(value) || depth > 3) return null;
  return Object.keys(value).reduce<string | null>((found, name) => {
    const held = value[name];
    const isZone = zones(name) && typeof held === 'string' && !utc.test(held.trim());
    return found ?? (isZone ? held.trim() : zoneOf(held, depth + 1));
  }, null);
}

/** The hours after midnight UTC of an instant; null for what is none, or written in another zone. */
const hoursOf = (value: unknown): number | null => (asUtc.test(String(value)) ? (hourOf(value) ?? 0) : null);

/** Instants, one for each date and all of one hour: midnights of a zone that is not UTC. */
export interface Midnights {
  /** The zone or the window that the body states, by which the zone is sure; null where it states none. */
  readonly by: string | null;
  /** The date there. */
  readonly dateOf: (value: unknown) => string;
}

/** The midnights that date the rows, summer time or not; null where they are none or all of UTC. */
export function midnightsOf(body: unknown, rows: readonly Row[]): Midnights | null {
  const values = rows.map((row) => dating(row).value);
  const hours = values.map(hoursOf);
  const dates = new Set(values.map(readDate));
  const zone = zoneOf(body);
  const [, least, most] = regions.find(
    ([region]) => (zone ?? '').indexOf(region) === 0,
  ) as (typeof regions)[number];
  const isIn = (offset: (hour: number) => number): boolean => {
    const offsets = hours.map((hour) => (hour === null ? Number.NaN : offset(hour)));
    return (
      largestOf(offsets) - smallestOf(offsets) <= 1 &&
      offsets.every((one) => one >= least && one <= most && (one * 4) % 1 === 0)
    );
  };
  const isAhead = isIn((hour) => (24 - hour) % 24);
  const isBehind = isIn((hour) => -hour);
  if ((!isAhead && !isBehind) || !hours.some((hour) => hour) || dates.size < values.length) return null;
  const dateOf = (value: unknown): string =>
    addDays(readDate(value) as string, isAhead && hoursOf(value) ? 1 : 0);
  const from = boundsOf(body)?.[0].date;
  const isFrom = from === values.map(dateOf).sort()[0];
  const by = zone ?? (isFrom ? `a window from ${from}` : null);
  return { by: isAhead === isBehind ? null : by, dateOf };
}
