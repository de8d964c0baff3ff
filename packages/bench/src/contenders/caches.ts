import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AsyncHost, CacheEntry } from '@answershare/core';

/** An in-memory cache. Core's entries carry their own expiry, so none is evicted. */
export function createMemoryCache(): {
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

const lockPauseMs = 5;

async function readText(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw thrown;
  }
}

async function tryCreate(file: string): Promise<boolean> {
  try {
    await (await open(file, 'wx')).close();
    return true;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw thrown;
  }
}

/** A cache and a lock in a folder that processes share. Entries are renamed into place, so no read is partial. */
export async function createFolderCache(folder: string): Promise<{
  cache: NonNullable<AsyncHost['cache']>;
  lock: NonNullable<AsyncHost['lock']>;
}> {
  await mkdir(folder, { recursive: true });
  const fileOf = (key: string): string => join(folder, encodeURIComponent(key));
  const lockFile = join(folder, '.lock');
  let written = 0;
  return {
    cache: {
      get: (keys) => Promise.all(keys.map((key) => readText(fileOf(key)))),
      async put(entries) {
        for (const { key, text } of entries) {
          written += 1;
          const draft = `${fileOf(key)}.${process.pid}.${written}`;
          await writeFile(draft, text);
          await rename(draft, fileOf(key));
        }
      },
    },
    lock: {
      async acquire(patienceMs) {
        const end = performance.now() + patienceMs;
        while (!(await tryCreate(lockFile))) {
          if (performance.now() >= end) return false;
          await sleep(lockPauseMs);
        }
        return true;
      },
      release: () => rm(lockFile),
    },
  };
}
