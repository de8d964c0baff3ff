import { isApiError } from '@answershare/core';
import { collectDaily } from '../collect/daily.ts';
import { Complaint } from '../complaint.ts';
import { diskFull, isDiskFull } from '../disk-full.ts';
import type { Ending } from '../ending.ts';
import { waitMs } from '../post/deliver.ts';
import type { Settings, SmtpSettings } from '../settings/settings.ts';
import type { Store } from '../store/store.ts';
import { openLoop } from './loop.ts';
import { type RunEvent, runDigests } from './run-digests.ts';

/** What `start` runs on. */
export interface LoopsOrder {
  readonly store: Store;
  readonly settings: Settings;
  readonly smtp: SmtpSettings;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly ending: Ending;
  readonly report: (event: RunEvent) => void;
  readonly say: (line: string) => void;
  /** Hears of what a later tick may mend. */
  readonly complain: (line: string) => void;
  /** Hears of what no later tick can mend. */
  readonly failed: (reason: unknown) => void;
}

export interface Loops {
  /** Once a minute: looks after the connection, and wakes the sender and the collector. */
  tick(): void;
  /** Settles when nothing is under way. */
  idle(): Promise<void>;
}

/** A sender and a collector that know nothing of each other: mails leave whatever the service does. */
export function openLoops(order: LoopsOrder): Loops {
  const { store, settings, smtp, clock, ending, failed } = order;
  /** Runs a pass; false where it met what a later one may mend. */
  const attempt = async (pass: () => Promise<void>): Promise<boolean> => {
    try {
      await pass();
      return true;
    } catch (thrown) {
      if (store.isOutage(thrown))
        order.complain(
          `PostgreSQL was not reached: ${(thrown as Error).message}. It is tried again in a minute.`,
        );
      else if (isDiskFull(thrown)) order.complain(diskFull(thrown).message);
      else if (thrown instanceof Complaint || isApiError(thrown)) order.complain(thrown.message);
      else throw thrown;
      return false;
    }
  };

  let broken = false;
  let failures = 0;
  let notBefore = Number.NEGATIVE_INFINITY;
  const send = async (): Promise<void> => {
    // A statement that failed half-way may have left a mail claimed by this process.
    if (broken) await store.renewWorker();
    const now = clock();
    const deliver = now >= notBefore || notBefore - now > waitMs(failures);
    const plan = { schedules: settings.schedules, smtp, now, week: null, impatient: false };
    const fine = await runDigests(store, { ...plan, deliver, clock, ending }, order.report);
    if (!deliver) return;
    failures = fine ? 0 : failures + 1;
    notBefore = fine ? Number.NEGATIVE_INFINITY : clock() + waitMs(failures);
  };
  const sender = openLoop(async () => {
    broken = !(await attempt(send));
  }, failed);

  const daily = collectDaily(store, settings, ending, order.say);
  const collector = openLoop(async () => {
    await attempt(() => daily(clock()));
  }, failed);

  const pulse = openLoop(async () => {
    if (!(await attempt(() => store.keepAlive())) || ending.ended.aborted) return;
    sender.wake();
    collector.wake();
  }, failed);
  return {
    tick: pulse.wake,
    idle: async () => {
      await pulse.idle();
      await Promise.all([sender.idle(), collector.idle()]);
    },
  };
}
