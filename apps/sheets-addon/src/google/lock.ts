import type { Outside } from '../exchange/outside.ts';

const inAllMs = 5_000;

/**
 * The document's one lock (Google: reference/lock). Google lets it go by itself when the execution ends. One execution waits
 * for it in vain for 5 s in all, however many questions it has.
 * @param leftMs what is left of the execution's time: no wait for the lock may use it up
 */
export function documentLock(leftMs: () => number): Outside['lock'] {
  const lock = LockService.getDocumentLock();
  let left = inAllMs;
  return {
    acquire(patienceMs) {
      const begun = Date.now();
      const held = lock.tryLock(Math.max(1, Math.min(patienceMs, left, leftMs())));
      left = held ? inAllMs : left - (Date.now() - begun);
      return held;
    },
    release: () => {
      lock.releaseLock();
    },
  };
}
