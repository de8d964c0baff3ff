import type { CalendarDate, PlanName, TrackedFigure } from '@answershare/core';
import type { Rows } from './cell.ts';
import type { CellFault, CellQuery, ServicePeriod } from './query.ts';

/** Start of a change: days before the newest tracked day, or a date. */
export type Since = { readonly days: number } | { readonly date: CalendarDate };

/** The newest tracked day compared with an earlier one; null for none. */
export interface TrackedChange {
  /** Also null if the two were measured in different ways. */
  readonly change: number | null;
  readonly before: number | null;
  readonly after: number | null;
  /** The earlier day; the newest day itself if the change starts there. */
  readonly date: CalendarDate | null;
  readonly newest: CalendarDate | null;
  /** The verdict of the comparison; empty without an earlier day. */
  readonly verdict: string;
}

export interface ChangesQuery {
  readonly measure: TrackedFigure;
  /** Websites by id, domain or name. */
  readonly references: readonly string[];
  readonly since: Since;
}

export interface HistoryQuery {
  readonly measure: TrackedFigure;
  /** A website by id, domain or name. */
  readonly reference: string;
  /** Null is the whole history. */
  readonly since: Since | null;
  /** The last day; null is the newest. */
  readonly until: CalendarDate | null;
}

export interface TrackedValue {
  readonly date: CalendarDate;
  readonly value: number;
}

/** One website's change, or why there is none. */
export type ChangeAnswer = (TrackedChange & { readonly ok: true }) | (CellFault & { readonly ok: false });

/** Facts about the service without a request; null is unknown. Instants in milliseconds since the epoch. */
export interface StatusFacts {
  /** `ready`, `paused`, `not connected`, or the code of a current fault. */
  readonly state: string;
  readonly host: string | null;
  readonly form: 1 | 2 | 'mixed' | null;
  readonly websites: number | null;
  /** The plan with the stated limits; a guess. */
  readonly plan: PlanName | null;
  readonly minute_limit: number | null;
  readonly minute_left: number | null;
  readonly minute_reset: number | null;
  readonly day_limit: number | null;
  readonly day_left: number | null;
  readonly day_reset: number | null;
  /** When the service stated the limits. */
  readonly limits_seen: number | null;
  /** A lower bound. */
  readonly spent_today: number | null;
  readonly paused: boolean | null;
  /** End of the last refresh that brought an answer. */
  readonly last_refresh: number | null;
  readonly newest_data: number | null;
  readonly oldest_data: number | null;
  readonly last_fault: string | null;
  readonly last_fault_at: number | null;
}

export type DiagnosisRow = readonly [what: string, value: string];

/** Facts of a file without a request. */
export interface FileFacts {
  status(): StatusFacts;
  /**
   * The table of EXPLAIN about a function or an endpoint.
   * @param query null for a function of no single answer
   * @param period of analytics and of a period of the citation feed; else null
   * @throws CellError, ApiError
   */
  explain(query: CellQuery | null, period: ServicePeriod | null, name: string): Rows;
  diagnose(): readonly DiagnosisRow[];
  /** Sends nothing but the list of websites for names. @throws CellError without a history */
  changes(query: ChangesQuery): readonly ChangeAnswer[];
  /** One website's recorded days, oldest first. Sends as `changes` does. @throws CellError without a recorded day */
  history(query: HistoryQuery): readonly TrackedValue[];
}
