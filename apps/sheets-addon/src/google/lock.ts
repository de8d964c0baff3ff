import type { Outside } from '../exchange/outside.ts';

const patienceMs = 5_000;

/**
 * The document's one lock (Google: reference/lock). Google lets it go by itself when the execution ends. One execution waits
 * for it for 5 s in all, however many questions it has.
 * @param leftMs what is left of the execution's time: no wait for the lock may use it up
 */
export function documentLock(leftMs: () => number): Outside['lock'] {
  const lock = LockService.getDocumentLock();
  let left = patienceMs;
  return {
    acquire() {
      const begun = Date.now();
      const held = lock.tryLock(Math.max(1, Math.min(left, leftMs())));
      left = held ? patienceMs : left - (Date.now() - begun);
      return held;
    },
    release: () => {
      lock.releaseLock();
    },
  };
}
