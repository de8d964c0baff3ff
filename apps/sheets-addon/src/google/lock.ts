import type { Outside } from '../exchange/outside.ts';

const patienceMs = 5_000;

/** The document's one lock (Google: reference/lock). Google lets it go by itself when the execution ends. */
export function documentLock(): Outside['lock'] {
  const lock = LockService.getDocumentLock();
  return {
    acquire: () => lock.tryLock(patienceMs),
    release: () => {
      lock.releaseLock();
    },
  };
}
