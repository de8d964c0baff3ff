import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createFileReader, createWebCopyKey, readWebCopyKey, saveFiles } from '../../src/store/mail-files.ts';
import { migrate } from '../../src/store/migrations.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import type { DigestRow } from '../../src/store/tables.ts';

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
const digestWith = (...cids: readonly string[]): DigestRow =>
  ({ attachments: JSON.stringify(cids) }) as unknown as DigestRow;

test('the images of a ledger of before are kept and read as images', async () => {
  const { db } = await openFolder();
  await sql`alter table file drop column disposition`.execute(db);
  await sql`alter table file rename to image`.execute(db);
  await sql`drop table web_copy_key`.execute(db);
  await sql`delete from kysely_migration where name >= '2026-12-03'`.execute(db);
  await sql`insert into image values ('a@answershare', 'a.png', 'image/png', 'AQID')`.execute(db);
  await migrate(db);
  expect(await createFileReader(db)(digestWith('a@answershare'))).toEqual([
    {
      cid: 'a@answershare',
      filename: 'a.png',
      contentType: 'image/png',
      content: Buffer.from([1, 2, 3]),
      disposition: 'inline',
    },
  ]);
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
    expect(await read(digestWith(files[first]?.cid ?? '', files[second]?.cid ?? ''))).toEqual([
      files[first],
      files[second],
    ]);
});

test('the key of web copies is random, created on first use and never replaced', async () => {
  const [one, other] = [await openFolder(), await openFolder()];
  expect(await readWebCopyKey(one.db)).toBeNull();
  const [key, same] = await Promise.all([createWebCopyKey(one.db), createWebCopyKey(one.db)]);
  expect([key, await readWebCopyKey(one.db)]).toEqual([same, expect.stringMatching(/^[0-9a-f]{64}$/)]);
  expect([key, same]).toEqual([await readWebCopyKey(one.db), await readWebCopyKey(one.db)]);
  expect(await createWebCopyKey(other.db)).not.toBe(key);
});
