import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFolderCache } from '../../src/contenders/caches.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'answershare-bench-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('returns entries of another process in the order of the keys', async () => {
  const [one, other] = [await createFolderCache(folder), await createFolderCache(folder)];
  await one.cache.put([
    { key: 'as1:a/b', text: 'first', ttlSeconds: 60 },
    { key: 'as1:c', text: 'second', ttlSeconds: 60 },
  ]);
  expect(await other.cache.get(['as1:c', 'none', 'as1:a/b'])).toEqual(['second', null, 'first']);
});

it('grants the lock to one holder at a time', async () => {
  const [one, other] = [await createFolderCache(folder), await createFolderCache(folder)];
  const events: string[] = [];
  expect(await one.lock.acquire(1)).toBe(true);
  expect(await other.lock.acquire(20)).toBe(false);
  const waiting = other.lock.acquire(60_000).then((locked) => events.push(`other ${locked}`));
  await other.cache.put([{ key: 'k', text: 't', ttlSeconds: 60 }]);
  events.push('released');
  await one.lock.release();
  await waiting;
  expect(events).toEqual(['released', 'other true']);
});
