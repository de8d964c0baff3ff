import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect } from 'kysely';
import { migrate } from '../src/store/migrations.ts';
import { emptyDatabaseFile } from '../src/store/pglite.ts';
import type { Tables } from '../src/store/tables.ts';

/**
 * Writes the image of an empty database. Unpacking it at the first start takes a fraction of the memory and time of making
 * one (PostgreSQL's initdb and our migrations).
 */
export async function buildEmptyDatabase(): Promise<void> {
  // The log has files of 16 MB by default.
  const pglite = await PGlite.create({
    initDbStartParams: ['--wal-segsize=1'],
    startParams: [...PGlite.defaultStartParams, '-c', 'wal_recycle=off'],
  });
  const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) });
  await migrate(db);
  await withoutTemplates(pglite);
  await withoutOldLog(pglite);
  const dump = await pglite.dumpDataDir('gzip');
  await db.destroy();
  await mkdir(dirname(emptyDatabaseFile), { recursive: true });
  const unfinished = `${emptyDatabaseFile}-${process.pid}`;
  await writeFile(unfinished, new Uint8Array(await dump.arrayBuffer()));
  await rename(unfinished, emptyDatabaseFile);
}

/**
 * Two of three files of a new database folder belong to the databases that another could be made from, which is never done.
 * PostgreSQL needs neither: https://www.postgresql.org/docs/current/manage-ag-templatedbs.html.
 */
async function withoutTemplates(pglite: PGlite): Promise<void> {
  for (const name of ['template0', 'template1']) {
    await pglite.exec(`update pg_database set datistemplate = false where datname = '${name}'`);
    await pglite.exec(`drop database ${name}`);
  }
}

/** A checkpoint removes the log's files before it; initdb made others ahead, which are to be used first. */
async function withoutOldLog(pglite: PGlite): Promise<void> {
  do await pglite.exec('select pg_switch_wal(); checkpoint');
  while ((await pglite.query('select from pg_ls_waldir()')).rows.length > 1);
}
