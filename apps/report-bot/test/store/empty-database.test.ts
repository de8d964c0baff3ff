import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openStore } from '../../src/store/store.ts';
import { makeDatabaseFolder } from '../support/temporary-folder.ts';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function dataFolder(): string {
  const folder = makeDatabaseFolder('empty');
  folders.push(folder);
  return folder;
}

test('a first start that died while unpacking is made good by the next', async () => {
  const folder = dataFolder();
  mkdirSync(join(folder, 'database.unfinished', 'base'), { recursive: true });
  writeFileSync(join(folder, 'database.unfinished', 'PG_VERSION'), '');
  const store = await openStore({ folder });
  await store.close();
  expect(existsSync(join(folder, 'database', 'PG_VERSION'))).toBe(true);
  expect(readdirSync(folder)).not.toContain('database.unfinished');
});

test('what the first start wrote is there at the second', async () => {
  const folder = dataFolder();
  const first = await openStore({ folder });
  const { worker } = first;
  await first.close();
  const second = await openStore({ folder });
  expect(second.worker).toBe(worker + 1);
  await second.close();
});
