import { createMails } from '../renderers/mail/mails.ts';
import { formatMinute } from '../schedule/clock.ts';
import type { IsoWeek } from '../schedule/iso-week.ts';
import type { MailSettings } from '../settings/mail-senders.ts';
import type { Alert, DigestSchedule } from '../settings/settings.ts';
import { compareClocks } from '../store/clock-evidence.ts';
import { listFrozenRecipients } from '../store/digests.ts';
import { listOpenMails } from '../store/ledger.ts';
import { findRestore } from '../store/restored.ts';
import { findRun, listPlannedRuns, readPresence } from '../store/runs.ts';
import type { Store } from '../store/store.ts';
import { selectReached } from '../store/suppression-list.ts';
import type { RunRow } from '../store/tables.ts';
import { UserError } from '../system/errors.ts';
import { findUncheckedDay, judgeAlert } from './alert-digest.ts';
import type { WebsiteProgress } from './compose.ts';
import { composeSentDigests, explainWithheldDigests } from './compose-run.ts';
import { giveUpAfterSeconds } from './deliver.ts';
import { addressMessages, type ComposeResult } from './digest-messages.ts';
import type { ReadersDigest } from './freeze-selections.ts';
import { findDataUntil } from './freshness.ts';
import {
  formatRecorded,
  listDueWeeks,
  type PlanEvent,
  type RunOptions,
  type RunPeriod,
} from './plan-runs.ts';
import { createFolderError, findFolderFault } from './web-copies.ts';

/** What a run would do with a week or a mail, as plain data. */
export type ForecastEvent =
  | Extract<PlanEvent, { readonly type: 'clock' | 'restored' }>
  | (RunPeriod & { readonly type: 'would-wait' | 'would-skip'; readonly reason: string })
  | (RunPeriod & { readonly type: 'would-compose' } & Pick<ComposeResult, 'digests' | 'faults'>)
  | (RunPeriod & { readonly type: 'would-send'; readonly recipient: string; readonly subject: string });

interface ForecastOptions
  extends Pick<RunOptions, 'schedules' | 'alerts' | 'mail' | 'now' | 'week' | 'checksClock'> {
  readonly progress: WebsiteProgress;
}

interface PlannedWeek {
  readonly schedule: DigestSchedule;
  readonly week: IsoWeek;
  readonly run: RunRow | undefined;
  /** True if the run would give it up while it has no snapshot. */
  readonly overdue: boolean;
}

/** Reports what `runDigests` would do with the same options. Writes and sends nothing. */
export async function forecastDigests(
  store: Store,
  options: ForecastOptions,
  report: (event: ForecastEvent) => void,
): Promise<void> {
  const { schedules, alerts, now } = options;
  const doubt = options.checksClock === true ? (await compareClocks(store, now)).doubt : null;
  if (doubt !== null) return report({ type: 'clock', reason: doubt.reason });
  const open = await listOpenMails(store, [...schedules, ...alerts]);
  const copied = await findRestore(store);
  if (copied !== null) return report({ type: 'restored', since: formatMinute(copied), mails: open.length });
  for (const one of await planWeeks(store, options, report)) await forecastWeek(store, one, options, report);
  if (options.week === null) for (const alert of alerts) await forecastAlert(store, alert, options, report);
  for (const { scheduleId: schedule, ...mail } of open) report({ type: 'would-send', schedule, ...mail });
}

/** The weeks to compose: planned ones of the ledger, and those that are due or that the operator names. */
async function planWeeks(
  { db }: Store,
  { schedules, now, week }: ForecastOptions,
  report: (event: ForecastEvent) => void,
): Promise<readonly PlannedWeek[]> {
  const presentSeconds = await readPresence(db, now);
  const findSchedule = (id: string): readonly DigestSchedule[] => schedules.filter((one) => one.id === id);
  const planned = (await listPlannedRuns(db)).flatMap((run) =>
    findSchedule(run.schedule_id).map((schedule) => {
      const overdue = week !== run.period_key && presentSeconds - run.since_s > giveUpAfterSeconds;
      return { schedule, week: run.period_key, run, overdue };
    }),
  );
  const added: PlannedWeek[] = [];
  if (week === null)
    for (const { scheduleId, week: due, verdict, reason } of await listDueWeeks(db, schedules, now)) {
      if (verdict === 'skip')
        report({ type: 'would-skip', schedule: scheduleId, week: due, reason: reason ?? '' });
      else
        for (const schedule of findSchedule(scheduleId))
          added.push({ schedule, week: due, run: undefined, overdue: false });
    }
  else
    for (const schedule of schedules) {
      if (planned.some((one) => one.schedule === schedule && one.week === week)) continue;
      const run = await findRun(db, schedule.id, week);
      if (run?.state === 'sent')
        report({ type: 'would-skip', schedule: schedule.id, week, reason: formatRecorded(week) });
      else added.push({ schedule, week, run, overdue: false });
    }
  return [...planned, ...added];
}

async function forecastWeek(
  store: Store,
  { schedule, week, run, overdue }: PlannedWeek,
  { mail, now, progress, week: named }: ForecastOptions,
  report: (event: ForecastEvent) => void,
): Promise<void> {
  const at = { schedule: schedule.id, week };
  try {
    const until = await findDataUntil(store, schedule, week, run, { now, forced: named === week });
    const selected = await composeSentDigests(store, schedule, week, run, { until, progress });
    const sent = selected.flatMap(({ schedule: part, digest }) =>
      'withheld' in digest ? [] : [{ schedule: part, digest }],
    );
    for (const reason of explainWithheldDigests(selected, sent))
      report({ type: 'would-skip', ...at, reason });
    if (sent.length === 0) return;
    const folder = sent.some(({ digest }) => digest.heartbeat === null)
      ? schedule.webCopy?.folder
      : undefined;
    const fault = folder === undefined ? null : findFolderFault(folder);
    if (folder !== undefined && fault !== null) throw createFolderError(schedule.id, folder, fault);
    await forecastMessages(store, at, sent, { mail, run }, report);
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    report({ type: overdue ? 'would-skip' : 'would-wait', ...at, reason: thrown.message });
  }
}

async function forecastAlert(
  store: Store,
  alert: Alert,
  { mail, now, progress }: ForecastOptions,
  report: (event: ForecastEvent) => void,
): Promise<void> {
  const due = await findUncheckedDay(store, alert, { now, impatient: true });
  if (due === null) return;
  try {
    const { message } = await judgeAlert(store, alert, due, progress);
    if (message === null) return;
    const run = await findRun(store.db, alert.id, due.day);
    const at = { schedule: alert.id, week: due.day };
    await forecastMessages(store, at, message.selections, { mail, run }, report);
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    report({ type: 'would-wait', schedule: alert.id, week: due.day, reason: thrown.message });
  }
}

/** Reports the messages of the digests of a run that it has not frozen yet. */
async function forecastMessages(
  store: Store,
  at: RunPeriod,
  selections: readonly ReadersDigest[],
  { mail, run }: { readonly mail: MailSettings | null; readonly run: RunRow | undefined },
  report: (event: ForecastEvent) => void,
): Promise<void> {
  const frozen = run === undefined ? new Set() : await listFrozenRecipients(store.db, run.id);
  const missing: { readonly recipient: string; readonly subject: string }[] = [];
  const faults = new Set<string>();
  for (const { schedule, digest } of selections) {
    const mails = mail === null ? null : createMails(digest, schedule, mail.from);
    const { reached } = await selectReached(store.db, schedule);
    for await (const { hash, recipient, mail } of addressMessages(digest, reached, mails))
      if (!frozen.has(hash)) missing.push({ recipient: recipient.to, subject: mail.subject });
    for (const fault of mails?.faults() ?? []) faults.add(fault);
  }
  report({ type: 'would-compose', ...at, digests: missing.length, faults: [...faults] });
  for (const message of missing) report({ type: 'would-send', ...at, ...message });
}
