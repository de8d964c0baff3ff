import { isDeepStrictEqual } from 'node:util';
import type { StoreLocation } from '../../settings/settings.ts';
import { UserError } from '../../system/errors.ts';

/** The settings of a process that runs on. */
export interface LiveSettings<S> {
  readonly current: S;
  /** Takes the settings on disk; else returns why the old ones stay in force. */
  reload(): string | null;
  /** True once after the files on disk, also those that the settings name, have changed. */
  noticeChange(): boolean;
}

/** Reads the settings, and rejects as `read` does. */
export function openLiveSettings<S extends { readonly settings: { readonly store: StoreLocation } }>(
  read: () => S,
): LiveSettings<S> {
  let current = read();
  let isNoticed = false;
  const readAgain = (): S | UserError => {
    try {
      return read();
    } catch (thrown) {
      if (thrown instanceof UserError) return thrown;
      throw thrown;
    }
  };
  return {
    get current() {
      return current;
    },
    reload: () => {
      const found = readAgain();
      if (found instanceof UserError) return found.message;
      if (!isDeepStrictEqual(found.settings.store, current.settings.store))
        return 'They name another store. Start "answershare start" anew for that.';
      [current, isNoticed] = [found, false];
      return null;
    },
    noticeChange: () => {
      const wasNoticed = isNoticed;
      isNoticed = !isDeepStrictEqual(readAgain(), current);
      return isNoticed && !wasNoticed;
    },
  };
}
