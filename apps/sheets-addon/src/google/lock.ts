import type { Outside } from '../exchange/outside.ts';

const patienceMs = 5_000;

/**
 * The document's one lock (Google: reference/lock). Google lets it go by itself when the execution ends.
 * @param leftMs what is left of the execution's time: no wait for the lock may use it up
 */
export function documentLock(leftMs: () => number): Outside['lock'] {
  const lock = LockService.getDocumentLock();
  return {
    acquire: () => lock.tryLock(Math.max(1, Math.min(patienceMs, leftMs()))),
    release: () => {
      lock.releaseLock();
    },
  };
}
