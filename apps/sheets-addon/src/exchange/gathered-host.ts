import type { CacheEntry, SyncHost } from '@answershare/core';
import type { Outside } from './outside.ts';

/** Others' tryLock gives up after 5 s, so no execution keeps the lock for much longer than this. */
const longestHoldMs = 1_000;

/** The cache keeps an entry for 21,600 s at most (Google: reference/cache/cache#put). */
const longestSeconds = 21_600;

/** A host whose cache writes wait for {@link GatheredHost.settle}. */
export interface GatheredHost extends SyncHost {
  readonly cache: NonNullable<SyncHost['cache']>;
  /** Writes what is gathered and lets the lock go. Happens by itself before every request and every wait. */
  settle(): void;
}

/**
 * Saves service calls where a batch claims and answers many questions: cache writes are gathered into one putAll, and the
 * lock stays held between the claims of one batch. What was read under the lock holds until it is let go, because claims
 * are written under the lock only. A claim is always written before the lock is let go.
 */
export function gatheredHost(outside: Outside, now: () => number, random: () => number): GatheredHost {
  const unwritten = new Map<string, CacheEntry>();
  const seen = new Map<string, string | null>();
  let heldSince: number | null = null;

  function write(): void {
    const byLife = new Map<number, Record<string, string>>();
    unwritten.forEach(({ key, text, ttlSeconds }) => {
      const life = Math.min(longestSeconds, ttlSeconds);
      const texts = byLife.get(life) ?? {};
      texts[key] = text;
      byLife.set(life, texts);
    });
    unwritten.clear();
    byLife.forEach((texts, ttlSeconds) => {
      outside.cache.putAll(texts, ttlSeconds);
    });
  }

  function settle(): void {
    try {
      write();
    } finally {
      if (heldSince !== null) outside.lock.release();
      heldSince = null;
      seen.clear();
    }
  }

  function known(key: string): string | null | undefined {
    return unwritten.get(key)?.text ?? seen.get(key);
  }

  return {
    now,
    random,
    settle,
    send(requests) {
      settle();
      return outside.send(requests);
    },
    wait(ms) {
      settle();
      outside.sleep(ms);
    },
    cache: {
      get(keys) {
        const asked = keys.filter((key) => known(key) === undefined);
        const got = asked.length === 0 ? {} : outside.cache.getAll(asked);
        const texts = keys.map((key) => known(key) ?? got[key] ?? null);
        if (heldSince !== null) for (const key of asked) seen.set(key, got[key] ?? null);
        return texts;
      },
      put(entries) {
        for (const entry of entries) unwritten.set(entry.key, entry);
      },
    },
    lock: {
      acquire() {
        if (heldSince !== null) return true;
        if (!outside.lock.acquire()) return false;
        heldSince = now();
        seen.clear();
        return true;
      },
      release() {
        if (heldSince !== null && now() - heldSince > longestHoldMs) settle();
      },
    },
  };
}
