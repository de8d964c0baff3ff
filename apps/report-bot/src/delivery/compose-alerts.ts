import { daysBetween } from '@answershare/core';
import { selectWebsites } from '../collect/websites.ts';
import { looksPerWeek, meetsCondition, toAlertDigest } from '../digest/alert.ts';
import { toLocalDate } from '../schedule/iso-week.ts';
import type { Alert } from '../settings/settings.ts';
import { splitAudience } from '../settings/split-audience.ts';
import { readAlertHistory, readNewestAnswer, recordAlertCheck } from '../store/alert-history.ts';
import { findRun, planRun, updatePlannedRun } from '../store/runs.ts';
import type { Store } from '../store/store.ts';
import { UserError } from '../system/errors.ts';
import { composeDigests } from './compose.ts';
import type { ComposeResult } from './digest-messages.ts';
import { freezeSelections } from './freeze-selections.ts';

/** Answers of one daily snapshot come one after another; a check waits until the last one is this old. */
const settledMs = 120_000;

/** `week` is the last day of the seven that were judged, in the alert's zone. */
type AlertEvent = { readonly schedule: string; readonly week: string } & (
  | ({ readonly type: 'composed' } & ComposeResult)
  | { readonly type: 'held'; readonly reason: string }
);

interface AlertCheck {
  /** The newest answer, milliseconds since the epoch. */
  readonly newest: number;
  /** Its local date. */
  readonly day: string;
  readonly held: ReadonlyMap<string, string>;
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
    try {
      const composed = await checkAlert(store, alert, { newest, day, held }, options);
      if (composed !== null) report(composed);
    } catch (thrown) {
      if (!(thrown instanceof UserError)) throw thrown;
      report({ type: 'held', schedule: alert.id, week: day, reason: thrown.message });
      await recordAlertCheck(store.db, alert.id, newest, day, []);
    }
  }
}

/**
 * Judges the seven days that end with the newest answer, over all websites of the alert. A website alerts those who get
 * its figures, if its condition holds and did not hold for the days before. One message a day: other websites alert on
 * the next day.
 */
async function checkAlert(
  store: Store,
  alert: Alert,
  { newest, day, held }: AlertCheck,
  { from, now, ended }: Omit<AlertOptions, 'alerts'>,
): Promise<AlertEvent | null> {
  const { db } = store;
  const [digest] = await composeDigests(store, alert, [day], { until: newest, looks: looksPerWeek });
  const holding = (digest?.sites ?? []).filter((site) => meetsCondition(site, alert.figure, alert.condition));
  const isNew = (id: string): boolean => {
    const last = held.get(id);
    return last === undefined || daysBetween(last, day) > alert.days;
  };
  const websites = (digest?.sites ?? []).map(({ website }) => website);
  const parts = splitAudience(alert).map((part) => ({
    part,
    ids: new Set(selectWebsites(part, websites).websites.map(({ id }) => id)),
  }));
  const fresh = holding.filter(({ id }) => isNew(id) && parts.some(({ ids }) => ids.has(id)));
  const known = holding.filter(({ id }) => !isNew(id)).map(({ id }) => id);
  if (digest === undefined || fresh.length === 0) {
    await recordAlertCheck(db, alert.id, newest, day, known);
    return null;
  }
  const reason = null;
  await planRun(db, { scheduleId: alert.id, week: day, verdict: 'run', reason }, now);
  const run = await findRun(db, alert.id, day);
  if (run === undefined)
    throw new UserError(`The run of alert "${alert.id}" on ${day} is gone from the ledger.`);
  if (run.state !== 'planned') {
    await recordAlertCheck(db, alert.id, newest, day, known);
    return null;
  }
  const selections = parts.flatMap(({ part, ids }) => {
    const sites = fresh.filter(({ id }) => ids.has(id));
    if (sites.length === 0) return [];
    const about = toAlertDigest(digest, sites, alert.figure, alert.condition);
    return { schedule: { ...part, design: { ...part.design, sections: [] } }, digest: about };
  });
  const composed = await freezeSelections(store, selections, run.id, { from, now, ended });
  if (ended.aborted) return null;
  await updatePlannedRun(db, run.id, 'composed', null, now);
  await recordAlertCheck(db, alert.id, newest, day, [...known, ...fresh.map(({ id }) => id)]);
  return { type: 'composed', schedule: alert.id, week: day, ...composed };
}
