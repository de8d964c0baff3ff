import cron from 'node-cron';
import { formatKeyNotice, recordNewHost } from '../../collect/service-profile.ts';
import { openLoops } from '../../delivery/loops.ts';
import { assertTemplate } from '../../mail/render.ts';
import type { ExitCode } from '../../system/errors.ts';
import { pluralize } from '../../system/text.ts';
import type { Context } from '../io/context.ts';
import { formatRunEvent, formatUtc } from '../io/format.ts';
import { type CommonOptions, parseClock, requireSmtp, selectSchedules } from '../io/options.ts';

/**
 * Runs until SIGTERM. Each minute sender and collector check the ledger, so a missed tick costs a minute. A
 * program error or a full disk ends it.
 */
export async function runDaemon(context: Context, options: CommonOptions): Promise<ExitCode> {
  const clock = parseClock(options.now);
  const settings = context.settings(options.config);
  const smtp = requireSmtp(settings);
  assertTemplate();
  const schedules = selectSchedules(settings, undefined);
  const store = await context.store(settings.store);
  const shutdown = { ended: context.ended, late: context.late };
  const log = (text: string): void => context.write(`${formatUtc(clock())} ${text}`);
  const writeError = (text: string): void => context.writeError(`${formatUtc(clock())} ${text}`);
  let failed: (reason: unknown) => void = () => undefined;
  const fatalError = new Promise<never>((_, reject) => {
    failed = reject;
  });
  const loops = openLoops({
    store,
    settings,
    smtp,
    clock,
    shutdown,
    report: (event) => log(formatRunEvent(event)),
    log,
    writeError,
    failed,
  });
  const stopped = new Promise<void>((done) => {
    shutdown.ended.addEventListener('abort', () => done(), { once: true });
    if (shutdown.ended.aborted) done();
  });
  log(`Started with ${pluralize(schedules.length, 'schedule')}.`);
  const { url } = settings.service;
  if (await recordNewHost(store.db, url, clock())) log(formatKeyNotice(url));
  loops.tick();
  const task = cron.schedule('* * * * *', loops.tick, { timezone: 'UTC', noOverlap: true });
  try {
    await Promise.race([stopped, fatalError]);
    await Promise.race([loops.idle(), fatalError]);
  } finally {
    await task.destroy();
  }
  log('Stopped.');
  return 0;
}
