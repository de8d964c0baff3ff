import type { Alert } from '../settings/settings.ts';
import { recordAlertCheck } from '../store/alert-history.ts';
import { findRun, fixRun, planRun, updatePlannedRun } from '../store/runs.ts';
import type { Store } from '../store/store.ts';
import { describeRowFault, UserError } from '../system/errors.ts';
import { type AlertDay, findUncheckedDay, judgeAlert } from './alert-digest.ts';
import { type ComposeResult, explainComposed, type FreezeOptions } from './digest-messages.ts';
import { freezeSelections } from './freeze-selections.ts';
import type { RunPeriod } from './plan-runs.ts';

type AlertEvent = RunPeriod &
  (({ readonly type: 'composed' } & ComposeResult) | { readonly type: 'held'; readonly reason: string });

interface AlertOptions extends FreezeOptions {
  readonly alerts: readonly Alert[];
  /** Checks at once what was answered just now. */
  readonly impatient: boolean;
}

interface CheckResult {
  /** The newest answer that was judged. */
  readonly until: number;
  readonly held: readonly string[];
  readonly event: AlertEvent | null;
}

/** Checks each alert once after new answers. Its messages are frozen like those of a digest, and sent with them. */
export async function composeAlerts(
  store: Store,
  { alerts, ...options }: AlertOptions,
  report: (event: AlertEvent) => void,
): Promise<void> {
  for (const alert of alerts) {
    if (options.ended.aborted) return;
    const due = await findUncheckedDay(store, alert, options);
    if (due === null) continue;
    const { newest: until, day: week } = due;
    const found = await freezeAlert(store, alert, due, options).catch((thrown): CheckResult => {
      const reason = thrown instanceof UserError ? thrown.message : describeRowFault(store, thrown);
      return { until, held: [], event: { type: 'held', schedule: alert.id, week, reason } };
    });
    if (found === null) return;
    await recordAlertCheck(store.db, alert.id, found.until, week, found.held);
    if (found.event !== null) report(found.event);
  }
}

/** Judges an alert and freezes its messages. Null if `ended` is aborted meanwhile. */
async function freezeAlert(
  store: Store,
  alert: Alert,
  due: AlertDay,
  options: FreezeOptions,
): Promise<CheckResult | null> {
  const { db } = store;
  const { until, message, held } = await judgeAlert(store, alert, due);
  if (message === null) return { until, held, event: null };
  const about = { scheduleId: alert.id, week: due.day };
  await planRun(db, { ...about, verdict: 'run', reason: null }, options.now);
  const run = await findRun(db, alert.id, due.day);
  if (run === undefined)
    throw new UserError(`The run of alert "${alert.id}" on ${due.day} is gone from the ledger.`);
  const parameters = JSON.stringify(message.parameters);
  const fixed = await fixRun(db, run.id, { dataUntil: until, parameters });
  // Another process was first.
  if (fixed.parameters !== parameters || fixed.state !== 'planned')
    return freezeAlert(store, alert, due, options);
  const composed = await freezeSelections(store, message.selections, run.id, options);
  if (options.ended.aborted) return null;
  await updatePlannedRun(db, run.id, 'composed', explainComposed(composed), options.now);
  return { until, held, event: { type: 'composed', schedule: alert.id, week: due.day, ...composed } };
}
