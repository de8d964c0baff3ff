import { isObject } from '../bodies/json.ts';
import { type CodecName, decodeValue } from '../recipes/codecs.ts';
import { follow, parsePointer, toPointerSegment } from '../recipes/pointer.ts';
import type { Reading } from '../recipes/reading.ts';
import type { Analytics } from '../resources/analytics.ts';
import type { DateRange } from './resolve.ts';

/** A body of analytics whose lists of days are cut to a window. All else in it is of the whole answer. */
export interface CutBody {
  readonly body: unknown;
  /** JSON Pointers to the lists, and the objects keyed by date, that were cut. */
  readonly lists: readonly string[];
  /** Those of them that have no entry in the window. */
  readonly emptied: readonly string[];
}

/**
 * Cuts each list whose entries all have a date where the recipe has that of the days, and which has every day that was
 * read. Any other list stays as it is: its dates may be those of something else.
 */
export function cutBody(body: unknown, { from, to }: DateRange, reading: Reading<Analytics>): CutBody {
  const lists: string[] = [];
  const emptied: string[] = [];
  const days = reading.ok ? reading.value.days.map(({ date }) => date) : [];
  const { pointer: place, codec } = (reading.ok ? reading.trace.fields.date : undefined) ?? {
    pointer: '',
    codec: 'date',
  };
  const rest = place.slice(place.lastIndexOf('*') + 1);
  const inEntry = rest === '/#' ? [] : (parsePointer(rest) ?? []);
  const dateIn = (value: unknown): unknown => decodeValue(codec as CodecName, value) ?? null;

  /** The dates of a list's entries or of an object's keys; null unless they are those of the days. */
  function datesOf(value: object): readonly string[] | null {
    const isKeyed = inEntry.length === 0 && !Array.isArray(value);
    const dates = Object.entries(value).map(([key, entry]) =>
      dateIn(isKeyed ? key : follow(entry, inEntry, [])),
    );
    const found = new Set(dates);
    const all = days.length > 0 && days.every((day) => found.has(day));
    return all && !found.has(null) ? (dates as string[]) : null;
  }

  function cut(value: unknown, pointer: string): unknown {
    if (!Array.isArray(value) && !isObject(value)) return value;
    const entries = Object.entries(value);
    const dates = Array.isArray(value) && value.length === 0 ? [] : datesOf(value);
    if (dates === null)
      return rebuilt(
        value,
        entries.map(([key, entry]) => [key, cut(entry, pointer + toPointerSegment(key))]),
      );
    const isInside = (_: unknown, at: number): boolean =>
      (dates[at] ?? '') >= from && (dates[at] ?? '') <= to;
    const left = entries.filter(isInside);
    lists.push(pointer);
    if (left.length === 0 && entries.length > 0) emptied.push(pointer);
    return rebuilt(value, left);
  }

  return { body: cut(body, ''), lists, emptied };
}

function rebuilt(like: unknown, entries: readonly (readonly [string, unknown])[]): unknown {
  return Array.isArray(like) ? entries.map(([, entry]) => entry) : Object.fromEntries(entries);
}
