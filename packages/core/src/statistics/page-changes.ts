import {
  addDays,
  type CalendarDate,
  countWindowDays,
  type DateSpan,
  toPreviousWindow,
} from '../calendar/calendar.ts';
import type { CitationItem, Citations } from '../resources/resources.ts';

/** A citation feed; `items` may be left out by a caller that keeps only totals. */
export type CitationFeed = Pick<Citations, 'total' | 'atLeast'> & Partial<Pick<Citations, 'items'>>;

/** A period and the equal one before. */
export interface ComparedPeriods {
  readonly now: DateSpan;
  readonly past: DateSpan;
}

/** `new`: only the period cites the page. `lost`: only the one before. `kept`: both. */
export type PageStatus = 'new' | 'lost' | 'kept';

/** Citations of each item: as stated, else one if the feed has a row for each citation; null if unknown. */
export function chooseCount({
  total,
  atLeast,
  items = [],
}: CitationFeed): (item: CitationItem) => number | null {
  if (items.some(({ count }) => count !== null)) return ({ count }) => count;
  const isOneEach = items.length === (total ?? atLeast);
  return () => (isOneEach ? 1 : null);
}

/** The citations of several items; null if one is unknown. */
export const sumCounts = (
  items: readonly CitationItem[],
  count: (item: CitationItem) => number | null,
): number | null =>
  items.reduce<number | null>((sum, item) => {
    const more = count(item);
    return sum === null || more === null ? null : sum + more;
  }, 0);

/** True if the items are all citations of the total, and no page of several. */
export function isWholeFeed(feed: CitationFeed): boolean {
  const all = sumCounts(feed.items ?? [], chooseCount(feed));
  return feed.atLeast === undefined && all !== null && all >= (feed.total ?? 0);
}

/** The dates of items in order; none if an item has no date. */
export function listItemDates(items: readonly CitationItem[]): readonly CalendarDate[] {
  const dates = items.flatMap(({ date }) => (date === null ? [] : [date]));
  return dates.length === items.length ? dates.sort() : [];
}

/**
 * A period against the equal one before; without a period the newer half of the feed against the older. Null if the feed
 * does not reach back over both.
 * @param dates of the whole feed, in order; none for a feed without dates
 */
export function comparePeriods(
  period: DateSpan | null,
  dates: readonly CalendarDate[],
): ComparedPeriods | null {
  const [first, last] = [dates[0], dates[dates.length - 1]];
  if (first === undefined || last === undefined) return null;
  const half = Math.floor(countWindowDays({ from: first, to: last }) / 2);
  const now = period ?? { from: addDays(last, 1 - half), to: last };
  const past = period === null ? { from: first, to: addDays(now.from, -1) } : toPreviousWindow(now);
  return half > 0 && past.from >= first ? { now, past } : null;
}

/** The status of a page that is cited on `dates`; null if neither period cites it. */
export function findPageStatus(
  dates: readonly CalendarDate[],
  { now, past }: ComparedPeriods,
): PageStatus | null {
  const isCited = ({ from, to }: DateSpan) => dates.some((date) => date >= from && date <= to);
  if (isCited(now)) return isCited(past) ? 'kept' : 'new';
  return isCited(past) ? 'lost' : null;
}
