import { daysBetween, toStartMs } from '../calendar/calendar.ts';
import { findField, isObject, type JsonObject } from '../json/json.ts';

const firstDayNames = ['from', 'fromdate', 'start', 'startdate', 'periodstart', 'since'];
const lastDayNames = ['to', 'todate', 'end', 'enddate', 'periodend', 'until'];
const lengthNames = ['windowdays', 'perioddays', 'window', 'period', 'range', 'timeframe'];

/** Objects below the body that may hold a window: an envelope and its description. */
const maxDepth = 3;
const maxDays = 3_660;

/**
 * The number of days that a body states as its window: two dates, a count of days, or a text such as `30d`. Null if it
 * states none. Lists are not searched, because their dates belong to rows.
 */
export function findStatedWindow(body: unknown): number | null {
  let level: readonly JsonObject[] = isObject(body) ? [body] : [];
  for (let depth = 0; depth < maxDepth && level.length > 0; depth += 1) {
    for (const object of level) {
      const days = readDates(object) ?? readLength(object);
      if (days !== null) return days;
    }
    level = level.flatMap((object) => Object.values(object).filter(isObject));
  }
  return null;
}

function readDates(object: JsonObject): number | null {
  const [first, last] = [readDate(object, firstDayNames), readDate(object, lastDayNames)];
  return first === null || last === null ? null : toDays(daysBetween(first, last) + 1);
}

function readDate(object: JsonObject, names: readonly string[]): string | null {
  const name = findField(object, names);
  const value = name === null ? null : object[name];
  if (typeof value !== 'string') return null;
  const date = value.slice(0, 10);
  return toStartMs(date) === null ? null : date;
}

function readLength(object: JsonObject): number | null {
  const name = findField(object, lengthNames);
  const value = name === null ? null : object[name];
  if (typeof value === 'number') return toDays(value);
  if (typeof value !== 'string') return null;
  const count = /^(?:last[ _-]?)?(\d{1,4})[ _-]?d(?:ays?)?$/i.exec(value.trim())?.[1];
  return count === undefined ? null : toDays(Number(count));
}

function toDays(count: number): number | null {
  return Number.isInteger(count) && count >= 1 && count <= maxDays ? count : null;
}
