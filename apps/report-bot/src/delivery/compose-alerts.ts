import { daysBetween } from '@answershare/core';
import { looksPerWeek, meetsCondition, toAlertDigest } from '../digest/alert.ts';
import type { SiteDigest } from '../digest/site-digest.ts';
import { toLocalDate } from '../schedule/iso-week.ts';
import type { Alert } from '../settings/settings.ts';
import { readAlertHistory, readNewestAnswer, recordAlertCheck } from '../store/alert-history.ts';
import { findRun, planRun, updatePlannedRun } from '../store/runs.ts';
import type { Store } from '../store/store.ts';
import { UserError } from '../system/errors.ts';
import { composeDigests } from './compose.ts';
import { type ComposeResult, freezeMessages } from './digest-messages.ts';

/** Answers of one daily snapshot come one after another; a check waits until the last one is this old. */
const settledMs = 120_000;

/** `week` is the last day of the seven that were judged, in the alert's zone. */
type AlertEvent = { readonly schedule: string; readonly week: string } & (
  | ({ readonly type: 'composed' } & ComposeResult)
  | { readonly type: 'held'; readonly reason: string }
);

/** What a check found. */
interface AlertCheck {
  /** Null without a message. */
  readonly event: AlertEvent | null;
  /** Websites of which the condition holds and that need no other message. */
  readonly held: readonly string[];
}

interface AlertOptions {
  readonly alerts: readonly Alert[];
  readonly from: string | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly ended: AbortSignal;
  /** Checks at once what was answered just now. */
  readonly impatient: boolean;
}

/** Checks each alert once after new answers. Its messages are frozen like those of a digest, and sent with them. */
export async function composeAlerts(
  store: Store,
  { alerts, ...options }: AlertOptions,
  report: (event: AlertEvent) => void,
): Promise<void> {
  for (const alert of alerts) {
    if (options.ended.aborted) return;
    const newest = await readNewestAnswer(store.db, alert.figure, options.now);
    if (newest === null || (!options.impatient && newest > options.now - settledMs)) continue;
    const { checked, held } = await readAlertHistory(store.db, alert.id);
    if (checked !== null && newest <= checked) continue;
    const day = toLocalDate(newest, alert.timezone);
    const found = await checkAlert(store, alert, { newest, day, held }, options).catch((thrown) => {
      if (!(thrown instanceof UserError)) throw thrown;
      return {
        event: { type: 'held', schedule: alert.id, week: day, reason: thrown.message } as const,
        held: [],
      };
    });
    if (found === null) return;
    await recordAlertCheck(store.db, alert.id, newest, day, found.held);
    if (found.event !== null) report(found.event);
  }
}

/**
 * Judges the seven days that end with the newest answer. A website alerts if its condition holds and did not hold for
 * the days before. One message a day: other websites alert on the next day. Null if `ended` is aborted meanwhile.
 */
async function checkAlert(
  store: Store,
  alert: Alert,
  {
    newest,
    day,
    held,
  }: { readonly newest: number; readonly day: string; readonly held: ReadonlyMap<string, string> },
  { from, now, ended }: Omit<AlertOptions, 'alerts'>,
): Promise<AlertCheck | null> {
  const { db } = store;
  const [digest] = await composeDigests(store, alert, [day], { until: newest, looks: looksPerWeek });
  const holding = (digest?.sites ?? []).filter((site) => meetsCondition(site, alert.figure, alert.condition));
  const isNew = ({ id }: SiteDigest): boolean => {
    const last = held.get(id);
    return last === undefined || daysBetween(last, day) > alert.days;
  };
  const fresh = holding.filter(isNew);
  const known = holding.filter((site) => !isNew(site)).map(({ id }) => id);
  if (digest === undefined || fresh.length === 0) return { event: null, held: known };
  const reason = null;
  await planRun(db, { scheduleId: alert.id, week: day, verdict: 'run', reason }, now);
  const run = await findRun(db, alert.id, day);
  if (run === undefined)
    throw new UserError(`The run of alert "${alert.id}" on ${day} is gone from the ledger.`);
  if (run.state !== 'planned') return { event: null, held: known };
  const about = toAlertDigest(digest, fresh, alert.figure, alert.condition);
  const short = { ...alert, design: { ...alert.design, sections: [] } };
  const composed = await freezeMessages(store, short, about, run.id, { from, now, ended });
  if (ended.aborted) return null;
  await updatePlannedRun(db, run.id, 'composed', null, now);
  return {
    event: { type: 'composed', schedule: alert.id, week: day, ...composed },
    held: holding.map(({ id }) => id),
  };
}
