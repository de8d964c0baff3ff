import type { CacheEntry, SyncHost } from '@answershare/core';
import { profileSlot } from '../connection/connection-status.ts';
import type { Platform } from '../ports/platform.ts';

/** Others' tryLock gives up after 5 s, so no execution keeps the lock for much longer than this. */
const longestHoldMs = 1_000;

/** The cache keeps an entry for 21,600 s at most (Google: reference/cache/cache#put). */
const longestSeconds = 21_600;

/** The client's slots, to be told from what only spares a cell some work: what is kept in the store. */
const inStore = /^as3:/;
/** An answer may be too long for the store, which then has an older one. A state always fits. */
const answerSlot = /^as3:[a-z0-9]{11}(:u)?$/;

/** A host whose cache writes wait for {@link TwoTierHost.settle}. */
export interface TwoTierHost extends SyncHost {
  readonly cache: NonNullable<SyncHost['cache']>;
  /** Writes what is gathered and lets the lock go. Happens by itself before every request and every wait. */
  settle(): void;
  /** Lets the lock go where nothing is to be written under it. */
  unlock(): void;
  /** Lets the lock go and writes nothing. */
  discard(): void;
}

/**
 * The client's cache in two tiers: the platform's cache, which may forget at any time, before a store, which does not.
 *
 * | read         | answer                         | claim, fault                   |
 * | ------------ | ------------------------------ | ------------------------------ |
 * | any          | the cache                      | the cache                      |
 * | `consistent` | the cache, else the store      | the store, else the cache      |
 *
 * Nothing else decides whether the store is read. What is written goes to the store first; what is written under the lock
 * is in the store before the lock is let go, and in the cache soon after. So who reads consistently under the lock sees
 * every claim, also one that the cache lost or does not have yet.
 *
 * Saves service calls where a batch claims and answers many questions: writes are gathered into one call a tier, and the
 * lock stays held between the claims of one batch. What was read under the lock holds until it is let go: a claim made
 * without the lock is checked by its owner. So all that was missing before is read again at once.
 */
export function createTwoTierHost(outside: Platform, now: () => number, random: () => number): TwoTierHost {
  const unwritten = new Map<string, CacheEntry>();
  const underLock = new Map<string, string | null>();
  /** What was missing: under the lock it is read again at once. */
  const lacking = new Set<string>();
  let heldSince: number | null = null;
  /** The lock was not to be had since the cache was last read: the others of a batch need not wait for it too. */
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

  /** Reads the cache, and the store where the read is consistent. */
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

/** Names a slot of the client in a tier that outlives one connecting. */
export type SlotName = (key: string) => string;

/** The client's slots: answers, and what stands beside and in the way of them. */
const toClientSlot = /^as3:/;
const toAnswerSlot = /^as3:[a-z0-9]{11}(:u)?$/;

/** In the cache everything of the client belongs to one connecting, as does what was learnt of the service. */
export function cacheNames(epoch: string): SlotName {
  return (key) => (toClientSlot.test(key) || key === profileSlot ? `${epoch}:${key}` : key);
}

/** In the store claims and faults do, and an answer belongs to the key alone: it is good after connecting the same key again. */
export function storeNames(epoch: string): SlotName {
  return (key) => (toAnswerSlot.test(key) ? key : `${epoch}:${key}`);
}

/** What a text takes of a property or of the store, at most: characters beyond ASCII take up to three bytes. */
export const countBytes = (text: string): number => text.replace(/[\u0080-\uffff]/g, '___').length;
