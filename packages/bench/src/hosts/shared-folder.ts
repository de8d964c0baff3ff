import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AsyncHost } from '@answershare/core';

/** How often to try for the lock. */
const lockPauseMs = 5;

async function textOf(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw thrown;
  }
}

async function taken(file: string): Promise<boolean> {
  try {
    await (await open(file, 'wx')).close();
    return true;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw thrown;
  }
}

/** A cache and a lock in one folder, for processes that share it. An entry is renamed into place, so none is read half-written. */
export async function sharedFolder(folder: string): Promise<{
  cache: NonNullable<AsyncHost['cache']>;
  lock: NonNullable<AsyncHost['lock']>;
}> {
  await mkdir(folder, { recursive: true });
  const fileOf = (key: string): string => join(folder, encodeURIComponent(key));
  const lockFile = join(folder, '.lock');
  let written = 0;
  return {
    cache: {
      get: (keys) => Promise.all(keys.map((key) => textOf(fileOf(key)))),
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
        while (!(await taken(lockFile))) {
          if (performance.now() >= end) return false;
          await sleep(lockPauseMs);
        }
        return true;
      },
      release: () => rm(lockFile),
    },
  };
}
