import { Complaint, type ExitCode } from '../complaint.ts';
import { requireTemplate } from '../letter/html.ts';
import { digestOf, lettersOf } from '../run/compose.ts';
import { type RunEvent, runDigests } from '../run/run-digests.ts';
import { sendTest } from '../run/test-send.ts';
import { due, reportedWeek } from '../schedule/due.ts';
import { type IsoWeek, weekDays, weekOf } from '../schedule/iso-week.ts';
import type { Schedule, SmtpSettings } from '../settings/settings.ts';
import { pastRuns } from '../store/runs.ts';
import type { Store } from '../store/store.ts';
import { uncertainCount } from '../store/uncertain.ts';
import { chooseSchedules, requireSmtp } from './choose.ts';
import type { Context } from './context.ts';
import { eventWords } from './event-words.ts';
import { clockFrom, weekFrom } from './time.ts';

export interface RunOptions {
  readonly week?: string;
  readonly now?: string;
  readonly schedule?: string;
  readonly dryRun?: boolean;
  readonly to?: string;
  readonly json?: boolean;
}

/** Plans, composes and delivers what is due at `--now`, or the week that `--week` names. */
export async function run(context: Context, file: string, options: RunOptions): Promise<0 | ExitCode> {
  const clock = clockFrom(options.now);
  const week = weekFrom(options.week);
  const settings = context.settings(file);
  const smtp = requireSmtp(settings);
  requireTemplate();
  const schedules = chooseSchedules(settings, options.schedule);
  const now = clock();
  if (week !== null && options.to === undefined) requireOver(week, schedules, now);
  const store = await context.store(settings.store);
  if (options.to !== undefined) return copies(context, store, schedules, smtp, week, options.to, now);
  if (options.dryRun === true) return rehearse(context, store, schedules, smtp, week, now);
  const events: RunEvent[] = [];
  const order = { schedules, smtp, now, week, impatient: true, deliver: true, clock, ending: context };
  await runDigests(store, order, (event) => {
    events.push(event);
    context.write(options.json === true ? JSON.stringify(event) : eventWords(event));
  });
  if (events.length === 0 && options.json !== true) context.write('Nothing is due and nothing waits.');
  const uncertain = await uncertainCount(store.db);
  if (uncertain > 0) {
    context.complain(
      `${uncertain} ${uncertain === 1 ? 'mail is' : 'mails are'} uncertain: the server may have ${uncertain === 1 ? 'it' : 'them'}. See "answershare list", ask the recipient, then use "answershare settle".`,
    );
  }
  const failed = events.some(
    (event) => event.type === 'held' || (event.type === 'delivery' && event.state !== 'sent'),
  );
  return failed || uncertain > 0 ? 1 : 0;
}

/** A week is sent once, so one that still runs must not be used up by `--week`. */
function requireOver(week: IsoWeek, schedules: readonly Schedule[], now: number): void {
  const early = schedules.find(({ timezone }) => week >= weekOf(now, timezone));
  if (early === undefined) return;
  throw new Complaint(
    `Week ${week} is not over for schedule "${early.id}": it ends on Sunday ${weekDays(week)[6]} at midnight, ${early.timezone}. Nothing was planned, because a week is sent once; look at it with "answershare preview --week ${week}" or send yourself a copy with "answershare run --week ${week} --to ADDRESS".`,
    2,
  );
}

/** Marked copies to one address, outside the ledger. */
async function copies(
  context: Context,
  store: Store,
  schedules: readonly Schedule[],
  smtp: SmtpSettings,
  week: IsoWeek | null,
  to: string,
  now: number,
): Promise<0> {
  if (!/^[^\s@<>]+@[^\s@<>]+$/.test(to))
    throw new Complaint('--to is not a mail address; write it as ann@example.com.', 2);
  for (const schedule of schedules) {
    const which = week ?? reportedWeek(now, schedule.timezone);
    await sendTest(store, schedule, smtp, which, to, now);
    context.write(`Sent a test copy of ${schedule.id} ${which} to ${to}; the ledger is unchanged.`);
  }
  return 0;
}

/** Says what would be sent to whom; writes nothing. */
async function rehearse(
  context: Context,
  store: Store,
  schedules: readonly Schedule[],
  smtp: SmtpSettings,
  week: IsoWeek | null,
  now: number,
): Promise<0> {
  const found =
    week === null
      ? due(schedules, now, await pastRuns(store.db)).filter((one) => one.verdict === 'run')
      : schedules.map((schedule) => ({ scheduleId: schedule.id, week }));
  if (found.length === 0) context.write('Nothing is due.');
  for (const one of found) {
    const schedule = schedules.find((candidate) => candidate.id === one.scheduleId);
    if (schedule === undefined) continue;
    const letters = lettersOf(await digestOf(store, schedule, one.week, now), schedule, smtp.from);
    for (const recipient of schedule.recipients) {
      const { subject } = letters.for(recipient);
      context.write(`Would send ${schedule.id} ${one.week} to ${recipient.to}: ${subject}`);
    }
  }
  return 0;
}
