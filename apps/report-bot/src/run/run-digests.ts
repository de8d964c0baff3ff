import { Complaint } from '../complaint.ts';
import { type Delivered, deliverAll } from '../post/deliver.ts';
import { defaultGrace, due } from '../schedule/due.ts';
import type { IsoWeek } from '../schedule/iso-week.ts';
import type { Schedule, SmtpSettings } from '../settings/settings.ts';
import { readyDigests, recover } from '../store/ledger.ts';
import { pastRuns, plannedRuns, planRun, reopenRun, settleRun } from '../store/runs.ts';
import type { Store } from '../store/store.ts';
import { composeRun } from './compose.ts';

/** What happened, as plain data; the command line words it. */
export type RunEvent =
  | {
      readonly type: 'planned' | 'skipped';
      readonly schedule: string;
      readonly week: IsoWeek;
      readonly reason: string | null;
    }
  | { readonly type: 'composed'; readonly schedule: string; readonly week: IsoWeek; readonly digests: number }
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
  readonly clock: () => number;
  readonly stop?: () => boolean;
}

/** Plans, composes and delivers. Each schedule, week and recipient is sent once, however often and wherever this runs. */
export async function runDigests(
  store: Store,
  order: RunOrder,
  told: (event: RunEvent) => void,
): Promise<void> {
  const { now } = order;
  const found = await recover(store, now);
  if (found.ready + found.uncertain > 0) told({ type: 'recovered', ...found });
  await plan(store, order, told);
  await compose(store, order, told);
  const ids = order.schedules.map((schedule) => schedule.id);
  const ready = await readyDigests(store.db, order.impatient ? null : now, ids);
  await deliverAll(
    store,
    order.smtp,
    ready,
    order.clock,
    (delivered) => told({ type: 'delivery', ...delivered }),
    order.stop,
  );
}

async function plan(store: Store, order: RunOrder, told: (event: RunEvent) => void): Promise<void> {
  if (order.week !== null) {
    for (const schedule of order.schedules) await reopenRun(store.db, schedule.id, order.week, order.now);
    return;
  }
  for (const one of due(order.schedules, order.now, await pastRuns(store.db))) {
    if (!(await planRun(store.db, one, order.now))) continue;
    told({
      type: one.verdict === 'run' ? 'planned' : 'skipped',
      schedule: one.scheduleId,
      week: one.week,
      reason: one.reason,
    });
  }
}

async function compose(store: Store, order: RunOrder, told: (event: RunEvent) => void): Promise<void> {
  for (const run of await plannedRuns(store.db)) {
    const schedule = order.schedules.find((candidate) => candidate.id === run.schedule_id);
    if (schedule === undefined) continue;
    const at = { schedule: schedule.id, week: run.period_key };
    try {
      const digests = await composeRun(store, schedule, run, order.smtp.from, order.now);
      await settleRun(store.db, run.id, 'composed', null, order.now);
      told({ type: 'composed', ...at, digests });
    } catch (thrown) {
      if (!(thrown instanceof Complaint)) throw thrown;
      const over = order.now - run.planned_at.getTime() > defaultGrace.graceMs;
      await settleRun(store.db, run.id, over ? 'skipped' : 'planned', thrown.message, order.now);
      if (over) told({ type: 'skipped', ...at, reason: thrown.message });
      else if (thrown.message !== run.reason || order.impatient)
        told({ type: 'held', ...at, reason: thrown.message });
    }
  }
}
