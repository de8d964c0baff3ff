import { composeDigest, createMails, sendTestCopy } from '../../delivery/compose.ts';
import { type RunEvent, runDigests } from '../../delivery/run-digests.ts';
import { assertTemplate } from '../../mail/render.ts';
import { findDueWeeks, toReportedWeek } from '../../schedule/due.ts';
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
  if (options.to !== undefined) return sendCopies(context, store, schedules, smtp, week, options.to, now);
  if (options.dryRun === true) return listPlannedMails(context, store, schedules, smtp, week, now);
  const events: RunEvent[] = [];
  const pass = { schedules, smtp, now, week, impatient: true, deliver: true, clock, shutdown: context };
  await runDigests(store, pass, (event) => {
    events.push(event);
    context.write(options.json === true ? JSON.stringify(event) : formatRunEvent(event));
  });
  if (events.length === 0 && options.json !== true) context.write('Nothing is due and nothing waits.');
  const uncertain = await countUncertain(store.db);
  if (uncertain > 0) {
    context.writeError(
      `${uncertain} ${uncertain === 1 ? 'mail is' : 'mails are'} uncertain: the server may have ${uncertain === 1 ? 'it' : 'them'}. See "answershare list", ask the recipient, then use "answershare settle".`,
    );
  }
  const failed = events.some(
    (event) => event.type === 'held' || (event.type === 'delivery' && event.state !== 'sent'),
  );
  return failed || uncertain > 0 ? 1 : 0;
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
  context: Context,
  store: Store,
  schedules: readonly DigestSchedule[],
  smtp: SmtpSettings,
  week: IsoWeek | null,
  to: string,
  now: number,
): Promise<0> {
  if (!/^[^\s@<>]+@[^\s@<>]+$/.test(to))
    throw new UsageError('--to is not a mail address; write it as ann@example.com.');
  for (const schedule of schedules) {
    const which = week ?? toReportedWeek(now, schedule.timezone);
    await sendTestCopy(store, schedule, smtp, which, to, now);
    context.write(`Sent a test copy of ${schedule.id} ${which} to ${to}; the ledger is unchanged.`);
  }
  return 0;
}

/** Prints what would be sent to whom. Writes nothing. */
async function listPlannedMails(
  context: Context,
  store: Store,
  schedules: readonly DigestSchedule[],
  smtp: SmtpSettings,
  week: IsoWeek | null,
  now: number,
): Promise<0> {
  const found =
    week === null
      ? findDueWeeks(schedules, now, await readScheduleHistories(store.db)).filter(
          (one) => one.verdict === 'run',
        )
      : schedules.map((schedule) => ({ scheduleId: schedule.id, week }));
  if (found.length === 0) context.write('Nothing is due.');
  for (const one of found) {
    const schedule = schedules.find((candidate) => candidate.id === one.scheduleId);
    if (schedule === undefined) continue;
    const mails = createMails(await composeDigest(store, schedule, one.week, now), schedule, smtp.from);
    for (const recipient of schedule.recipients) {
      const { subject } = mails.for(recipient);
      context.write(`Would send ${schedule.id} ${one.week} to ${recipient.to}: ${subject}`);
    }
  }
  return 0;
}
