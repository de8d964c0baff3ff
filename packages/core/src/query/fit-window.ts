import { daysBetween } from '../calendar/calendar.ts';
import { isObject } from '../json/json.ts';
import { type CodecName, decodeValue } from '../recipes/codecs.ts';
import type { Reading } from '../recipes/read-by-recipe.ts';
import { parsePointer, resolvePath, toPointerSegment } from '../recipes/recipe-pointer.ts';
import type { Analytics, AnalyticsDay } from '../resources/resources.ts';
import type { DateRange, WindowDates, WindowFit } from './window.ts';

/** A window as it was served. */
export interface ServedWindow {
  readonly from: string;
  readonly to: string;
  readonly how: WindowFit;
  /** Days asked for, and days of them that came with a row. A day without a row is unknown, never zero. */
  readonly asked: number;
  readonly given: number;
}

/** What an answer gives of asked dates, or why it is another window's. */
export type FittedWindow =
  | {
      readonly ok: true;
      readonly value: Analytics;
      readonly window: ServedWindow;
      readonly note: string | null;
    }
  | { readonly ok: false; readonly reason: string };

/** The days of an answer that lie in a range. */
export function selectDays(analytics: Analytics, { from, to }: DateRange): readonly AnalyticsDay[] {
  return analytics.days.filter((day) => day.date >= from && day.date <= to);
}

/**
 * Cuts an answer to the asked dates. Whether ends are inclusive and which zone a day follows is not shown (specification
 * §4), so one day too many is cut off; an answer wholly outside the window is refused, because it is another window's; days
 * that are missing are told.
 */
export function fitWindow(
  analytics: Analytics,
  plan: WindowDates & { readonly how: WindowFit },
): FittedWindow {
  const { range, days: asked } = plan;
  const days = selectDays(analytics, range);
  const [first, last] = [analytics.days[0], analytics.days[analytics.days.length - 1]];
  if (first && last && days.length === 0) {
    const reason = `its days ${first.date} to ${last.date} lie outside the window ${range.from} to ${range.to}`;
    return { ok: false, reason };
  }
  const cut =
    first && last && (daysBetween(first.date, range.from) > 1 || daysBetween(range.to, last.date) > 1);
  const how = cut ? ('sliced' as const) : plan.how;
  const window = { ...range, how, asked, given: days.length };
  const note = days.length < asked - 1 ? `${days.length} of the ${asked} asked days came` : null;
  return { ok: true, value: { days, period: how === 'sliced' ? null : analytics.period }, window, note };
}

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
  const { pointer: dateField, codec } = (reading.ok ? reading.trace.fields.date : undefined) ?? {
    pointer: '',
    codec: 'date',
  };
  const entryPointer = dateField.slice(dateField.lastIndexOf('*') + 1);
  const entryPath = entryPointer === '/#' ? [] : (parsePointer(entryPointer) ?? []);
  const decodeDate = (value: unknown): unknown => decodeValue(codec as CodecName, value) ?? null;

  /** The dates of a list's entries or of an object's keys; null unless they are those of the days. */
  function listDates(value: object): readonly string[] | null {
    const isKeyed = entryPath.length === 0 && !Array.isArray(value);
    const dates = Object.entries(value).map(([key, entry]) =>
      decodeDate(isKeyed ? key : resolvePath(entry, entryPath, [])),
    );
    const found = new Set(dates);
    const all = days.length > 0 && days.every((day) => found.has(day));
    return all && !found.has(null) ? (dates as string[]) : null;
  }

  function cut(value: unknown, pointer: string): unknown {
    if (!Array.isArray(value) && !isObject(value)) return value;
    const entries = Object.entries(value);
    const dates = Array.isArray(value) && value.length === 0 ? [] : listDates(value);
    if (dates === null)
      return rebuildBody(
        value,
        entries.map(([key, entry]) => [key, cut(entry, pointer + toPointerSegment(key))]),
      );
    const isInside = (_: unknown, at: number): boolean =>
      (dates[at] ?? '') >= from && (dates[at] ?? '') <= to;
    const kept = entries.filter(isInside);
    lists.push(pointer);
    if (kept.length === 0 && entries.length > 0) emptied.push(pointer);
    return rebuildBody(value, kept);
  }

  return { body: cut(body, ''), lists, emptied };
}

function rebuildBody(like: unknown, entries: readonly (readonly [string, unknown])[]): unknown {
  return Array.isArray(like) ? entries.map(([, entry]) => entry) : Object.fromEntries(entries);
}
