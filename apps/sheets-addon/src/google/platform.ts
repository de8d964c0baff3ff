import { cacheNames, clientSlot, type SlotName, storeNames } from '../cache/two-tier-cache.ts';
import type { FormatInstant } from '../cells/fault-text.ts';
import type { Connection } from '../connection/connection.ts';
import type { Platform } from '../ports/platform.ts';
import { fileProperties, openFile, scriptProperties } from './file.ts';
import { openPropertyStore, pack, unpack } from './stored-answers.ts';

/** Formats an instant in the spreadsheet's zone. */
export const formatInstant: FormatInstant = (instant, pattern) =>
  Utilities.formatDate(new Date(instant), openFile().getSpreadsheetTimeZone(), pattern);

const useKey: SlotName = (key) => key;

/**
 * The document's cache, shared by everybody who works in the file. Without a document there is none (Google:
 * reference/cache/cache-service), and nothing is stored.
 */
export const documentCache = (nameOf = useKey): Platform['cache'] =>
  openCache(CacheService.getDocumentCache(), nameOf);

/** A failing cache costs later requests but no answer. */
function openCache(cache: GoogleAppsScript.Cache.Cache | null, nameOf: SlotName): Platform['cache'] {
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
 * One lock (Google: reference/lock), which Google releases when the execution ends. One execution waits for it at most
 * 12 s in total, for any number of questions.
 * @param leftMs the execution's time left, which limits the wait
 */
function openLock(lock: GoogleAppsScript.Lock.Lock, leftMs: () => number): Platform['lock'] {
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

/** Where a connection's answers are, and the lock of who writes them. The fast cache may evict, the slow store not. */
type AnswerTiers = Pick<Platform, 'cache' | 'store' | 'lock'>;

/** `yes` or `no`, set by the deploying engineer in the script's project settings. */
const sharedProperty = 'ANSWERSHARE_SHARED_ANSWERS';

/**
 * True if all files of this script with the same key share its answers, faults and limits. A workspace key makes it sure
 * that the installation is private; any other private installation states it.
 */
function sharesAnswers({ shared }: Pick<Connection, 'shared'>): boolean {
  const choice = scriptProperties().getProperty(sharedProperty);
  return choice === 'yes' || (shared && choice !== 'no');
}

/** The properties with a connection's stored answers. */
export const answerProperties = (connection: Pick<Connection, 'shared'>) =>
  sharesAnswers(connection) ? scriptProperties() : fileProperties();

/** Without a document nothing is stored. */
function openOwnStore(now: () => number, nameOf: SlotName): Platform['store'] {
  const properties = fileProperties() as GoogleAppsScript.Properties.Properties | null;
  return properties === null
    ? { getAll: () => ({}), putAll: () => undefined }
    : openPropertyStore(properties, now, nameOf);
}

/** The file's own answers. */
const openOwnTiers = (epoch: string, now: () => number, leftMs: () => number): AnswerTiers => ({
  cache: documentCache(cacheNames(epoch)),
  store: openOwnStore(now, storeNames(epoch)),
  lock: openLock(LockService.getDocumentLock(), leftMs),
});

/** Answers of all files with the key. Their names have a fingerprint of it; what only saves a cell some work stays in the file. */
function openSharedTiers(epoch: string, now: () => number, leftMs: () => number): AnswerTiers {
  const own = documentCache(cacheNames(epoch));
  const all = openCache(CacheService.getScriptCache(), useKey);
  const isShared = (key: string): boolean => clientSlot.test(key);
  return {
    cache: {
      getAll(keys) {
        const [shared, others] = [keys.filter(isShared), keys.filter((key) => !isShared(key))];
        return {
          ...(shared.length > 0 ? all.getAll(shared) : {}),
          ...(others.length > 0 ? own.getAll(others) : {}),
        };
      },
      putAll(texts, ttlSeconds) {
        for (const cache of [all, own]) {
          const entries = Object.entries(texts).filter(([key]) => isShared(key) === (cache === all));
          if (entries.length > 0) cache.putAll(Object.fromEntries(entries), ttlSeconds);
        }
      },
    },
    store: openPropertyStore(scriptProperties(), now, useKey),
    lock: openLock(LockService.getScriptLock(), leftMs),
  };
}

/**
 * @param now milliseconds since the epoch
 * @param leftMs the execution's time left
 * @param isTrial true for a key that is not connected yet: the faults of other files do not concern it
 */
export const openTiers = (
  connection: Pick<Connection, 'epoch' | 'shared'>,
  now: () => number,
  leftMs = () => 0,
  isTrial = false,
): AnswerTiers =>
  (!isTrial && sharesAnswers(connection) ? openSharedTiers : openOwnTiers)(connection.epoch, now, leftMs);
