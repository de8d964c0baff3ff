import { cacheNames, type SlotName, storeNames } from '../cache/two-tier-cache.ts';
import type { FormatInstant } from '../cells/fault-text.ts';
import type { Connection } from '../connection/connection.ts';
import type { Platform } from '../ports/platform.ts';
import { documentStore, pack, unpack } from './stored-answers.ts';

/** Formats an instant in the spreadsheet's zone. */
export const formatInstant: FormatInstant = (instant, pattern) =>
  Utilities.formatDate(
    new Date(instant),
    SpreadsheetApp.getActiveSpreadsheet().getSpreadsheetTimeZone(),
    pattern,
  );

/**
 * The document's cache, shared by everybody who works in the file. Without a document there is none (Google:
 * reference/cache/cache-service), and nothing is stored. A failing cache costs later requests but no answer.
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
      const values: Record<string, string> = {};
      const tooLarge: string[] = [];
      for (const key of Object.keys(texts)) {
        const value = pack(texts[key] ?? '');
        if (value === null) tooLarge.push(nameOf(key));
        else values[nameOf(key)] = value;
      }
      try {
        if (Object.keys(values).length > 0) cache?.putAll(values, ttlSeconds);
        // A claim left in the slot would make the next reader wait for an answer that never comes.
        if (tooLarge.length > 0) cache?.removeAll(tooLarge);
      } catch (thrown) {
        console.warn(`The cache could not be written: ${String(thrown)}`);
      }
    },
  };
}

/** Clears a slot, so that the next cell reads again. */
export function clearSlot(key: string): void {
  CacheService.getDocumentCache()?.remove(key);
}

const maxWaitMs = 12_000;

/**
 * The document's one lock (Google: reference/lock); Google releases it when the execution ends. One execution waits for
 * it at most 12 s in total, for any number of questions.
 * @param leftMs the execution's time left, which limits the wait
 */
export function documentLock(leftMs: () => number): Platform['lock'] {
  const lock = LockService.getDocumentLock();
  let left = maxWaitMs;
  return {
    acquire(patienceMs) {
      const startedAt = Date.now();
      const acquired = lock.tryLock(Math.max(1, Math.min(patienceMs, left, leftMs())));
      left = acquired ? maxWaitMs : left - (Date.now() - startedAt);
      return acquired;
    },
    release: () => {
      lock.releaseLock();
    },
  };
}

/** Stores of a connection's answers: the fast cache, which may evict, and the slow persistent store. */
export type CacheTiers = Pick<Platform, 'cache' | 'store'>;

/** @param now milliseconds since the epoch */
export function openTiers({ epoch }: Pick<Connection, 'epoch'>, now: () => number): CacheTiers {
  return { cache: documentCache(cacheNames(epoch)), store: documentStore(now, storeNames(epoch)) };
}
