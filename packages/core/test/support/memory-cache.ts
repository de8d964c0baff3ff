import type { AsyncHost } from '../../src/index.ts';

/** A cache that keeps everything for as long as a test lasts, and what it keeps. */
export function memoryCache(): {
  readonly kept: Map<string, string>;
  readonly cache: NonNullable<AsyncHost['cache']>;
} {
  const kept = new Map<string, string>();
  return {
    kept,
    cache: {
      get: async (keys) => keys.map((key) => kept.get(key) ?? null),
      put: async (entries) => {
        for (const { key, text } of entries) kept.set(key, text);
      },
    },
  };
}
