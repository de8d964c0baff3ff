import { ServiceFault, type StoreName } from '../host-calls.ts';
import { limits } from '../limits.ts';

interface Entry {
  value: string;
  /** Epoch milliseconds. */
  expiresAt: number;
}

/** One CacheService cache. A Map keeps creation order, which is the order of eviction. */
class Cache {
  readonly entries = new Map<string, Entry>();

  get(key: string, now: number): string | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    if (now < entry.expiresAt) return entry.value;
    this.entries.delete(key);
    return undefined;
  }

  put(key: string, entry: Entry, now: number): void {
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

function checkKey(key: string): void {
  if (key.length > limits.cacheKey.value) throw new ServiceFault('Argument too large: key');
}

function checkValue(value: string): void {
  if (Buffer.byteLength(value) > limits.cacheValue.value) {
    throw new ServiceFault('Argument too large: value');
  }
}

/** The three caches of CacheService. `loss` is the chance that a get misses: Google promises no more. */
export class Caches {
  readonly #caches = { document: new Cache(), script: new Cache(), user: new Cache() };
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
      checkKey(key);
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
      checkKey(key);
      checkValue(value);
    }
    const now = this.#now();
    for (const [key, value] of Object.entries(entries)) {
      this.#caches[store].put(key, { value, expiresAt: now + ttl * 1000 }, now);
    }
    return null;
  }

  remove(store: StoreName, keys: string[]): null {
    for (const key of keys) {
      checkKey(key);
      this.#caches[store].entries.delete(key);
    }
    return null;
  }

  /** What is alive now, without counting as a get and never lost. */
  inspect(store: StoreName): { [key: string]: { value: string; expiresAt: number } } {
    const now = this.#now();
    return Object.fromEntries([...this.#caches[store].entries].filter(([, entry]) => now < entry.expiresAt));
  }

  /** Deletes this part of each cache's items for good, chosen by chance, as Google may at any time. Gives how many. */
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
