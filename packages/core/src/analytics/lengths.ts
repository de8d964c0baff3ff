import { smallestOf } from '../extremes.ts';
import type { Row } from '../reading/cells.ts';
import { isObject } from '../reading/json.ts';
import { oneOf, plainName } from '../reading/names.ts';

const grains = oneOf(
  '(time|date|data|report|reporting|aggregation|bucket|series|chart|group|grouping|period)?(granularity|interval|resolution|bucket|bucketsize|bin|binsize|step|frequency|grain|dimension) groupby groupedby aggregat(e|ed)by (period|interval|range|timeframe|report)type rollup cadence periodicity',
);

/** Names that may tell the window: only `weekly` and the like speak of rows there. */
const windows = oneOf('timeframe period range window report type mode');

/** Lengths with their unit in the name: `bucket_days`, of a row also `window_days`. */
const sized = '(?:size|length|width)?(?:in)?(hour|day|week|month)s?$';
const withUnit = new RegExp(`^(?:bucket|interval|step|granularity|resolution|bin|grain|group)${sized}`);
const withUnitInRow = new RegExp(
  `^(?:\\w*window|period|span|rolling|trailing|lookback|smoothing|bucket|interval|aggregation)${sized}`,
);
const windowsInRow = oneOf(
  '*window span lookback rolling trailing period range timeframe (time|date|report)(period|range)',
);

const units = (
  [
    [1 / 1440, 'min minute minutely'],
    [1 / 24, 'h hr hour hourly'],
    [1, 'd day daily date'],
    [7, 'w wk week weekly w(sun|mon|tue|wed|thu|fri|sat)'],
    [14, 'fortnight fortnightly biweekly'],
    [30, 'm mo mth month monthly me mtd monthtodate'],
    [91, 'q qtr quarter quarterly qe'],
    [365, 'y yr year yearly annual annually ye ytd yeartodate'],
  ] as const
).map(([days, words]) => [days, oneOf(words)] as const);

const written = /^(?:every|each|per|by)?(?:p(t)?)?(\d*)(?:iso|calendar)?([a-z]+)$/;

/**
 * The days of a length: `week`, `7d`, `P1W`, `every 2 weeks`, seconds or milliseconds; of a list the least; null for anything
 * else.
 */
function daysIn(held: unknown): number | null {
  if (Array.isArray(held))
    return least((held as unknown[]).filter((one) => typeof one === 'string').map(daysIn));
  const size = Number(held);
  if (size >= 300 && size % 300 === 0) return size / (size === 3.6e6 || size >= 8.64e7 ? 8.64e7 : 86_400);
  const match = written.exec(
    String(held)
      .toLowerCase()
      .replace(/\w+:|[\s_-]/g, ''),
  );
  if (!match) return null;
  const [, isTime, count, word] = match as unknown as readonly [string, string | undefined, string, string];
  const [days] = units.find(([, isUnit]) => isUnit(isTime && word === 'm' ? 'min' : word)) ?? [];
  return days === undefined ? null : days * Number(count || 1);
}

const least = (lengths: readonly (number | null)[]): number | null => {
  const told = lengths.filter((days) => days !== null);
  return told.length > 0 ? smallestOf(told) : null;
};

function daysAt(name: string, held: unknown, withUnit: RegExp): number | null {
  const unit = withUnit.exec(plainName(name))?.[1];
  if (unit !== undefined) return daysIn(`${String(held)}${unit}`);
  if (plainName(name) === 'unit') return held === 'hour' ? 1 / 24 : null;
  return grains(name) || (windows(name) && /ly/i.test(String(held))) ? daysIn(held) : null;
}

/** The days that each row of a body has, as the body says at the top, in an envelope or in the echoed query; null where it does not. */
export function daysStated(value: unknown, depth = 0): number | null {
  if (!isObject(value) || depth > 3) return null;
  return least(
    Object.keys(value).map((name) =>
      isObject(value[name]) ? daysStated(value[name], depth + 1) : daysAt(name, value[name], withUnit),
    ),
  );
}

const until = /(the )?(last|past|trailing|rolling)\W*/i;

/** The days that a row says it is made of. */
export const daysOfRow = (row: Row): number | null =>
  least(
    row.map(({ name, value }) =>
      windowsInRow(name) && typeof value === 'string'
        ? daysIn(value.replace(until, ''))
        : daysAt(name, value, withUnitInRow),
    ),
  );
