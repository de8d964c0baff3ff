import { cacheNames, type SlotName, storeNames } from '../cache/two-tier-cache.ts';
import type { Connection } from '../connection/connection.ts';
import type { Platform } from '../ports/platform.ts';
import { documentStore, pack, unpack } from './stored-answers.ts';

/**
 * The document's cache: shared by everybody who works in the file and by nobody else. Without a document there is none
 * (Google: reference/cache/cache-service), and nothing is kept. A cache that fails costs later requests and no answer.
 */
export function documentCache(nameOf: SlotName = (key) => key): Platform['cache'] {
  const cache = CacheService.getDocumentCache();
  return {
    getAll(keys) {
      const texts: Record<string, string> = {};
      try {
        const stored = cache === null ? {} : (cache.getAll(keys.map(nameOf)) as Record<string, string>);
        for (const key of keys) {
          const value = stored[nameOf(key)];
          const text = typeof value === 'string' ? unpack(value) : null;
          if (text !== null) texts[key] = text;
        }
      } catch (thrown) {
        console.warn(`The cache could not be read: ${String(thrown)}`);
      }
      return texts;
    },
    putAll(texts, ttlSeconds) {
      const kept: Record<string, string> = {};
      const tooLarge: string[] = [];
      for (const key of Object.keys(texts)) {
        const value = pack(texts[key] ?? '');
        if (value === null) tooLarge.push(nameOf(key));
        else kept[nameOf(key)] = value;
      }
      try {
        if (Object.keys(kept).length > 0) cache?.putAll(kept, ttlSeconds);
        // A claim left in the slot would make the next reader wait for an answer that is never kept.
        if (tooLarge.length > 0) cache?.removeAll(tooLarge);
      } catch (thrown) {
        console.warn(`The cache could not be written: ${String(thrown)}`);
      }
    },
  };
}

/** Clears a slot, so that the next cell looks anew. */
export function clearSlot(key: string): void {
  CacheService.getDocumentCache()?.remove(key);
}

const inAllMs = 5_000;

/**
 * The document's one lock (Google: reference/lock). Google lets it go by itself when the execution ends. One execution waits
 * for it in vain for 5 s in all, however many questions it has.
 * @param leftMs what is left of the execution's time: no wait for the lock may use it up
 */
export function documentLock(leftMs: () => number): Platform['lock'] {
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

/** Where a connection's answers are kept: quick and forgetful, and slower and lasting. */
export type CacheTiers = Pick<Platform, 'cache' | 'store'>;

/** @param now milliseconds since the epoch */
export function openTiers({ epoch }: Pick<Connection, 'epoch'>, now: () => number): CacheTiers {
  return { cache: documentCache(cacheNames(epoch)), store: documentStore(now, storeNames(epoch)) };
}
