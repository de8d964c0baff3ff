import cron from 'node-cron';
import { announcement, isNewHost } from '../collect/known-hosts.ts';
import type { ExitCode } from '../complaint.ts';
import { counted } from '../counted.ts';
import { requireTemplate } from '../letter/html.ts';
import { openLoops } from '../run/loops.ts';
import { chooseSchedules, requireSmtp } from './choose.ts';
import type { Context } from './context.ts';
import { eventWords } from './event-words.ts';
import { utc } from './time.ts';

/**
 * Runs until SIGTERM: each minute the sender and the collector look at what is due. The ledger, not the tick, decides; a
 * missed tick costs a minute. What no later tick can mend (a fault of the program, a full disk) ends it.
 */
export async function start(context: Context, file: string, clock: () => number): Promise<0 | ExitCode> {
  const settings = context.settings(file);
  const smtp = requireSmtp(settings);
  requireTemplate();
  const schedules = chooseSchedules(settings, undefined);
  const store = await context.store(settings.store);
  const ending = { ended: context.ended, late: context.late };
  const say = (text: string): void => context.write(`${utc(clock())} ${text}`);
  const complain = (text: string): void => context.complain(`${utc(clock())} ${text}`);
  let failed: (reason: unknown) => void = () => undefined;
  const broken = new Promise<never>((_, refuse) => {
    failed = refuse;
  });
  const loops = openLoops({
    store,
    settings,
    smtp,
    clock,
    ending,
    report: (event) => say(eventWords(event)),
    say,
    complain,
    failed,
  });
  const stopped = new Promise<void>((done) => {
    ending.ended.addEventListener('abort', () => done(), { once: true });
    if (ending.ended.aborted) done();
  });
  say(`Started with ${counted(schedules.length, 'schedule')}.`);
  const { url } = settings.service;
  if (await isNewHost(store.db, url, clock())) say(announcement(url));
  loops.tick();
  const task = cron.schedule('* * * * *', loops.tick, { timezone: 'UTC', noOverlap: true });
  try {
    await Promise.race([stopped, broken]);
    await Promise.race([loops.idle(), broken]);
  } finally {
    await task.destroy();
  }
  say('Stopped.');
  return 0;
}
