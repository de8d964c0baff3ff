import { type DateSpan, daysBetween } from '../calendar/calendar.ts';
import { isObject } from '../json/json.ts';
import { type CodecName, decodeValue } from '../recipes/codecs.ts';
import type { Reading } from '../recipes/read-by-recipe.ts';
import { parsePointer, resolvePath, toPointerSegment } from '../recipes/recipe-pointer.ts';
import type { Analytics, AnalyticsDay } from '../resources/resources.ts';
import type { WindowDates, WindowFit } from './window.ts';

export interface ServedWindow {
  readonly from: string;
  readonly to: string;
  readonly how: WindowFit;
  /** Requested days, and those with a row. A day without a row is unknown, never zero. */
  readonly asked: number;
  readonly given: number;
}

/** An answer cut to the requested dates, or why it belongs to another window. */
export type FittedWindow =
  | {
      readonly ok: true;
      readonly value: Analytics;
      readonly window: ServedWindow;
      readonly note: string | null;
    }
  | { readonly ok: false; readonly reason: string };

/** The days of an answer within a range. */
export function selectDays(analytics: Analytics, { from, to }: DateSpan): readonly AnalyticsDay[] {
  return analytics.days.filter((day) => day.date >= from && day.date <= to);
}

/**
 * Cuts an answer to the requested dates and notes missing days. The specification (§4) does not show whether ends are
 * inclusive or which zone applies, so one extra day is cut off. An answer wholly outside the window is rejected.
 */
export function cutToWindow(
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

/** An analytics body with its lists of days cut to a window. The rest covers the whole answer. */
export interface CutBody {
  readonly body: unknown;
  /** JSON Pointers to the cut lists and objects keyed by date. */
  readonly lists: readonly string[];
  /** Those without an entry in the window. */
  readonly emptied: readonly string[];
}

/**
 * Cuts each list whose entries have the recipe's date field and cover every day that was read. Other lists stay, because
 * their dates may mean something else.
 */
export function cutBody(body: unknown, { from, to }: DateSpan, reading: Reading<Analytics>): CutBody {
  const lists: string[] = [];
  const emptied: string[] = [];
  const days = reading.ok ? reading.value.days.map(({ date }) => date) : [];
  const { pointer: dateField, codec } = (reading.ok ? reading.trace.fields.date : undefined) ?? {
    pointer: '',
    codec: 'date',
  };
  const entryPointer = dateField.slice(dateField.lastIndexOf('*') + 1);
  const entryPath = entryPointer === '/#' ? [] : parsePointer(entryPointer) || [];
  const decodeDate = (value: unknown): unknown => decodeValue(codec as CodecName, value) ?? null;

  /** The dates of entries or keys; null unless they are the dates of the days. */
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
      (dates[at] || '') >= from && (dates[at] || '') <= to;
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
