import { isApiError } from '@answershare/core';
import type { CollectResult } from '../collect/collect.ts';
import { createDailyCollector } from '../collect/daily.ts';
import { formatMinute } from '../schedule/clock.ts';
import type { MailSettings } from '../settings/mail-senders.ts';
import type { BotSettings } from '../settings/settings.ts';
import { explainFault } from '../store/postgres-faults.ts';
import type { Store } from '../store/store.ts';
import { isDiskFull, toDiskFullError, UserError } from '../system/errors.ts';
import type { Shutdown } from '../system/shutdown.ts';
import { computeRetryDelayMs } from './deliver.ts';
import { composeDue, deliverReady, type RunEvent } from './run-digests.ts';

interface WorkLoop {
  /** Starts a pass, after the running one if there is one. */
  wake(): void;
  /** Resolves when no pass is running; rejects with its error. */
  idle(): Promise<void>;
}

/** A longer pass is reported once. Without a fault, few passes need as much. */
export const maxPassMs = 15 * 60_000;

/** While a run is composed, its mails are looked for so often. */
const sendEveryMs = 5_000;

interface LoopsOptions {
  readonly store: Store;
  /** Read at the begin of each pass, as `mail` is. */
  readonly settings: BotSettings;
  readonly mail: MailSettings | null;
  readonly clock: () => number;
  /** False for a time that a person states. */
  readonly checksClock?: boolean;
  readonly shutdown: Shutdown;
  readonly report: (event: RunEvent) => void;
  readonly collected: (result: CollectResult) => void;
  readonly log: (line: string) => void;
  /** Receives errors that a later tick may resolve. */
  readonly writeError: (line: string) => void;
  /** Receives errors that no later tick can resolve. */
  readonly failed: (reason: unknown) => void;
  /** Called after each pass. */
  readonly passed?: () => void;
}

/** What the loops do now. Instants are milliseconds since the epoch. */
export interface LoopState {
  readonly passes: readonly { readonly name: string; readonly since: number }[];
  /** Before this instant no mail is tried, because the mail server failed. */
  readonly mailsNotBefore: number;
}

interface Loops {
  /** Called once a minute: checks the connection, then wakes the loops. */
  tick(): void;
  idle(): Promise<void>;
  state(): LoopState;
}

/** Planning, mails, channels and snapshots are independent: mails leave whatever the service does. */
export function openLoops(options: LoopsOptions): Loops {
  const { store, clock, shutdown, failed } = options;
  const attempt = async (pass: () => Promise<void>): Promise<void> => {
    try {
      await pass();
    } catch (thrown) {
      if (store.isOutage(thrown))
        options.writeError(
          `PostgreSQL does not work: ${explainFault(thrown)} It is tried again in a minute.`,
        );
      else if (isDiskFull(thrown)) options.writeError(toDiskFullError(thrown).message);
      else if (thrown instanceof UserError || isApiError(thrown)) options.writeError(thrown.message);
      else throw thrown;
    }
  };

  const passes = new Map<string, number>();
  /** A pass that throws is tried again at the next wake, unless no later one can succeed. */
  const openLoop = (name: string, pass: () => Promise<void>): WorkLoop => {
    let since: number | null = null;
    let isWanted = false;
    let isReported = false;
    let currentPass: Promise<void> = Promise.resolve();
    const work = async (): Promise<void> => {
      try {
        do {
          [since, isWanted, isReported] = [clock(), false, false];
          passes.set(name, since);
          await attempt(pass);
        } while (isWanted && !shutdown.ended.aborted);
      } finally {
        since = null;
        passes.delete(name);
        options.passed?.();
      }
    };
    return {
      wake: () => {
        isWanted = true;
        if (since === null) {
          currentPass = work();
          currentPass.catch(failed);
        } else if (!isReported && clock() - since >= maxPassMs) {
          isReported = true;
          options.log(
            `${name}: the pass runs since ${formatMinute(since)}, for more than 15 minutes; the other work goes on.`,
          );
        }
      },
      idle: () => currentPass,
    };
  };

  const { checksClock = false } = options;
  const createPass = () => {
    const fixed = { mail: options.mail, week: null, checksClock, impatient: false };
    return {
      ...fixed,
      now: clock(),
      clock,
      shutdown,
      // A reader who leaves during a pass gets nothing more from it.
      get schedules() {
        return options.settings.schedules;
      },
      get alerts() {
        return options.settings.alerts;
      },
    };
  };
  let failures = 0;
  let notBefore = -Infinity;
  const mails = openLoop('mails', async () => {
    const now = clock();
    if (now < notBefore && notBefore - now <= computeRetryDelayMs(failures)) return;
    const delivered = await deliverReady(store, createPass(), 'mails', options.report);
    failures = delivered ? 0 : failures + 1;
    notBefore = delivered ? -Infinity : clock() + computeRetryDelayMs(failures);
  });
  const channels = openLoop('channels', async () => {
    await deliverReady(store, createPass(), 'channels', options.report);
  });
  let wokenAt = -Infinity;
  const wakeSenders = (): void => {
    mails.wake();
    channels.wake();
  };
  store.onWork(() => {
    if (!shutdown.ended.aborted) wakeSenders();
  });
  const announce = (): void => {
    wokenAt = clock();
    wakeSenders();
    // The other processes send without it at their next tick.
    attempt(() => store.announceWork()).catch(failed);
  };
  // The first mails of a long run leave while the others are composed.
  const progress = (): void => {
    if (Math.abs(clock() - wokenAt) >= sendEveryMs) announce();
  };
  const planner = openLoop('planning', () =>
    composeDue(store, { ...createPass(), progress }, (event) => {
      options.report(event);
      if (event.type === 'composed') announce();
    }),
  );

  const daily = createDailyCollector(store, () => options.settings, {
    ...options,
    collected: (result) => {
      options.collected(result);
      // An answer may have confirmed the clock.
      planner.wake();
    },
  });
  const collector = openLoop('snapshot', () => daily(clock()));

  const minuteTick = openLoop('connection', async () => {
    await store.keepAlive();
    if (shutdown.ended.aborted) return;
    for (const loop of [planner, mails, channels, collector]) loop.wake();
  });
  return {
    tick: minuteTick.wake,
    idle: async () => {
      await minuteTick.idle();
      await collector.idle();
      await planner.idle();
      await Promise.all([mails.idle(), channels.idle()]);
    },
    state: () => ({
      passes: [...passes].map(([name, since]) => ({ name, since })),
      mailsNotBefore: Math.max(0, notBefore),
    }),
  };
}
