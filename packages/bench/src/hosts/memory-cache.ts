import type { CacheEntry } from '@answershare/core';

/** Texts by key in this process. Core's entries carry their own end, so none is dropped here. */
export function memoryTexts(): {
  get(keys: readonly string[]): readonly (string | null)[];
  put(entries: readonly CacheEntry[]): void;
} {
  const texts = new Map<string, string>();
  return {
    get: (keys) => keys.map((key) => texts.get(key) ?? null),
    put: (entries) => {
      for (const { key, text } of entries) texts.set(key, text);
    },
  };
}
