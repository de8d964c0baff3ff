import { composeDigest, composeShownDigest, createMails, sendTestCopy } from '../../delivery/compose.ts';
import { type RunEvent, runDigests } from '../../delivery/run-digests.ts';
import { assertTemplate } from '../../mail/render.ts';
import { findDueWeeks } from '../../schedule/due.ts';
import { type IsoWeek, listWeekDates, toIsoWeek } from '../../schedule/iso-week.ts';
import type { DigestSchedule, SmtpSettings } from '../../settings/settings.ts';
import { countUncertain } from '../../store/ledger.ts';
import { readScheduleHistories } from '../../store/runs.ts';
import type { Store } from '../../store/store.ts';
import { type ExitCode, UsageError } from '../../system/errors.ts';
import type { Context } from '../io/context.ts';
import { formatRunEvent } from '../io/format.ts';
import { type CommonOptions, parseClock, parseWeek, requireSmtp, selectSchedules } from '../io/options.ts';

interface RunOptions extends CommonOptions {
  readonly week?: string;
  readonly schedule?: string;
  readonly dryRun?: boolean;
  readonly to?: string;
}

/** Plans, composes and delivers what is due at `--now`, or the week of `--week`. */
export async function runOnce(context: Context, options: RunOptions): Promise<ExitCode> {
  const clock = parseClock(options.now);
  const week = parseWeek(options.week);
  const settings = context.settings(options.config);
  const smtp = requireSmtp(settings);
  assertTemplate();
  const schedules = selectSchedules(settings, options.schedule);
  const now = clock();
  if (week !== null && options.to === undefined) assertWeekIsOver(week, schedules, now);
  const store = await context.store(settings.store);
  const work = { context, store, schedules, smtp, week, now, options };
  if (options.to !== undefined) return sendCopies(work, options.to);
  if (options.dryRun === true) return listPlannedMails(work);
  const events: RunEvent[] = [];
  const pass = { schedules, smtp, now, week, impatient: true, deliver: true, clock, shutdown: context };
  await runDigests(store, { ...pass, progress: context.progress }, (event) => {
    events.push(event);
    if (options.json === true) context.write(JSON.stringify(event));
    else context.report(formatRunEvent(event));
  });
  if (events.length === 0 && options.json !== true) context.report('Nothing is due and nothing waits.');
  const uncertain = await countUncertain(store.db);
  if (uncertain > 0) {
    context.writeError(
      `${uncertain} ${uncertain === 1 ? 'mail is' : 'mails are'} uncertain: the server may have ${uncertain === 1 ? 'it' : 'them'}. See "answershare list", ask the recipient, then use "answershare settle".`,
    );
  }
  const failed = events.some(
    (event) => event.type === 'held' || (event.type === 'delivery' && event.state !== 'sent'),
  );
  // A week without a snapshot waits; a copy can show the current one.
  if (events.some(({ type }) => type === 'held')) context.next('run --to me@example.com', options);
  if (failed || uncertain > 0) return 1;
  context.next('list', options);
  return 0;
}

/** What a run works on. */
interface RunWork {
  readonly context: Context;
  readonly store: Store;
  readonly schedules: readonly DigestSchedule[];
  readonly smtp: SmtpSettings;
  readonly week: IsoWeek | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly options: RunOptions;
}

/** Rejects a current week: a week is sent once, and its figures are incomplete. */
function assertWeekIsOver(week: IsoWeek, schedules: readonly DigestSchedule[], now: number): void {
  const early = schedules.find(({ timezone }) => week >= toIsoWeek(now, timezone));
  if (early === undefined) return;
  throw new UsageError(
    `Week ${week} is not over for schedule "${early.id}": it ends on Sunday ${listWeekDates(week)[6]} at midnight, ${early.timezone}. Nothing was planned, because a week is sent once; look at it with "answershare preview --week ${week}" or send yourself a copy with "answershare run --week ${week} --to ADDRESS".`,
  );
}

/** Sends marked copies to one address, outside the ledger. */
async function sendCopies(
  { context, store, schedules, smtp, week, now, options }: RunWork,
  to: string,
): Promise<0> {
  if (!/^[^\s@<>]+@[^\s@<>]+$/.test(to))
    throw new UsageError('--to is not a mail address; write it as ann@example.com.');
  for (const schedule of schedules) {
    const digest = await composeShownDigest(store, schedule, week, now, (done, total) =>
      context.progress(done, total, 'websites'),
    );
    await sendTestCopy(digest, store, schedule, smtp, to, now);
    const copy = { schedule: schedule.id, week: digest.week, recipient: to };
    if (options.json === true) context.write(JSON.stringify({ type: 'copy', ...copy }));
    else context.report(`Sent a test copy of ${schedule.id} ${copy.week} to ${to}; the ledger is unchanged.`);
  }
  context.next('start', options);
  return 0;
}

/** Prints what would be sent to whom. Writes nothing. */
async function listPlannedMails({
  context,
  store,
  schedules,
  smtp,
  week,
  now,
  options,
}: RunWork): Promise<0> {
  const found =
    week === null
      ? findDueWeeks(schedules, now, await readScheduleHistories(store.db)).filter(
          (one) => one.verdict === 'run',
        )
      : schedules.map((schedule) => ({ scheduleId: schedule.id, week }));
  const { json } = options;
  if (found.length === 0 && json !== true) context.report('Nothing is due.');
  for (const one of found) {
    const schedule = schedules.find((candidate) => candidate.id === one.scheduleId);
    if (schedule === undefined) continue;
    const digest = await composeDigest(store, schedule, one.week, now, (done, total) =>
      context.progress(done, total, 'websites'),
    );
    const mails = createMails(digest, schedule, smtp.from);
    for (const recipient of schedule.recipients) {
      const { subject } = mails.for(recipient);
      const mail = { schedule: schedule.id, week: one.week, recipient: recipient.to, subject };
      if (json === true) context.write(JSON.stringify({ type: 'would-send', ...mail }));
      else context.report(`Would send ${schedule.id} ${one.week} to ${recipient.to}: ${subject}`);
    }
  }
  return 0;
}
