import { type ForecastEvent, forecastDigests } from '../../delivery/forecast.ts';
import { type RunEvent, runDigests } from '../../delivery/run-digests.ts';
import { assertTemplate } from '../../renderers/mail/render.ts';
import { type IsoWeek, isAlertDay, isWeekOf, isWeekOver, listWeekDates } from '../../schedule/iso-week.ts';
import { type DigestSchedule, isAlert } from '../../settings/settings.ts';
import { countRepeatable, countUncertain } from '../../store/ledger.ts';
import { readFirstAttempt } from '../../store/snapshots.ts';
import type { Store } from '../../store/store.ts';
import { type ExitCode, UsageError } from '../../system/errors.ts';
import { pluralize } from '../../system/text.ts';
import type { Context } from '../io/context.ts';
import { formatNextDigests, formatRepeat, formatRunEvent, listNextDigests } from '../io/format.ts';
import {
  type CommonOptions,
  findMailSettings,
  parseClock,
  parseWeek,
  selectByWeek,
  selectSchedules,
} from '../io/options.ts';

interface RunOptions extends CommonOptions {
  readonly week?: string;
  readonly schedule?: string;
  readonly dryRun?: boolean;
}

/** Plans, composes and delivers what is due at `--now`, or the week of `--week`. */
export async function runOnce(context: Context, options: RunOptions): Promise<ExitCode> {
  const clock = parseClock(options.now);
  const week = parseWeek(options.week);
  const settings = context.settings(options.config);
  assertTemplate();
  const selected = selectSchedules(settings, options.schedule);
  const alerts = selected.filter(isAlert);
  const all = selected.flatMap((one) => (isAlert(one) ? [] : [one]));
  if (week !== null && (isAlertDay(week) || all.length === 0))
    throw new UsageError(
      '--week takes the ISO week of a schedule, such as 2026-W47. An alert has none: it is checked after each snapshot.',
    );
  const schedules = selectByWeek(all, week);
  const mail = findMailSettings(settings, selected);
  const now = clock();
  if (week !== null) assertWeekIsOver(week, schedules, now);
  const store = await context.store(settings.store, options.dryRun === true ? 'shared' : 'exclusive');
  const checksClock = options.now === undefined && week === null;
  const events: (RunEvent | ForecastEvent)[] = [];
  const report = (event: RunEvent | ForecastEvent): void => {
    events.push(event);
    if (options.json === true) context.writeJson(event);
    else context.report(formatRunEvent(event));
  };
  if (options.dryRun === true) {
    const progress = (done: number, total: number): void => context.progress(done, total, 'websites');
    await forecastDigests(store, { schedules, alerts, mail, now, week, checksClock, progress }, report);
  } else {
    const pass = {
      schedules,
      alerts,
      mail,
      now,
      week,
      checksClock,
      impatient: true,
      clock,
      shutdown: context,
    };
    await runDigests(store, { ...pass, progress: context.progress }, report);
  }
  const next = events.length > 0 ? 'list' : await reportIdle(context, store, schedules, now, options);
  const uncertain = await countUncertain(store);
  if (uncertain > 0) {
    context.writeError(
      `${uncertain} ${uncertain === 1 ? 'mail is' : 'mails are'} uncertain: the server may have ${uncertain === 1 ? 'it' : 'them'}. See "answershare list", ask the recipient, then use "answershare settle".`,
    );
  }
  if (week !== null) {
    const ids = schedules.map(({ id }) => id);
    const refused = await countRepeatable(store.db, ids, week);
    if (refused > 0)
      context.notice(
        `${pluralize(refused, 'mail')} of ${week} ${refused === 1 ? 'is' : 'are'} refused. ${formatRepeat(`--all --week ${week}`)}`,
      );
  }
  const failed = events.some(
    (event) =>
      ['held', 'would-wait', 'clock', 'restored'].includes(event.type) ||
      (event.type === 'delivery' && event.state !== 'sent' && event.state !== 'withdrawn'),
  );
  if (failed || uncertain > 0) return 1;
  context.next(options.dryRun === true && events.length > 0 ? formatRun(options) : next, options);
  return 0;
}

/** The command of a dry run without `--dry-run`. */
function formatRun({ week, schedule }: RunOptions): string {
  return `run${week === undefined ? '' : ` --week ${week}`}${schedule === undefined ? '' : ` --schedule ${schedule}`}`;
}

/** Reports that nothing is due, and when the next digests are. Returns the next command. */
async function reportIdle(
  context: Context,
  store: Store,
  schedules: readonly DigestSchedule[],
  now: number,
  options: RunOptions,
): Promise<string> {
  const first = await readFirstAttempt(store.db);
  const next = listNextDigests(schedules, now);
  if (options.json === true) context.writeJson({ type: 'idle', next });
  else {
    context.report('Nothing is due and nothing waits.');
    for (const line of formatNextDigests(next)) context.report(line);
    if (first === null)
      context.report('There are no snapshots yet. Take the first with "answershare snapshot".');
  }
  return first === null ? 'snapshot' : 'list';
}

/** Rejects a current week: a week is sent once, and its figures are incomplete. */
function assertWeekIsOver(week: IsoWeek, schedules: readonly DigestSchedule[], now: number): void {
  const early = schedules.find(({ timezone }) => !isWeekOver(week, now, timezone));
  if (early === undefined) return;
  throw new UsageError(
    `Week ${week} is not over for schedule "${early.id}": it ends on ${isWeekOf({}, week) ? 'Sunday ' : ''}${listWeekDates(week).at(-1)} at midnight, ${early.timezone}. Nothing was planned, because a week is sent once; look at it with "answershare preview --week ${week}" or send yourself a copy with "answershare send-test --week ${week} --to ADDRESS".`,
  );
}
