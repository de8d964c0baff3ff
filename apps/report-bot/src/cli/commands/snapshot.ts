import { collectSnapshots } from '../../collect/collect.ts';
import { formatCollectResult, formatFutureWarning } from '../../collect/daily.ts';
import { formatKeyNotice, recordNewHost } from '../../collect/service-profile.ts';
import { toLocalDate } from '../../schedule/iso-week.ts';
import { deleteFuture } from '../../store/retention.ts';
import { type ExitCode, UsageError, UserError } from '../../system/errors.ts';
import { pluralize } from '../../system/text.ts';
import type { Context } from '../io/context.ts';
import { type CommonOptions, parseClock } from '../io/options.ts';
import { selectService } from '../io/target.ts';

interface SnapshotOptions extends CommonOptions {
  readonly forgetFuture?: boolean;
  /** One of several services of the settings. */
  readonly service?: string;
}

/** Takes the daily snapshot of all scheduled websites, or deletes snapshots with a future date. */
export async function takeSnapshot(context: Context, options: SnapshotOptions): Promise<ExitCode> {
  const now = parseClock(options.now)();
  const settings = context.settings(options.config);
  const store = await context.store(settings.store, 'exclusive');
  const json = options.json === true;
  if (options.forgetFuture === true) {
    const { rows, runs } = await deleteFuture(store.db, now);
    if (json) context.writeJson({ forgotten: rows, runs });
    else
      context.report(
        `Removed ${pluralize(rows, 'answer')}${runs > 0 ? ` and ${pluralize(runs, 'run')}` : ''}.`,
      );
    return 0;
  }
  const service = options.service === undefined ? null : selectService(settings, options.service);
  for (const { url } of service === null ? settings.services : [service])
    if (await recordNewHost(store.db, url, now)) context.notice(formatKeyNotice(url));
  const { ended, late } = context;
  const report = json ? undefined : (line: string): void => context.writeError(line);
  const progress = (done: number, total: number): void => context.progress(done, total, 'questions');
  const day = toLocalDate(now, 'UTC');
  const checksClock = options.now === undefined;
  const only = service === null ? {} : { service: service.name };
  const shutdown = { ended, late };
  const request = { now, day, patient: false, checksClock, shutdown, report, progress, ...only };
  const collected = await collectSnapshots(store, settings, request);
  if (collected === null)
    throw new UserError('Another process is taking a snapshot. Run the command again later.');
  if (collected.websites === 0 && collected.gone.length > 0) throw new UsageError(collected.gone.join('\n'));
  const future = await formatFutureWarning(store, now);
  if (json) context.writeJson(collected);
  else {
    for (const line of formatCollectResult(collected)) context.report(line);
    if (future !== null) context.writeError(future);
  }
  const { failures, gone, stopped } = collected;
  if (failures.length > 0 || gone.length > 0 || stopped !== null) return 1;
  context.next('preview', options);
  return 0;
}
