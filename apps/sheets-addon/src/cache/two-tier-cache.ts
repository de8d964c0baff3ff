import type { CacheEntry, SyncHost } from '@answershare/core';
import { profileSlot } from '../connection/connection.ts';
import { meterPrefix } from '../connection/meter.ts';
import type { Platform } from '../ports/platform.ts';
import { cacheSeconds } from './staleness.ts';

/** Others' tryLock gives up after 12 s, so no execution holds the lock much longer than this. */
const maxHoldMs = 1_000;

/** The client's slots (answers, claims, faults), which the store also holds. Other entries only save a cell some work. */
export const clientSlot = /^as3:/;
/** An answer may be too long for the store, which then holds an older one. A state always fits. */
export const answerSlot = /^as3:[a-z0-9]{11}(:u)?$/;

/** A host whose cache writes wait for {@link TwoTierHost.flush}. */
export interface TwoTierHost extends SyncHost {
  readonly cache: NonNullable<SyncHost['cache']>;
  /** Flushes gathered writes and releases the lock. Runs automatically before every request and every wait. */
  flush(): void;
  /** Releases the lock if there is nothing to write under it. */
  unlock(): void;
  /** Releases the lock and drops gathered writes. */
  discard(): void;
}

/**
 * The client's cache in two tiers: the platform's cache, which may evict at any time, and a store, which does not.
 * | read         | answer                | claim, fault          |
 * | ------------ | --------------------- | --------------------- |
 * | any          | cache                 | cache                 |
 * | `consistent` | cache, else the store | store, else the cache |
 * Nothing else decides whether the store is read.
 * Writes go to the store first. A write under the lock is in the store before the lock's release, and in the cache soon
 * after. A consistent read under the lock therefore sees every claim, even one that the cache lost.
 * Writes are gathered into one call per tier, and a batch holds the lock between its claims. A read under the lock
 * stays valid until its release; the owner checks a claim made without the lock. All missing keys are read again at
 * once.
 */
export function createTwoTierHost(platform: Platform, now: () => number, random: () => number): TwoTierHost {
  const unwritten = new Map<string, CacheEntry>();
  const underLock = new Map<string, string | null>();
  /** Missing keys: under the lock they are read again at once. */
  const missing = new Set<string>();
  let lockedSince: number | null = null;
  /** The lock was not available since the last cache read: the rest of a batch need not wait again. */
  let lockRefused = false;

  function writeStore(entries: readonly CacheEntry[]): void {
    const at = now();
    const texts: Record<string, { text: string; until: number }> = {};
    for (const { key, text, ttlSeconds } of entries) {
      if (clientSlot.test(key)) texts[key] = { text, until: at + ttlSeconds * 1000 };
    }
    if (Object.keys(texts).length > 0) platform.store.putAll(texts);
  }

  function writeCache(entries: readonly CacheEntry[]): void {
    const byTtl = new Map<number, Record<string, string>>();
    for (const { key, text, ttlSeconds } of entries) {
      const ttl = Math.min(cacheSeconds, ttlSeconds);
      const texts = byTtl.get(ttl) ?? {};
      texts[key] = text;
      byTtl.set(ttl, texts);
    }
    byTtl.forEach((texts, ttlSeconds) => {
      platform.cache.putAll(texts, ttlSeconds);
    });
  }

  function releaseLock(): void {
    if (lockedSince !== null) platform.lock.release();
    lockedSince = null;
    lockRefused = false;
    underLock.clear();
  }

  function flush(): void {
    const entries = Array.from(unwritten.values());
    unwritten.clear();
    try {
      writeStore(entries);
    } finally {
      releaseLock();
    }
    writeCache(entries);
  }

  /** Reads the cache, and for a consistent read the store. */
  function read(keys: readonly string[], consistent: boolean, seen: Map<string, string | null>): void {
    const cached = platform.cache.getAll(keys);
    const stored = consistent ? platform.store.getAll(keys.filter((key) => clientSlot.test(key))) : {};
    for (const key of keys) {
      const texts = answerSlot.test(key) ? [cached[key], stored[key]] : [stored[key], cached[key]];
      const text = texts[0] ?? texts[1] ?? null;
      if (text === null) missing.add(key);
      if (text !== null || consistent) seen.set(key, text);
    }
  }

  function get(keys: readonly string[], consistent = false): readonly (string | null)[] {
    lockRefused = false;
    const isLocked = lockedSince !== null;
    const seen = isLocked ? underLock : new Map<string, string | null>();
    const unknown = keys.filter((key) => !unwritten.has(key) && !seen.has(key));
    if (unknown.length > 0) {
      const retried = isLocked && consistent ? Array.from(missing).filter((key) => !seen.has(key)) : [];
      read(unknown.concat(retried.filter((key) => !unknown.includes(key))), consistent, seen);
    }
    return keys.map((key) => unwritten.get(key)?.text ?? seen.get(key) ?? null);
  }

  return {
    now,
    random,
    flush,
    unlock() {
      if (unwritten.size === 0) releaseLock();
    },
    discard() {
      unwritten.clear();
      releaseLock();
    },
    send(requests) {
      flush();
      return platform.send(requests);
    },
    wait(ms) {
      flush();
      platform.sleep(ms);
    },
    cache: {
      get,
      put(entries) {
        for (const entry of entries) unwritten.set(entry.key, entry);
      },
    },
    lock: {
      acquire(patienceMs) {
        if (lockedSince !== null) return true;
        lockRefused = lockRefused || !platform.lock.acquire(patienceMs);
        if (lockRefused) return false;
        lockedSince = now();
        underLock.clear();
        return true;
      },
      release() {
        if (lockedSince !== null && now() - lockedSince > maxHoldMs) flush();
      },
    },
  };
}

/** Names a slot of the client in a tier that outlives one connection. */
export type SlotName = (key: string) => string;

/** In the cache all entries of the client belong to one connection, as does the learnt profile. */
export function cacheNames(epoch: string): SlotName {
  return (key) => (clientSlot.test(key) || key === profileSlot ? `${epoch}:${key}` : key);
}

/** In the store, claims and faults belong to one connection. Answers and meters survive reconnecting the same key. */
export function storeNames(epoch: string): SlotName {
  return (key) => (answerSlot.test(key) || key.startsWith(meterPrefix) ? key : `${epoch}:${key}`);
}
