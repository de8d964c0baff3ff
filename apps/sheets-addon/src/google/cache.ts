import type { Outside } from '../exchange/outside.ts';
import type { SlotName } from '../exchange/slot-names.ts';
import { pack, unpack } from './packed-text.ts';

/**
 * The document's cache: shared by everybody who works in the file and by nobody else. Without a document there is none
 * (Google: reference/cache/cache-service), and nothing is kept. A cache that fails costs later requests and no answer.
 */
export function documentCache(nameOf: SlotName = (key) => key): Outside['cache'] {
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
