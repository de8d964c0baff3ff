import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFileReader, createLedgerKey, readLedgerKey, saveFiles } from '../../src/store/mail-files.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import type { BodyRow } from '../../src/store/tables.ts';

async function openFolder(): Promise<Store> {
  const folder = mkdtempSync(join(tmpdir(), 'answershare-files-'));
  const store = await openStore({ folder });
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return store;
}

/** Only the names of its files matter. */
const bodyWith = (...cids: readonly string[]): BodyRow => ({
  id: 'a',
  html: '',
  text: '',
  attachments: JSON.stringify(cids),
});

test('files of more than four megabytes are read anew and in the order of the mail', async () => {
  const { db } = await openFolder();
  const files = ['one', 'two', 'three'].map((name, at) => ({
    cid: `${name}@answershare`,
    filename: `${name}.csv`,
    contentType: 'text/csv',
    content: Buffer.alloc(2_500_000, at + 1),
    disposition: 'attachment' as const,
  }));
  await saveFiles(db, files);
  await saveFiles(db, files.slice(0, 1));
  const read = createFileReader(db);
  for (const [first, second] of [
    [0, 1],
    [1, 2],
    [2, 0],
    [0, 1],
  ] as const)
    expect(await read(bodyWith(files[first]?.cid ?? '', files[second]?.cid ?? ''))).toEqual([
      files[first],
      files[second],
    ]);
});

test('the key of a ledger is random, created on first use and never replaced', async () => {
  const [one, other] = [await openFolder(), await openFolder()];
  expect(await readLedgerKey(one.db)).toBeNull();
  const [key, same] = await Promise.all([createLedgerKey(one.db), createLedgerKey(one.db)]);
  expect([key, await readLedgerKey(one.db)]).toEqual([same, expect.stringMatching(/^[0-9a-f]{64}$/)]);
  expect([key, same]).toEqual([await readLedgerKey(one.db), await readLedgerKey(one.db)]);
  expect(await createLedgerKey(other.db)).not.toBe(key);
});
