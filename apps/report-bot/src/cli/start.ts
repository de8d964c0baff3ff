import { isApiError } from '@answershare/core';
import cron from 'node-cron';
import { collect } from '../collect/collect.ts';
import { Complaint, type ExitCode } from '../complaint.ts';
import { counted } from '../counted.ts';
import { requireTemplate } from '../letter/html.ts';
import { runDigests } from '../run/run-digests.ts';
import { pastTimes } from '../schedule/cron.ts';
import type { Settings } from '../settings/settings.ts';
import { lastSnapshotAt } from '../store/snapshots.ts';
import type { Store } from '../store/store.ts';
import { chooseSchedules, requireSmtp } from './choose.ts';
import type { Context } from './context.ts';
import { eventWords } from './event-words.ts';
import { snapshotWords } from './snapshot.ts';
import { utc } from './time.ts';

const retryMs = 3_600_000;

/**
 * Runs until SIGTERM: each minute it looks at what is due. The ledger, not the tick, decides; a missed tick costs a minute.
 * What no later tick can mend (a lost connection to PostgreSQL, a fault of the program) ends it.
 */
export async function start(context: Context, file: string, clock: () => number): Promise<0 | ExitCode> {
  const settings = context.settings(file);
  const smtp = requireSmtp(settings);
  requireTemplate();
  const schedules = chooseSchedules(settings, undefined);
  const store = await context.store(settings.store);
  const say = (text: string): void => context.write(`${utc(clock())} ${text}`);
  const snapshots = snapshotKeeper(store, settings, context, say);
  const stop = (): boolean => context.ended.aborted;
  let ticking: Promise<void> = Promise.resolve();
  const tick = async (): Promise<void> => {
    store.assertAlive();
    try {
      await snapshots(clock());
      const order = { schedules, smtp, now: clock(), week: null, impatient: false, clock, stop };
      if (!stop()) await runDigests(store, order, (event) => say(eventWords(event)));
    } catch (thrown) {
      if (!(thrown instanceof Complaint) && !isApiError(thrown)) throw thrown;
      context.complain(`${utc(clock())} ${thrown.message}`);
    }
  };
  let busy = false;
  let failed: (reason: unknown) => void = () => undefined;
  const once = (): void => {
    if (busy || stop()) return;
    busy = true;
    ticking = tick().finally(() => {
      busy = false;
    });
    ticking.catch(failed);
  };
  const lasting = new Promise<void>((done, refuse) => {
    failed = refuse;
    const end = (): void => {
      ticking.then(done, refuse);
    };
    context.ended.addEventListener('abort', end, { once: true });
    say(`Started with ${counted(schedules.length, 'schedule')}.`);
    once();
    if (stop()) end();
  });
  const task = cron.schedule('* * * * *', once, { timezone: 'UTC', noOverlap: true });
  try {
    await lasting;
  } finally {
    await task.destroy();
  }
  say('Stopped.');
  return 0;
}

/** Takes the daily snapshot once its time has passed; after failures again an hour later. */
function snapshotKeeper(
  store: Store,
  settings: Settings,
  context: Context,
  say: (text: string) => void,
): (now: number) => Promise<void> {
  const [hour, minute] = settings.snapshots.time.split(':').map(Number);
  const expression = `${minute} ${hour} * * *`;
  let again: number | null = null;
  return async (now) => {
    const occurrence = pastTimes(expression, settings.snapshots.timezone, now).next().value;
    const last = await lastSnapshotAt(store.db);
    const due = occurrence !== undefined && (last === null || last < occurrence);
    if (!due && (again === null || now < again)) return;
    again = now + retryMs;
    const collected = await collect(store, settings, now, context.ended, say);
    const whole = collected.failures.length === 0 && collected.stopped === null;
    again = whole ? null : Math.max(again, collected.retryAt ?? 0);
    for (const line of snapshotWords(collected)) say(line);
  };
}
