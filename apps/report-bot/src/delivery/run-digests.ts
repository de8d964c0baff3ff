import { type DueWeek, findDueWeeks } from '../schedule/due.ts';
import type { IsoWeek } from '../schedule/iso-week.ts';
import type { Alert, DigestSchedule, SmtpSettings } from '../settings/settings.ts';
import { type DeliveryKind, listReadyDigests, recoverClaims } from '../store/ledger.ts';
import {
  listPlannedRuns,
  planRun,
  readScheduleHistories,
  recordLook,
  recordPresence,
  reopenRun,
  updatePlannedRun,
} from '../store/runs.ts';
import { readFirstAttempt } from '../store/snapshots.ts';
import type { Store } from '../store/store.ts';
import type { Database } from '../store/tables.ts';
import { describeRowFault, UserError } from '../system/errors.ts';
import type { Shutdown } from '../system/shutdown.ts';
import { composeAlerts } from './compose-alerts.ts';
import { composeRun } from './compose-run.ts';
import { type DeliveredMail, deliverAll, giveUpAfterSeconds } from './deliver.ts';
import { type ComposeResult, explainComposed } from './digest-messages.ts';

/** An event of a run, as plain data. */
export type RunEvent =
  | {
      readonly type: 'planned' | 'skipped';
      readonly schedule: string;
      readonly week: IsoWeek;
      readonly reason: string | null;
    }
  | ({ readonly type: 'composed'; readonly schedule: string; readonly week: IsoWeek } & ComposeResult)
  | { readonly type: 'held'; readonly schedule: string; readonly week: IsoWeek; readonly reason: string }
  | { readonly type: 'recovered'; readonly ready: number; readonly uncertain: number }
  | ({ readonly type: 'delivery' } & DeliveredMail);

interface RunDigestsOptions {
  readonly schedules: readonly DigestSchedule[];
  readonly alerts: readonly Alert[];
  /** Null if no schedule has a recipient. */
  readonly smtp: SmtpSettings | null;
  /** The instant at which weeks are due, milliseconds since the epoch. */
  readonly now: number;
  /** The week of an operator's command; null runs what is due. */
  readonly week: IsoWeek | null;
  /** Retries waiting mails before their next attempt is due, and reports an unchanged hold again. */
  readonly impatient: boolean;
  readonly clock: () => number;
  readonly shutdown: Shutdown;
  /** Called for each website of a digest, and after each delivery. */
  readonly progress?: (done: number, total: number, noun: 'websites' | 'mails') => void;
}

/** Reports events of a run. */
type Report = (event: RunEvent) => void;

/**
 * Plans, composes and delivers. Each schedule, week and recipient or channel is sent once, in any number of processes.
 * Returns false if the mail server failed.
 */
export async function runDigests(store: Store, options: RunDigestsOptions, report: Report): Promise<boolean> {
  await composeDue(store, options, report);
  return deliverReady(store, options, null, report);
}

/** Plans and composes what is due. It ends early once `ended` is aborted. */
export async function composeDue(store: Store, options: RunDigestsOptions, report: Report): Promise<void> {
  const { now, alerts, impatient, shutdown } = options;
  const presentSeconds = await recordPresence(store.db, now);
  await planRuns(store, options, report);
  await composeRuns(store, options, presentSeconds, report);
  const from = options.smtp?.from ?? null;
  if (options.week === null)
    await composeAlerts(store, { alerts, from, now, ended: shutdown.ended, impatient }, report);
}

/**
 * Sends what is ready. Returns false if the mail server failed.
 * @param kind as of {@link recoverClaims}
 */
export async function deliverReady(
  store: Store,
  options: RunDigestsOptions,
  kind: DeliveryKind | null,
  report: Report,
): Promise<boolean> {
  const { now, clock, smtp, shutdown } = options;
  if (shutdown.ended.aborted) return true;
  const found = await recoverClaims(store, now, kind);
  if (found.ready + found.uncertain > 0) report({ type: 'recovered', ...found });
  const presentSeconds = await recordPresence(store.db, now);
  const audiences = [...options.schedules, ...options.alerts];
  const ids = audiences.map(({ id }) => id);
  const ready = await listReadyDigests(store.db, options.impatient ? null : now, ids, kind);
  let done = 0;
  return deliverAll({ store, smtp, audiences, presentSeconds, clock, shutdown }, ready, (delivered) => {
    report({ type: 'delivery', ...delivered });
    done += 1;
    options.progress?.(done, ready.length, 'mails');
  });
}

/** What is due at `now` by the ledger's history. */
export async function listDueWeeks(
  db: Database,
  schedules: readonly DigestSchedule[],
  now: number,
): Promise<readonly DueWeek[]> {
  return findDueWeeks(schedules, now, await readScheduleHistories(db), await readFirstAttempt(db));
}

async function planRuns(store: Store, options: RunDigestsOptions, report: Report): Promise<void> {
  if (options.week !== null) {
    for (const schedule of options.schedules)
      await reopenRun(store.db, schedule.id, options.week, options.now);
    return;
  }
  if (options.schedules.length === 0) return;
  for (const one of await listDueWeeks(store.db, options.schedules, options.now)) {
    if (!(await planRun(store.db, one, options.now))) continue;
    report({
      type: one.verdict === 'run' ? 'planned' : 'skipped',
      schedule: one.scheduleId,
      week: one.week,
      reason: one.reason,
    });
  }
  await recordLook(store.db, options.schedules, options.now);
}

async function composeRuns(
  store: Store,
  options: RunDigestsOptions,
  presentSeconds: number,
  report: Report,
): Promise<void> {
  const { ended } = options.shutdown;
  for (const run of await listPlannedRuns(store.db)) {
    const schedule = options.schedules.find((candidate) => candidate.id === run.schedule_id);
    if (schedule === undefined) continue;
    const at = { schedule: schedule.id, week: run.period_key };
    try {
      const composed = await composeRun(store, schedule, run, {
        from: options.smtp?.from ?? null,
        now: options.now,
        forced: options.week === run.period_key,
        ended,
        progress: (done, total) => {
          ended.throwIfAborted();
          options.progress?.(done, total, 'websites');
        },
      });
      if (ended.aborted) return;
      if ('withheld' in composed) {
        await updatePlannedRun(store.db, run.id, 'skipped', composed.withheld, options.now);
        report({ type: 'skipped', ...at, reason: composed.withheld });
        continue;
      }
      await updatePlannedRun(store.db, run.id, 'composed', explainComposed(composed), options.now);
      report({ type: 'composed', ...at, ...composed });
    } catch (thrown) {
      if (ended.aborted) return;
      const reason =
        thrown instanceof UserError
          ? thrown.message
          : `run ${run.id} of the ledger cannot be composed: ${describeRowFault(store, thrown)}`;
      const over = presentSeconds - run.since_s > giveUpAfterSeconds;
      await updatePlannedRun(store.db, run.id, over ? 'skipped' : 'planned', reason, options.now);
      if (over) report({ type: 'skipped', ...at, reason });
      else if (reason !== run.reason || options.impatient) report({ type: 'held', ...at, reason });
    }
  }
}
