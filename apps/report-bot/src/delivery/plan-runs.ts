import { addDays } from '@answershare/core';
import { formatMinute } from '../schedule/clock.ts';
import { type DueWeek, findDueWeeks } from '../schedule/due.ts';
import { type IsoWeek, isWeekOver, toLocalDate } from '../schedule/iso-week.ts';
import type { MailSettings } from '../settings/mail-senders.ts';
import type { Alert, DigestSchedule } from '../settings/settings.ts';
import { checkClock } from '../store/clock-evidence.ts';
import { findRestore, holdOpenWork } from '../store/restored.ts';
import { planRun, readScheduleHistories, recordLook, recordPresence, reopenRun } from '../store/runs.ts';
import { readFirstAttempt } from '../store/snapshots.ts';
import type { Store } from '../store/store.ts';
import type { Database } from '../store/tables.ts';
import type { Shutdown } from '../system/shutdown.ts';

/** A schedule's week, or the last day of an alert. */
export interface RunPeriod {
  readonly schedule: string;
  readonly week: IsoWeek;
}

export type PlanEvent =
  | (RunPeriod & { readonly type: 'planned' | 'skipped'; readonly reason: string | null })
  | (RunPeriod & { readonly type: 'held'; readonly reason: string })
  /** Nothing is planned, because the clock is in doubt. */
  | { readonly type: 'clock'; readonly reason: string }
  /** A copy of the ledger was put back. `mails`: how many became uncertain. */
  | { readonly type: 'restored'; readonly since: string; readonly mails: number };

export interface RunOptions {
  readonly schedules: readonly DigestSchedule[];
  readonly alerts: readonly Alert[];
  /** Null if no schedule has a recipient. */
  readonly mail: MailSettings | null;
  /** The instant at which weeks are due, milliseconds since the epoch. */
  readonly now: number;
  /** The week of an operator's command; null runs what is due. */
  readonly week: IsoWeek | null;
  /** Plans nothing while other clocks disagree. False for a time or week that a person states. */
  readonly checksClock?: boolean;
  /** Retries waiting mails before their next attempt is due, and reports an unchanged doubt or hold again. */
  readonly impatient: boolean;
  readonly clock: () => number;
  readonly shutdown: Shutdown;
  /** Called for each website of a digest, and after each delivery. */
  readonly progress?: (done: number, total: number, noun: 'websites' | 'mails') => void;
}

/** What is due at `now` by the ledger's history, if its week is over at `over`. */
export async function listDueWeeks(
  db: Database,
  schedules: readonly DigestSchedule[],
  now: number,
  over = now,
): Promise<readonly DueWeek[]> {
  const due = findDueWeeks(schedules, now, await readScheduleHistories(db, now), await readFirstAttempt(db));
  const isOver = ({ scheduleId, week }: DueWeek): boolean =>
    schedules.some(({ id, timezone }) => id === scheduleId && isWeekOver(week, over, timezone));
  return due.filter(isOver);
}

export interface RunPlan {
  /** Uptime of the sender, seconds. */
  readonly presentSeconds: number;
  /** The instant at which composed weeks must be over, milliseconds since the epoch. */
  readonly over: number;
}

/**
 * Plans what is due, or the week of an operator. A week that may have been sent by the original of a copied ledger is held.
 * Null while the clock is in doubt.
 */
export async function planRuns(
  store: Store,
  options: RunOptions,
  report: (event: PlanEvent) => void,
): Promise<RunPlan | null> {
  const { db } = store;
  const { schedules, now, week } = options;
  const clock = options.checksClock === true ? await checkClock(store, now) : null;
  if (clock !== null && clock.doubt !== null) {
    const { isContradicted, reason } = clock.doubt;
    const isHolding = isContradicted || (await listDueWeeks(db, schedules, now)).length > 0;
    if (isHolding && (clock.isNew || options.impatient)) report({ type: 'clock', reason });
    return null;
  }
  const over = clock?.earliest ?? now;
  const isRestored = await holdRestored(store, options, report);
  const presentSeconds = await recordPresence(store, now);
  if (week === null) await planDueWeeks(db, options, over, report);
  else if (!isRestored)
    for (const { id: schedule } of schedules)
      if (!(await reopenRun(db, schedule, week, now)))
        report({ type: 'skipped', schedule, week, reason: formatRecorded(week) });
  return { presentSeconds, over };
}

/** Why a week that an operator recorded as sent is not sent. */
export const formatRecorded = (week: IsoWeek): string =>
  `it is recorded as sent. To send it nevertheless, run "answershare skip --week ${week}" first`;

async function planDueWeeks(
  db: Database,
  { schedules, now }: RunOptions,
  over: number,
  report: (event: PlanEvent) => void,
): Promise<void> {
  if (schedules.length === 0) return;
  for (const one of await listDueWeeks(db, schedules, now, over)) {
    const { scheduleId: schedule, week, reason } = one;
    if (!(await planRun(db, one, now))) continue;
    report({ type: one.verdict === 'run' ? 'planned' : 'skipped', schedule, week, reason });
  }
  await recordLook(db, schedules, now);
}

/** Holds what came due after a copy of the ledger was made, if such a copy was put back. Returns whether it was. */
export async function holdRestored(
  store: Store,
  { schedules, alerts, now }: Pick<RunOptions, 'schedules' | 'alerts' | 'now'>,
  report: (event: PlanEvent) => void,
): Promise<boolean> {
  const { db } = store;
  const since = await findRestore(store);
  if (since === null) return false;
  const copy = `the ledger is a copy of ${formatMinute(since)}, and this may have been sent after it`;
  const reason = `${copy}; "answershare run --week W" sends it, "answershare skip --week W --as sent" records it`;
  const mails = await holdOpenWork(db, { runs: reason, mails: copy }, now);
  report({ type: 'restored', since: formatMinute(since), mails });
  for (const { scheduleId: schedule, week, dueAt } of await listDueWeeks(db, schedules, now)) {
    if (dueAt > since && (await planRun(db, { scheduleId: schedule, week, verdict: 'hold', reason }, now)))
      report({ type: 'held', schedule, week, reason });
  }
  for (const { id, timezone } of alerts) {
    const today = toLocalDate(now, timezone);
    for (let day = toLocalDate(since, timezone); day <= today; day = addDays(day, 1))
      await planRun(db, { scheduleId: id, week: day, verdict: 'hold', reason: copy }, now);
  }
  return true;
}
