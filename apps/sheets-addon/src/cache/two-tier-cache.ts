import type { CacheEntry, SyncHost } from '@answershare/core';
import { profileSlot } from '../connection/connection.ts';
import type { Platform } from '../ports/platform.ts';

/** Others' tryLock gives up after 5 s, so no execution holds the lock much longer than this. */
const longestHoldMs = 1_000;

/** The cache stores an entry for at most 21,600 s (Google: reference/cache/cache#put). */
const longestSeconds = 21_600;

/** The client's slots, which the store also holds. Other entries only save a cell some work. */
const inStore = /^as3:/;
/** An answer may be too long for the store, which then holds an older one. A state always fits. */
const answerSlot = /^as3:[a-z0-9]{11}(:u)?$/;

/** A host whose cache writes wait for {@link TwoTierHost.settle}. */
export interface TwoTierHost extends SyncHost {
  readonly cache: NonNullable<SyncHost['cache']>;
  /** Flushes gathered writes and releases the lock. Runs automatically before every request and every wait. */
  settle(): void;
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
export function createTwoTierHost(outside: Platform, now: () => number, random: () => number): TwoTierHost {
  const unwritten = new Map<string, CacheEntry>();
  const underLock = new Map<string, string | null>();
  /** Missing keys: under the lock they are read again at once. */
  const lacking = new Set<string>();
  let heldSince: number | null = null;
  /** The lock was not available since the last cache read: the rest of a batch need not wait again. */
  let refused = false;

  function writeStore(entries: readonly CacheEntry[]): void {
    const at = now();
    const texts: Record<string, { text: string; until: number }> = {};
    for (const { key, text, ttlSeconds } of entries) {
      if (inStore.test(key)) texts[key] = { text, until: at + ttlSeconds * 1000 };
    }
    if (Object.keys(texts).length > 0) outside.store.putAll(texts);
  }

  function writeCache(entries: readonly CacheEntry[]): void {
    const byLife = new Map<number, Record<string, string>>();
    for (const { key, text, ttlSeconds } of entries) {
      const life = Math.min(longestSeconds, ttlSeconds);
      const texts = byLife.get(life) ?? {};
      texts[key] = text;
      byLife.set(life, texts);
    }
    byLife.forEach((texts, ttlSeconds) => {
      outside.cache.putAll(texts, ttlSeconds);
    });
  }

  function letGo(): void {
    if (heldSince !== null) outside.lock.release();
    heldSince = null;
    refused = false;
    underLock.clear();
  }

  function settle(): void {
    const entries = Array.from(unwritten.values());
    unwritten.clear();
    try {
      writeStore(entries);
    } finally {
      letGo();
    }
    writeCache(entries);
  }

  /** Reads the cache, and for a consistent read the store. */
  function read(keys: readonly string[], consistent: boolean, seen: Map<string, string | null>): void {
    const cached = outside.cache.getAll(keys);
    const stored = consistent ? outside.store.getAll(keys.filter((key) => inStore.test(key))) : {};
    for (const key of keys) {
      const texts = answerSlot.test(key) ? [cached[key], stored[key]] : [stored[key], cached[key]];
      const text = texts[0] ?? texts[1] ?? null;
      if (text === null) lacking.add(key);
      if (text !== null || consistent) seen.set(key, text);
    }
  }

  function get(keys: readonly string[], consistent = false): readonly (string | null)[] {
    refused = false;
    const held = heldSince !== null;
    const seen = held ? underLock : new Map<string, string | null>();
    const unknown = keys.filter((key) => !unwritten.has(key) && !seen.has(key));
    if (unknown.length > 0) {
      const again = held && consistent ? Array.from(lacking).filter((key) => !seen.has(key)) : [];
      read(unknown.concat(again.filter((key) => !unknown.includes(key))), consistent, seen);
    }
    return keys.map((key) => unwritten.get(key)?.text ?? seen.get(key) ?? null);
  }

  return {
    now,
    random,
    settle,
    unlock() {
      if (unwritten.size === 0) letGo();
    },
    discard() {
      unwritten.clear();
      letGo();
    },
    send(requests) {
      settle();
      return outside.send(requests);
    },
    wait(ms) {
      settle();
      outside.sleep(ms);
    },
    cache: {
      get,
      put(entries) {
        for (const entry of entries) unwritten.set(entry.key, entry);
      },
    },
    lock: {
      acquire(patienceMs) {
        if (heldSince !== null) return true;
        refused = refused || !outside.lock.acquire(patienceMs);
        if (refused) return false;
        heldSince = now();
        underLock.clear();
        return true;
      },
      release() {
        if (heldSince !== null && now() - heldSince > longestHoldMs) settle();
      },
    },
  };
}

/** Names a slot of the client in a tier that outlives one connection. */
export type SlotName = (key: string) => string;

/** The client's slots: answers, claims and faults. */
const toClientSlot = /^as3:/;
const toAnswerSlot = /^as3:[a-z0-9]{11}(:u)?$/;

/** In the cache all entries of the client belong to one connection, as does the learnt profile. */
export function cacheNames(epoch: string): SlotName {
  return (key) => (toClientSlot.test(key) || key === profileSlot ? `${epoch}:${key}` : key);
}

/**
 * In the store, claims and faults belong to one connection. An answer belongs to the key and survives reconnecting it.
 */
export function storeNames(epoch: string): SlotName {
  return (key) => (toAnswerSlot.test(key) ? key : `${epoch}:${key}`);
}

/** Upper bound of a text's bytes in a property or the store: a non-ASCII character takes up to three bytes. */
export const countBytes = (text: string): number => text.replace(/[\u0080-\uffff]/g, '___').length;
