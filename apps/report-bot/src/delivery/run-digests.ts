import { isWeekOver } from '../schedule/iso-week.ts';
import { isSendable } from '../store/claims.ts';
import { type DeliveryKind, listReadyDigests, recoverClaims } from '../store/ledger.ts';
import { findRestore } from '../store/restored.ts';
import { listPlannedRuns, readPresence, updatePlannedRun } from '../store/runs.ts';
import type { Store } from '../store/store.ts';
import { describeRowFault, UserError } from '../system/errors.ts';
import { findRepeatRule } from '../transports/mail/mail-transport.ts';
import { composeAlerts } from './compose-alerts.ts';
import { composeRun } from './compose-run.ts';
import { type DeliveredMail, deliverAll, giveUpAfterSeconds } from './deliver.ts';
import { type ComposeResult, explainComposed } from './digest-messages.ts';
import { type PlanEvent, planRuns, type RunOptions, type RunPeriod, type RunPlan } from './plan-runs.ts';

export type RunEvent =
  | PlanEvent
  | ({ readonly type: 'composed' } & RunPeriod & ComposeResult)
  | { readonly type: 'recovered'; readonly ready: number; readonly uncertain: number }
  | ({ readonly type: 'delivery' } & DeliveredMail);

type Report = (event: RunEvent) => void;

/**
 * Plans, composes and delivers. Each schedule, week and recipient or channel is sent once, in any number of processes.
 * Returns false if the mail server failed.
 */
export async function runDigests(store: Store, options: RunOptions, report: Report): Promise<boolean> {
  await composeDue(store, options, report);
  return deliverReady(store, options, null, report);
}

/** Plans and composes what is due. It ends early once `ended` is aborted. */
export async function composeDue(store: Store, options: RunOptions, report: Report): Promise<void> {
  const { now, alerts, impatient, shutdown } = options;
  const plan = await planRuns(store, options, report);
  if (plan === null) return;
  await composeRuns(store, options, plan, report);
  const from = options.mail?.from ?? null;
  if (options.week === null)
    await composeAlerts(store, { alerts, from, now, ended: shutdown.ended, impatient }, report);
}

/**
 * Sends what is ready. Returns false if the mail server failed.
 * @param kind as of {@link recoverClaims}
 */
export async function deliverReady(
  store: Store,
  options: RunOptions,
  kind: DeliveryKind | null,
  report: Report,
): Promise<boolean> {
  const { now, clock, mail, shutdown } = options;
  if (shutdown.ended.aborted) return true;
  // Planning holds the mails of a copy.
  if ((await findRestore(store)) !== null) return true;
  const found = await recoverClaims(store, now, kind);
  if (found.ready + found.uncertain > 0) report({ type: 'recovered', ...found });
  const presentSeconds = await readPresence(store.db, now);
  const audiences = () => [...options.schedules, ...options.alerts];
  const ids = audiences().map(({ id }) => id);
  const sendable = isSendable(findRepeatRule(mail), now);
  const ready = await listReadyDigests(store.db, options.impatient ? null : now, ids, kind, sendable);
  let done = 0;
  return deliverAll({ store, mail, audiences, presentSeconds, clock, shutdown }, ready, (delivered) => {
    report({ type: 'delivery', ...delivered });
    done += 1;
    options.progress?.(done, ready.length, 'mails');
  });
}

async function composeRuns(
  store: Store,
  options: RunOptions,
  { presentSeconds, over }: RunPlan,
  report: Report,
): Promise<void> {
  const { ended } = options.shutdown;
  for (const run of await listPlannedRuns(store.db)) {
    const schedule = options.schedules.find((candidate) => candidate.id === run.schedule_id);
    if (schedule === undefined) continue;
    const at = { schedule: schedule.id, week: run.period_key };
    // A clock that was ahead planned it.
    if (!isWeekOver(run.period_key, over, schedule.timezone)) continue;
    try {
      const composed = await composeRun(store, schedule, run, {
        from: options.mail?.from ?? null,
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
      const isLost = presentSeconds - run.since_s > giveUpAfterSeconds;
      await updatePlannedRun(store.db, run.id, isLost ? 'skipped' : 'planned', reason, options.now);
      if (isLost) report({ type: 'skipped', ...at, reason });
      else if (reason !== run.reason || options.impatient) report({ type: 'held', ...at, reason });
    }
  }
}
