import { isApiError } from '@answershare/core';
import type { CollectResult } from '../collect/collect.ts';
import { createDailyCollector } from '../collect/daily.ts';
import type { BotSettings, SmtpSettings } from '../settings/settings.ts';
import type { Store } from '../store/store.ts';
import { isDiskFull, toDiskFullError, UserError } from '../system/errors.ts';
import type { Shutdown } from '../system/shutdown.ts';
import { computeRetryDelayMs } from './deliver.ts';
import { type RunEvent, runDigests } from './run-digests.ts';

/** Repeated work that never overlaps. */
interface WorkLoop {
  /** Starts a pass unless one is running. */
  wake(): void;
  /** Resolves when no pass is running; rejects with its error. */
  idle(): Promise<void>;
}

/** `failed` receives the error of a pass. */
function openLoop(pass: () => Promise<void>, failed: (reason: unknown) => void): WorkLoop {
  let busy = false;
  let currentPass: Promise<void> = Promise.resolve();
  return {
    wake: () => {
      if (busy) return;
      busy = true;
      currentPass = pass().finally(() => {
        busy = false;
      });
      currentPass.catch(failed);
    },
    idle: () => currentPass,
  };
}

/** Dependencies of the loops of `start`. */
interface LoopsOptions {
  readonly store: Store;
  readonly settings: BotSettings;
  readonly smtp: SmtpSettings | null;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly shutdown: Shutdown;
  readonly report: (event: RunEvent) => void;
  readonly collected: (result: CollectResult) => void;
  readonly log: (line: string) => void;
  /** Receives errors that a later tick may resolve. */
  readonly writeError: (line: string) => void;
  /** Receives errors that no later tick can resolve. */
  readonly failed: (reason: unknown) => void;
}

interface Loops {
  /** Called once a minute: checks the connection, wakes sender and collector. */
  tick(): void;
  /** Resolves when nothing is running. */
  idle(): Promise<void>;
}

/** Sender and collector are independent: mails leave whatever the service does. */
export function openLoops(options: LoopsOptions): Loops {
  const { store, settings, smtp, clock, shutdown, failed } = options;
  /** Runs a pass; false after an error that may pass. */
  const attempt = async (pass: () => Promise<void>): Promise<boolean> => {
    try {
      await pass();
      return true;
    } catch (thrown) {
      if (store.isOutage(thrown))
        options.writeError(
          `PostgreSQL was not reached: ${(thrown as Error).message}. It is tried again in a minute.`,
        );
      else if (isDiskFull(thrown)) options.writeError(toDiskFullError(thrown).message);
      else if (thrown instanceof UserError || isApiError(thrown)) options.writeError(thrown.message);
      else throw thrown;
      return false;
    }
  };

  let needsNewWorker = false;
  let failures = 0;
  let notBefore = -Infinity;
  const send = async (): Promise<void> => {
    // A failed statement may have left a mail claimed by this process.
    if (needsNewWorker) await store.renewWorker();
    const now = clock();
    const mails = now >= notBefore || notBefore - now > computeRetryDelayMs(failures);
    const { schedules, alerts } = settings;
    const plan = { schedules, alerts, smtp, now, week: null, impatient: false };
    const delivered = await runDigests(store, { ...plan, mails, clock, shutdown }, options.report);
    if (!mails) return;
    failures = delivered ? 0 : failures + 1;
    notBefore = delivered ? -Infinity : clock() + computeRetryDelayMs(failures);
  };
  const sender = openLoop(async () => {
    needsNewWorker = !(await attempt(send));
  }, failed);

  const daily = createDailyCollector(store, settings, options);
  const collector = openLoop(async () => {
    await attempt(() => daily(clock()));
  }, failed);

  const minuteTick = openLoop(async () => {
    if (!(await attempt(() => store.keepAlive())) || shutdown.ended.aborted) return;
    sender.wake();
    collector.wake();
  }, failed);
  return {
    tick: minuteTick.wake,
    idle: async () => {
      await minuteTick.idle();
      await Promise.all([sender.idle(), collector.idle()]);
    },
  };
}
