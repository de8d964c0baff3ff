import { Complaint } from '../complaint.ts';
import type { Ending } from '../ending.ts';
import { type Delivered, deliverAll, giveUpAfterSeconds } from '../post/deliver.ts';
import { due } from '../schedule/due.ts';
import type { IsoWeek } from '../schedule/iso-week.ts';
import type { Schedule, SmtpSettings } from '../settings/settings.ts';
import { readyDigests, recover } from '../store/ledger.ts';
import { notePresence } from '../store/presence.ts';
import { noteLook, pastRuns, plannedRuns, planRun, reopenRun, settleRun } from '../store/runs.ts';
import type { Store } from '../store/store.ts';
import { type Composed, composeRun } from './compose.ts';

/** What happened, as plain data; the command line words it. */
export type RunEvent =
  | {
      readonly type: 'planned' | 'skipped';
      readonly schedule: string;
      readonly week: IsoWeek;
      readonly reason: string | null;
    }
  | ({ readonly type: 'composed'; readonly schedule: string; readonly week: IsoWeek } & Composed)
  | { readonly type: 'held'; readonly schedule: string; readonly week: IsoWeek; readonly reason: string }
  | { readonly type: 'recovered'; readonly ready: number; readonly uncertain: number }
  | ({ readonly type: 'delivery' } & Delivered);

export interface RunOrder {
  readonly schedules: readonly Schedule[];
  readonly smtp: SmtpSettings;
  /** Milliseconds since the epoch: what is due is judged by it. */
  readonly now: number;
  /** A week asked for by an operator; null runs what is due. */
  readonly week: IsoWeek | null;
  /** Try again at once what waits after a failure. */
  readonly impatient: boolean;
  /** False plans and composes only. */
  readonly deliver: boolean;
  readonly clock: () => number;
  readonly ending: Ending;
}

/**
 * Plans, composes and delivers. Each schedule, week and recipient is sent once, however often and wherever this runs.
 * False where the mail server as a whole failed.
 */
export async function runDigests(
  store: Store,
  order: RunOrder,
  report: (event: RunEvent) => void,
): Promise<boolean> {
  const { now, ending } = order;
  const found = await recover(store, now);
  if (found.ready + found.uncertain > 0) report({ type: 'recovered', ...found });
  const presentSeconds = await notePresence(store.db, now);
  await plan(store, order, report);
  await compose(store, order, presentSeconds, report);
  if (!order.deliver || ending.ended.aborted) return true;
  const scheduleIds = order.schedules.map((schedule) => schedule.id);
  const ready = await readyDigests(store.db, order.impatient ? null : now, scheduleIds);
  return deliverAll(
    { store, smtp: order.smtp, scheduleIds, presentSeconds, clock: order.clock, ending },
    ready,
    (delivered) => report({ type: 'delivery', ...delivered }),
  );
}

async function plan(store: Store, order: RunOrder, report: (event: RunEvent) => void): Promise<void> {
  if (order.week !== null) {
    for (const schedule of order.schedules) await reopenRun(store.db, schedule.id, order.week, order.now);
    return;
  }
  for (const one of due(order.schedules, order.now, await pastRuns(store.db))) {
    if (!(await planRun(store.db, one, order.now))) continue;
    report({
      type: one.verdict === 'run' ? 'planned' : 'skipped',
      schedule: one.scheduleId,
      week: one.week,
      reason: one.reason,
    });
  }
  await noteLook(store.db, order.schedules, order.now);
}

async function compose(
  store: Store,
  order: RunOrder,
  presentSeconds: number,
  report: (event: RunEvent) => void,
): Promise<void> {
  for (const run of await plannedRuns(store.db)) {
    const schedule = order.schedules.find((candidate) => candidate.id === run.schedule_id);
    if (schedule === undefined) continue;
    const at = { schedule: schedule.id, week: run.period_key };
    try {
      const composed = await composeRun(store, schedule, run, order.smtp.from, order.now, order.ending.ended);
      if (order.ending.ended.aborted) return;
      await settleRun(store.db, run.id, 'composed', null, order.now);
      report({ type: 'composed', ...at, ...composed });
    } catch (thrown) {
      if (!(thrown instanceof Complaint)) throw thrown;
      const over = presentSeconds - run.since_s > giveUpAfterSeconds;
      await settleRun(store.db, run.id, over ? 'skipped' : 'planned', thrown.message, order.now);
      if (over) report({ type: 'skipped', ...at, reason: thrown.message });
      else if (thrown.message !== run.reason || order.impatient)
        report({ type: 'held', ...at, reason: thrown.message });
    }
  }
}
