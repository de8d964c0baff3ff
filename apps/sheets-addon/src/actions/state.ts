import type { RecipeBook } from '@answershare/core';
import type { Fault } from '../asks/ask.ts';
import { readKept, reportsName } from '../reports/kept-reports.ts';
import { silentSince } from '../schedule/beat.ts';
import type { Schedule } from '../schedule/schedule.ts';
import { keyRefusal, type Trouble, unreadAnswer } from '../service/meter.ts';
import type { StatusFacts } from '../service/status-facts.ts';
import { restoreFormulas } from './formula-journal.ts';
import { type HistoryState, historyState } from './history-state.ts';
import { lastRun, type Run } from './last-run.ts';
import type { Office } from './office.ts';
import { currentSchedule, storedBeat } from './schedule-trigger.ts';
import { planChoices } from './set-schedule.ts';

/** What the sidebar shows of the key's limits; null where nothing tells it, or tells it no longer. */
export interface QuotaState {
  readonly minute: QuotaLimit;
  readonly day: QuotaLimit;
  /** Requests of this file today, a lower bound. */
  readonly spentToday: number | null;
  /** When the service told it, milliseconds since the epoch; null for never. */
  readonly at: number | null;
}

export interface QuotaLimit {
  readonly limit: number | null;
  readonly remaining: number | null;
  /** Milliseconds since the epoch. */
  readonly resetAt: number | null;
}

/** What the sidebar needs to know when it opens. Costs no request. */
export interface FileState {
  readonly paused: boolean;
  /** When the last refresh ended that brought an answer, milliseconds since the epoch; 0 for none. */
  readonly refreshedAt: number;
  readonly zone: string;
  readonly reports: readonly {
    readonly title: string;
    readonly readAt: number;
    readonly fault: string | null;
  }[];
  readonly history: HistoryState | null;
  readonly schedule: Schedule & {
    readonly there: boolean;
    /** Since when its trigger has not fired, milliseconds since the epoch; null where it does. */
    readonly silentSince: number | null;
  };
  readonly plans: typeof planChoices;
  readonly run: Run | null;
  readonly quota: QuotaState;
  /** Why the service refuses the key; null where it does not, as far as the file knows. */
  readonly refusal: Fault | null;
  /** The last answer that no recipe could read since recipes were stored; null for none. */
  readonly unread: Trouble | null;
  /** True where formulas of a refresh that was cut off were put back just now. */
  readonly restored: boolean;
}

function quotaOf(facts: StatusFacts): QuotaState {
  return {
    minute: { limit: facts.minute_limit, remaining: facts.minute_left, resetAt: facts.minute_reset },
    day: { limit: facts.day_limit, remaining: facts.day_left, resetAt: facts.day_reset },
    spentToday: facts.spent_today,
    at: facts.limits_seen,
  };
}

/** When the newest recipe was stored, milliseconds since the epoch; 0 for none. */
const learntAt = (book: RecipeBook): number =>
  Math.max(0, ...Object.values(book).flatMap((known) => known.map((one) => one.learntAt)));

export function fileState(office: Office): FileState {
  const { drawer, workbook, connection, alarm } = office;
  const restored = restoreFormulas(office);
  const standing = connection.status();
  const facts = office.file.status();
  const meter = office.meter();
  const schedule = currentSchedule(office);
  return {
    paused: standing?.paused ?? false,
    refreshedAt: facts.last_refresh ?? 0,
    zone: workbook.zone,
    reports: readKept(drawer.get(reportsName)).map(({ title, readAt, fault }) => ({ title, readAt, fault })),
    history: historyState(office),
    schedule: {
      ...schedule,
      there: alarm.there,
      silentSince: silentSince(schedule, storedBeat(office), office.now()),
    },
    plans: planChoices,
    run: lastRun(drawer),
    quota: quotaOf(facts),
    refusal: meter === null ? null : keyRefusal(meter),
    unread: meter === null ? null : unreadAnswer(meter, learntAt(connection.recipes())),
    restored,
  };
}
