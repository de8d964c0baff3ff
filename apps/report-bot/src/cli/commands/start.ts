import cron from 'node-cron';
import { formatCollectResult } from '../../collect/daily.ts';
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
  const report = (event: object, lines: readonly string[]): void => {
    const at = formatUtc(clock());
    if (options.json === true) context.write(JSON.stringify({ at, ...event }));
    else for (const line of lines) context.report(`${at} ${line}`);
  };
  const log = (text: string): void => report({ type: 'notice', text }, [text]);
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
    report: (event) => report(event, [formatRunEvent(event)]),
    collected: (result) => report({ type: 'snapshot', ...result }, formatCollectResult(result)),
    log,
    writeError: (text) => context.writeError(text, formatUtc(clock())),
    failed,
  });
  const stopped = new Promise<void>((done) => {
    shutdown.ended.addEventListener('abort', () => done(), { once: true });
    if (shutdown.ended.aborted) done();
  });
  const count = schedules.length;
  report({ type: 'started', schedules: count }, [`Started with ${pluralize(count, 'schedule')}.`]);
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
  report({ type: 'stopped' }, ['Stopped.']);
  return 0;
}
