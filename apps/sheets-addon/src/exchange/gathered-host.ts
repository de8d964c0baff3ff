import type { CacheEntry, SyncHost } from '@answershare/core';
import type { Outside } from './outside.ts';

/** Others' tryLock gives up after 5 s, so no execution keeps the lock for much longer than this. */
const longestHoldMs = 1_000;

/** The cache keeps an entry for 21,600 s at most (Google: reference/cache/cache#put). */
const longestSeconds = 21_600;

/** The client's slots, to be told from what only spares a cell some work: what is kept, and its answers and their states. */
const lasting = /^as3:/;
const answerSlot = /^as3:[a-z0-9]{11}$/;
const stateSlot = /^as3:[a-z0-9]{11}:s$/;
const stateOf = (answer: string): string => `${answer}:s`;

/** A host whose cache writes wait for {@link GatheredHost.settle}. */
export interface GatheredHost extends SyncHost {
  readonly cache: NonNullable<SyncHost['cache']>;
  /** Writes what is gathered and lets the lock go. Happens by itself before every request and every wait. */
  settle(): void;
  /** Lets the lock go and writes nothing. */
  discard(): void;
}

/**
 * The client's cache in two tiers: the platform's cache, which may forget at any time, before a store, which does not. The
 * store is asked under the lock for what the cache does not have, so that a claim or an answer which the cache lost costs no
 * second request; and outside it for an older answer to a question of which the cache knows only that somebody is asking or
 * what went wrong, or where nobody asks.
 *
 * Saves service calls where a batch claims and answers many questions: writes are gathered into one call a tier, and the
 * lock stays held between the claims of one batch. What was read under the lock holds until it is let go, because claims
 * are written under the lock only; so all that was missing before is read again at once. A claim is always written before
 * the lock is let go, and the store is written before the cache: who misses in the cache what was just written there finds
 * it in the store.
 */
export function gatheredHost(outside: Outside, now: () => number, random: () => number): GatheredHost {
  const unwritten = new Map<string, CacheEntry>();
  const underLock = new Map<string, string | null>();
  /** What the store had for a key when it was last asked. */
  const stored = new Map<string, string | null>();
  /** What neither had: under the lock it is read again at once. */
  const lacking = new Set<string>();
  let heldSince: number | null = null;
  /** The lock was not to be had since the cache was last read: the others of a batch need not wait for it too. */
  let refused = false;

  function write(): void {
    const byLife = new Map<number, Record<string, string>>();
    const durable: Record<string, { text: string; until: number }> = {};
    const at = now();
    unwritten.forEach(({ key, text, ttlSeconds }) => {
      const life = Math.min(longestSeconds, ttlSeconds);
      const texts = byLife.get(life) ?? {};
      texts[key] = text;
      byLife.set(life, texts);
      if (lasting.test(key)) durable[key] = { text, until: at + ttlSeconds * 1000 };
    });
    unwritten.clear();
    if (Object.keys(durable).length > 0) outside.store.putAll(durable);
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
    try {
      write();
    } finally {
      letGo();
    }
  }

  /** What of the missing keys has to be looked up in the store. */
  function doubtful(keys: readonly string[], cached: Readonly<Record<string, string>>): readonly string[] {
    const missing = keys.filter((key) => cached[key] === undefined && lasting.test(key));
    const held = heldSince !== null;
    const questions = missing.filter((key) => answerSlot.test(key));
    const told = questions.filter(
      (key) => (outside.quiet || cached[stateOf(key)] !== undefined) && !stored.has(key),
    );
    const unsure = held && missing.some((key) => answerSlot.test(key) || stateSlot.test(key));
    return unsure ? missing : told;
  }

  /** Reads both tiers. */
  function readAll(keys: readonly string[], seen: Map<string, string | null>): void {
    const cached = outside.cache.getAll(keys);
    const asked = doubtful(keys, cached);
    const kept = asked.length === 0 ? {} : outside.store.getAll(asked);
    for (const key of asked) stored.set(key, kept[key] ?? null);
    for (const key of keys) {
      const text = cached[key] ?? stored.get(key) ?? null;
      if (text === null) lacking.add(key);
      seen.set(key, text);
    }
  }

  function get(keys: readonly string[]): readonly (string | null)[] {
    refused = false;
    const held = heldSince !== null;
    const seen = held ? underLock : new Map<string, string | null>();
    const unknown = keys.filter((key) => !unwritten.has(key) && !seen.has(key));
    if (unknown.length > 0) {
      const again = held ? Array.from(lacking).filter((key) => !seen.has(key)) : [];
      readAll(unknown.concat(again.filter((key) => unknown.indexOf(key) < 0)), seen);
    }
    return keys.map((key) => unwritten.get(key)?.text ?? seen.get(key) ?? null);
  }

  return {
    now,
    random,
    settle,
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
