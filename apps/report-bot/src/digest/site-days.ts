import {
  type Authority,
  type CalendarDate,
  type Citations,
  type Competitors,
  figureOf,
  type JudgedFigure,
  type WebsiteEndpoint,
} from '@answershare/core';
import type { DailyValue } from '@answershare/core/statistics';
import { type IsoWeek, listWeekDates, previousWeek, toLocalDate, weeksRead } from '../schedule/iso-week.ts';

/** The totals of citations that are kept with the snapshots. */
export type CitationCounts = Pick<Citations, 'total' | 'byEngine'>;

/** A page with the answers that cite it. Addresses, engines and queries are foreign texts. */
export interface CitedPage {
  readonly url: string;
  /** Display names, most citations first; at most three. */
  readonly engines: readonly string[];
  /** The most frequent question; null if the feed has none. */
  readonly query: string | null;
  /** Each date once, in order. */
  readonly dates: readonly CalendarDate[];
}

/** What one engine's answer to one question cites, where a feed has answers that cite several websites. */
export interface CitedAnswer {
  readonly query: string;
  /** Display name. */
  readonly engine: string;
  readonly sources: readonly {
    readonly domain: string;
    readonly url: string;
    readonly dates: readonly CalendarDate[];
  }[];
}

/** The pages of one answer, a list that is kept with the snapshots. */
export interface CitedPages {
  /** The first and last date of the whole feed. */
  readonly first: CalendarDate;
  readonly last: CalendarDate;
  readonly pages: readonly CitedPage[];
  /** Absent where the feed has one website alone. */
  readonly answers?: readonly CitedAnswer[];
}

/** What is known of a fault of the client. */
export interface StoredFault {
  /** A kind of the client, `server`. */
  readonly kind: string;
  /** The HTTP status; null without an answer. */
  readonly status: number | null;
  /** The service's own words; null without any. */
  readonly serviceMessage: string | null;
}

/** Why a question has no answer. */
interface SnapshotFailure {
  readonly endpoint: string;
  /** In English. */
  readonly reason: string;
  /** Unknown for another error, and for one of an earlier version. */
  readonly fault?: StoredFault | null;
}

/** One website on one day, as the store has it. */
export interface SiteSnapshot {
  /** Milliseconds since the epoch; the day depends on the schedule's zone. */
  readonly takenAt: number;
  /** null: not collected or refused; `failures` contains the reason. */
  readonly authority: Authority | null;
  readonly competitors: Competitors | null;
  readonly citations: CitationCounts | null;
  /** Citations of each day of the service, also of the unfinished one. */
  readonly analytics: readonly DailyValue[] | null;
  /** Cited pages; read from the last day of the reported week on. */
  readonly pages?: CitedPages | null;
  readonly failures: readonly SnapshotFailure[];
  readonly windows: StatedWindows;
}

/** The days that an answer covers, where it states them. */
interface StatedWindows {
  readonly competitors?: number;
  readonly citations?: number;
}

/** The readings of one website on one day. */
export interface SiteDay {
  readonly day: string;
  readonly takenAt: number;
  readonly authority: Authority | null;
  readonly competitors: Competitors | null;
  readonly citations: CitationCounts | null;
  readonly failures: SiteSnapshot['failures'];
  readonly windows: StatedWindows;
}

/** What a day's answer gives for a figure; null without an answer. */
export function readFigure(day: SiteDay, name: JudgedFigure): number | null {
  const { endpoint, field = '' } = figureOf(name);
  const answer = day[endpoint as keyof SiteDay] as Readonly<Record<string, number | null>> | null;
  return answer?.[field] ?? null;
}

/** True if the day has an answer with figures. */
export const hasAnswer = ({ authority, competitors, citations }: SiteDay): boolean =>
  (authority ?? competitors ?? citations) !== null;

/** The days of one week that have a snapshot, oldest first. */
export interface SiteWeek {
  readonly week: IsoWeek;
  /** The days of the calendar that it has. */
  readonly of: number;
  readonly days: readonly SiteDay[];
}

/**
 * Groups one website's snapshots by week, oldest first. The latest answer of each kind counts for a day. Days
 * outside the weeks are omitted.
 */
export function groupByWeek(
  snapshots: readonly SiteSnapshot[],
  week: IsoWeek,
  zone: string,
  count: number = weeksRead,
): readonly SiteWeek[] {
  const days = new Map<string, SiteDay>();
  for (const taken of [...snapshots].sort((a, b) => a.takenAt - b.takenAt)) {
    const day = toLocalDate(taken.takenAt, zone);
    const earlier = days.get(day);
    const unanswered = (earlier?.failures ?? []).filter(
      ({ endpoint }) => taken[endpoint as WebsiteEndpoint] == null,
    );
    days.set(day, {
      day,
      takenAt: taken.takenAt,
      authority: taken.authority ?? earlier?.authority ?? null,
      competitors: taken.competitors ?? earlier?.competitors ?? null,
      citations: taken.citations ?? earlier?.citations ?? null,
      failures: [...unanswered, ...taken.failures],
      windows: { ...earlier?.windows, ...taken.windows },
    });
  }
  const weeks: IsoWeek[] = [week];
  for (let at = week; weeks.length < count; ) {
    at = previousWeek(at);
    weeks.unshift(at);
  }
  return weeks.map((name) => {
    const dates = listWeekDates(name);
    return { week: name, of: dates.length, days: dates.flatMap((day) => days.get(day) ?? []) };
  });
}
