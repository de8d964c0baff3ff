import { isAlertDay } from '../../schedule/iso-week.ts';
import { isAlert } from '../../settings/settings.ts';
import { recordOut } from '../../store/runs.ts';
import { type ExitCode, UsageError, UserError } from '../../system/errors.ts';
import type { Context } from '../io/context.ts';
import { type CommonOptions, parseClock, parseWeek, selectByWeek, selectSchedules } from '../io/options.ts';

interface SkipOptions extends CommonOptions {
  readonly week: string;
  readonly as: string;
  readonly schedule?: string;
}

/** Records that a week of all schedules, or of one, is not sent: skipped, or sent by an original of this ledger. */
export async function skipWeek(context: Context, options: SkipOptions): Promise<ExitCode> {
  const { as } = options;
  if (as !== 'sent' && as !== 'skipped')
    throw new UsageError('--as must be skipped (nothing is sent) or sent (it was sent before).');
  const week = parseWeek(options.week);
  const settings = context.settings(options.config);
  const all = selectSchedules(settings, options.schedule).filter((one) => !isAlert(one));
  if (week === null || isAlertDay(week) || all.length === 0)
    throw new UsageError('--week takes the ISO week of a schedule, such as 2026-W47. An alert has none.');
  const schedules = selectByWeek(all, week);
  const { db } = await context.store(settings.store);
  const recorded: string[] = [];
  const frozen: string[] = [];
  for (const { id } of schedules) {
    const isRecorded = await recordOut(
      db,
      id,
      week,
      as === 'sent' ? 'sent' : 'skip',
      parseClock(options.now)(),
    );
    (isRecorded ? recorded : frozen).push(id);
  }
  if (options.json === true) context.writeJson({ week, state: as, schedules: recorded, frozen });
  else for (const id of recorded) context.report(`${id} ${week} is recorded as ${as}.`);
  if (frozen.length > 0)
    throw new UserError(
      `The mails of ${week} are composed already for ${frozen.join(', ')}. Look at each with "answershare list", and settle uncertain ones with "answershare settle".`,
    );
  context.next('list', options);
  return 0;
}
