import type { CalendarDate, PlanName } from '@answershare/core';
import type { CellFault, CellQuery } from './query.ts';

/** A figure of which the history keeps the past. */
export type TrackedMeasure = 'authority' | 'share' | 'citations';

/** From when a change is counted: days before the newest tracked day, or a date. */
export type Since = { readonly days: number } | { readonly date: CalendarDate };

/** The newest tracked day beside the one it is compared with; null where there is none. */
export interface TrackedChange {
  /** Null also where the two were measured in different ways. */
  readonly change: number | null;
  readonly before: number | null;
  readonly after: number | null;
  /** The earlier day, or the newest itself where the change is counted from it. */
  readonly date: CalendarDate | null;
  readonly newest: CalendarDate | null;
  /** What may be said of it; empty where there is no earlier day. */
  readonly verdict: string;
}

export interface ChangesQuery {
  readonly measure: TrackedMeasure;
  /** Websites by id, domain or name. */
  readonly references: readonly string[];
  readonly since: Since;
}

/** One website's change, or why there is none. */
export type ChangeAnswer = (TrackedChange & { readonly ok: true }) | (CellFault & { readonly ok: false });

/** What a formula asks and what is kept of it; null is unknown. Instants in milliseconds since the epoch. */
export interface Explanation {
  /** Method, path and parameters; no key. */
  readonly request: string;
  readonly website: string | null;
  readonly form: string;
  /** How the Form is known, a clause an axis. */
  readonly knownBy: readonly string[];
  /** `fresh`, `older` or `none`. */
  readonly kept: 'fresh' | 'older' | 'none';
  readonly answeredAt: number | null;
  readonly freshUntil: number | null;
  /** Why the kept body, or with fields a later one, cannot be read. */
  readonly refused: string | null;
  /** Field, place, how it is written, and how far that is trusted. */
  readonly fields: readonly (readonly [name: string, pointer: string, codec: string, status: string])[];
  readonly notes: readonly string[];
  readonly unread: readonly string[];
  /** The lists that API_FIELD and API_TABLE cut to a window; null for another endpoint and where no body is kept. */
  readonly cut: readonly string[] | null;
}

/** What a file knows of its service without asking it; null is unknown. Instants in milliseconds since the epoch. */
export interface StatusFacts {
  /** `ready`, `paused`, `not connected`, or the code of a fault that stands. */
  readonly state: string;
  readonly host: string | null;
  readonly form: 1 | 2 | 'mixed' | null;
  readonly websites: number | null;
  /** The plan whose limits the service told; a guess. */
  readonly plan: PlanName | null;
  readonly minute_limit: number | null;
  readonly minute_left: number | null;
  readonly minute_reset: number | null;
  readonly day_limit: number | null;
  readonly day_left: number | null;
  readonly day_reset: number | null;
  /** When the limits were told. */
  readonly limits_seen: number | null;
  /** A lower bound. */
  readonly spent_today: number | null;
  readonly paused: boolean | null;
  /** When the last refresh ended that brought an answer. */
  readonly last_refresh: number | null;
  readonly newest_data: number | null;
  readonly oldest_data: number | null;
  readonly last_fault: string | null;
  readonly last_fault_at: number | null;
}

export type DiagnosisRow = readonly [what: string, value: string];

/** What a file knows without asking the service. */
export interface FileFacts {
  status(): StatusFacts;
  /** @throws Refusal, ApiError */
  explain(query: CellQuery): Explanation;
  diagnose(): readonly DiagnosisRow[];
  /** At no request, but for the list of websites where one is not given by its id. @throws Refusal without a history */
  changes(asked: ChangesQuery): readonly ChangeAnswer[];
}
