import { statfsSync } from 'node:fs';
import { join } from 'node:path';
import type { LoopState } from '../delivery/loops.ts';
import type { BotSettings, StoreLocation } from '../settings/settings.ts';
import { writeStatusRow } from '../store/open-work.ts';
import { explainFault } from '../store/postgres-faults.ts';
import type { Store } from '../store/store.ts';
import { assertFreeSpace, isDiskFull, readError, toDiskFullError } from '../system/errors.ts';
import { readSmallFile, writePrivateFile } from '../system/files.ts';
import { dropPeriod } from '../system/text.ts';
import { assessStatus, describeOutage, type ProcessState } from './assess.ts';
import { type BotStatus, findStaleness } from './bot-status.ts';
import { openNotifier } from './notify.ts';

interface WatchOptions {
  readonly store: Store;
  readonly location: StoreLocation;
  readonly settings: () => BotSettings;
  readonly loops: () => LoopState;
  readonly clock: () => number;
  readonly checksClock: boolean;
  /** Cuts off notices when the process ends. */
  readonly late: AbortSignal;
  readonly writeError: (line: string) => void;
  readonly failed: (reason: unknown) => void;
}

/** Writes the status of a running bot each minute. */
export interface Watch {
  /** Assesses the status again, after the running assessment if there is one. */
  wake(): void;
  /** Resolves once neither an assessment nor a notice is under way. */
  idle(): Promise<void>;
  /** The last status; null before the first one. */
  current(): BotStatus | null;
  /** Records that the process was stopped. */
  stop(): Promise<void>;
}

/** The status file of a data folder. */
const toStatusFile = (folder: string): string => join(folder, 'status.json');

/** Room for the rows of some 1,000 schedules. */
const maxStatusBytes = 1024 * 1024;

/** The text of a status file; null without one. */
export function readStatusFile(folder: string): string | null {
  const read = readSmallFile(toStatusFile(folder), maxStatusBytes);
  return 'text' in read ? read.text : null;
}

/** As {@link findStaleness}, with a full disk as a reason: `start` cannot write its status there. */
export function explainStaleness(
  location: StoreLocation,
  ...[status, now, maxAgeMs]: Parameters<typeof findStaleness>
): string | null {
  const stale = findStaleness(status, now, maxAgeMs);
  if (stale === null || !('folder' in location)) return stale;
  try {
    assertFreeSpace(location.folder);
    return stale;
  } catch (thrown) {
    return `${stale}; no status can be written: ${dropPeriod(readError(thrown).message)}`;
  }
}

export function openWatch(options: WatchOptions): Watch {
  const { store, location, clock, failed } = options;
  const started = clock();
  let current: BotStatus | null = readEarlierStatus(location);
  const notifier = openNotifier({ ...options, settings: () => options.settings().notify });
  let isWanted = false;
  let pass: Promise<void> | null = null;

  const write = async (status: BotStatus): Promise<void> => {
    current = status;
    const text = store.redact(JSON.stringify(status));
    if ('folder' in location) writePrivateFile(toStatusFile(location.folder), `${text}\n`);
    else await writeStatusRow(store.db, status.host, status.at, text);
  };
  const watchOnce = async (): Promise<void> => {
    const state: ProcessState = {
      ...options.loops(),
      now: clock(),
      started,
      checksClock: options.checksClock,
      freeBytes: 'folder' in location ? readFreeBytes(location.folder) : null,
    };
    try {
      await write(await assessStatus(store, options.settings(), state, current));
    } catch (thrown) {
      if (store.isOutage(thrown)) current = describeOutage(explainFault(thrown), state, current);
      else if (isDiskFull(thrown)) options.writeError(toDiskFullError(thrown).message);
      else throw thrown;
    }
    if (current !== null) notifier.handle(current);
  };
  const work = async (): Promise<void> => {
    while (isWanted) {
      isWanted = false;
      await watchOnce();
    }
    pass = null;
  };
  const idle = async (): Promise<void> => {
    await pass;
    await notifier.idle();
  };
  return {
    idle,
    wake: () => {
      isWanted = true;
      if (pass !== null) return;
      pass = work();
      pass.catch(failed);
    },
    current: () => current,
    stop: async () => {
      isWanted = false;
      const record = async (): Promise<void> => {
        await idle();
        if (current !== null) await write({ ...current, state: 'stopped', at: clock() });
      };
      const isLate = new Promise<void>((done) => options.late.addEventListener('abort', () => done()));
      try {
        await Promise.race([record(), isLate]);
      } catch (thrown) {
        if (!store.isOutage(thrown) && !isDiskFull(thrown)) throw thrown;
      }
    },
  };
}

/** The status before a restart: its problems keep their begin. */
function readEarlierStatus(location: StoreLocation): BotStatus | null {
  const text = 'folder' in location ? readStatusFile(location.folder) : null;
  return text === null ? null : parseStatus(text);
}

/** Null for a text that is no status of this version. */
export function parseStatus(text: string): BotStatus | null {
  try {
    const value = JSON.parse(text) as Partial<BotStatus> | null;
    const isKnown =
      Array.isArray(value?.schedules) && Array.isArray(value.problems) && value.at !== undefined;
    return isKnown ? (value as BotStatus) : null;
  } catch {
    return null;
  }
}

function readFreeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
