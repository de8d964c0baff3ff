import type { RateState } from '@answershare/core';
import { readKept, reportsName } from '../reports/kept-reports.ts';
import { planGuess } from '../schedule/plan-guess.ts';
import type { Schedule } from '../schedule/schedule.ts';
import { type HistoryState, historyState } from './history-state.ts';
import { lastRun, type Run } from './last-run.ts';
import type { Meter, Office } from './office.ts';
import { restoreFormulas } from './run-again.ts';
import { planChoices, storedSchedule } from './set-schedule.ts';

/** What the sidebar shows of the key's limits; null where nothing told it. */
export interface QuotaState {
  readonly minute: Pick<RateState['minute'], 'limit' | 'remaining' | 'resetAt'>;
  readonly day: Pick<RateState['day'], 'limit' | 'remaining' | 'resetAt'>;
  /** When the service told it, milliseconds since the epoch. */
  readonly at: number;
}

/** What the sidebar needs to know when it opens. Costs no request. */
export interface FileState {
  readonly paused: boolean;
  /** When the last refresh began, milliseconds since the epoch; 0 for none. */
  readonly refreshedAt: number;
  readonly zone: string;
  readonly reports: readonly {
    readonly title: string;
    readonly readAt: number;
    readonly fault: string | null;
  }[];
  readonly history: HistoryState | null;
  readonly schedule: Schedule & { readonly there: boolean };
  readonly plans: typeof planChoices;
  readonly run: Run | null;
  readonly quota: QuotaState | null;
  /** True where formulas of a refresh that was cut off were put back just now. */
  readonly restored: boolean;
}

export function quotaOf(meter: Meter | null): QuotaState | null {
  if (meter === null) return null;
  const { minute, day } = meter.rate;
  const told = ({ limit, remaining, resetAt }: typeof minute) => ({ limit, remaining, resetAt });
  return { minute: told(minute), day: told(day), at: meter.at };
}

export function fileState(office: Office): FileState {
  const { drawer, workbook, connection, alarm } = office;
  const restored = restoreFormulas(office);
  const standing = connection.status();
  const meter = office.meter();
  const stored = storedSchedule(office);
  const guess = planGuess(meter?.rate.minute.limit ?? null, meter?.rate.day.limit ?? null);
  const plan = stored.pace === 'off' && guess !== null ? guess : stored.plan;
  return {
    paused: standing?.paused ?? false,
    refreshedAt: standing?.freshFrom ?? 0,
    zone: workbook.zone,
    reports: readKept(drawer.get(reportsName)).map(({ title, readAt, fault }) => ({ title, readAt, fault })),
    history: historyState(office),
    schedule: { ...stored, plan, there: alarm.there },
    plans: planChoices,
    run: lastRun(drawer),
    quota: quotaOf(meter),
    restored,
  };
}
