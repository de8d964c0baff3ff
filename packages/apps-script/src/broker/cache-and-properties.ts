import { ServiceFault } from '../protocol/errors.ts';
import type { StoreName } from '../protocol/host-calls.ts';
import { limits } from '../protocol/limits.ts';

interface CacheEntry {
  value: string;
  /** Epoch milliseconds. */
  expiresAt: number;
}

/** One cache. The Map keeps creation order, which is the eviction order. */
class ScriptCache {
  readonly entries = new Map<string, CacheEntry>();

  get(key: string, now: number): string | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    if (now < entry.expiresAt) return entry.value;
    this.entries.delete(key);
    return undefined;
  }

  put(key: string, entry: CacheEntry, now: number): void {
    this.entries.set(key, entry);
    if (this.entries.size <= limits.cacheItems.value) return;
    for (const [old, { expiresAt }] of this.entries) if (expiresAt <= now) this.entries.delete(old);
    if (this.entries.size <= limits.cacheItems.value) return;
    for (const old of this.entries.keys()) {
      if (this.entries.size <= limits.cacheItemsKept.value) break;
      this.entries.delete(old);
    }
  }
}

function assertKeySize(key: string): void {
  if (key.length > limits.cacheKey.value) throw new ServiceFault('Argument too large: key');
}

function assertCacheValueSize(value: string): void {
  if (Buffer.byteLength(value) > limits.cacheValue.value) {
    throw new ServiceFault('Argument too large: value');
  }
}

/** The three caches of CacheService. `loss` is the probability that a get misses: Google guarantees no value. */
export class Caches {
  readonly #caches = { document: new ScriptCache(), script: new ScriptCache(), user: new ScriptCache() };
  readonly #now: () => number;
  readonly #random: () => number;
  readonly #loss: number;

  constructor(now: () => number, random: () => number, loss: number) {
    this.#now = now;
    this.#random = random;
    this.#loss = loss;
  }

  get(store: StoreName, keys: string[]): { [key: string]: string } {
    const now = this.#now();
    const found: [string, string][] = [];
    for (const key of keys) {
      assertKeySize(key);
      if (this.#loss > 0 && this.#random() < this.#loss) continue;
      const value = this.#caches[store].get(key, now);
      if (value !== undefined) found.push([key, value]);
    }
    return Object.fromEntries(found);
  }

  put(store: StoreName, entries: { [key: string]: string }, seconds: number | null): null {
    const ttl = seconds ?? limits.cacheTtlDefault.value;
    if (!(ttl >= limits.cacheTtlLeast.value && ttl <= limits.cacheTtlMost.value)) {
      throw new ServiceFault('Invalid argument: expirationInSeconds');
    }
    for (const [key, value] of Object.entries(entries)) {
      assertKeySize(key);
      assertCacheValueSize(value);
    }
    const now = this.#now();
    for (const [key, value] of Object.entries(entries)) {
      this.#caches[store].put(key, { value, expiresAt: now + ttl * 1000 }, now);
    }
    return null;
  }

  remove(store: StoreName, keys: string[]): null {
    for (const key of keys) {
      assertKeySize(key);
      this.#caches[store].entries.delete(key);
    }
    return null;
  }

  /** Unexpired items, without loss or counting. */
  inspect(store: StoreName): { [key: string]: { value: string; expiresAt: number } } {
    const now = this.#now();
    return Object.fromEntries([...this.#caches[store].entries].filter(([, entry]) => now < entry.expiresAt));
  }

  /** Deletes a random fraction of each cache's items, as Google may. Returns the number deleted. */
  evict(fraction: number): number {
    let gone = 0;
    for (const { entries } of Object.values(this.#caches)) {
      const keys = [...entries.keys()];
      for (let left = Math.floor(keys.length * fraction); left > 0; left--) {
        const [key = ''] = keys.splice(Math.floor(this.#random() * keys.length), 1);
        entries.delete(key);
        gone++;
      }
    }
    return gone;
  }

  clear(): void {
    for (const cache of Object.values(this.#caches)) cache.entries.clear();
  }
}

function assertPropertySize(value: string): void {
  if (Buffer.byteLength(value) > limits.propertyValue.value) {
    throw new ServiceFault('Argument too large: value');
  }
}

function countBytes(entries: Iterable<[string, string]>): number {
  let bytes = 0;
  for (const [key, value] of entries) bytes += Buffer.byteLength(key) + Buffer.byteLength(value);
  return bytes;
}

/** The three stores of PropertiesService. A write beyond a limit changes nothing. */
export class Properties {
  readonly #stores: Record<StoreName, Map<string, string>> = {
    document: new Map(),
    script: new Map(),
    user: new Map(),
  };

  read(store: StoreName, key: string | null): { [key: string]: string } {
    const all = this.#stores[store];
    if (key === null) return Object.fromEntries(all);
    const value = all.get(key);
    return value === undefined ? {} : Object.fromEntries([[key, value]]);
  }

  write(store: StoreName, entries: { [key: string]: string }, clearFirst: boolean): null {
    const next = new Map(clearFirst ? [] : this.#stores[store]);
    for (const [key, value] of Object.entries(entries)) {
      assertPropertySize(value);
      next.set(key, value);
    }
    if (countBytes(next) > limits.propertyStore.value) {
      throw new ServiceFault(
        'You have exceeded the property storage quota. Please remove some properties and try again.',
      );
    }
    this.#stores[store] = next;
    return null;
  }

  remove(store: StoreName, key: string | null): null {
    if (key === null) this.#stores[store].clear();
    else this.#stores[store].delete(key);
    return null;
  }
}
