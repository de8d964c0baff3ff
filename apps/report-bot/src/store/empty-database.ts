import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { built } from '../built.ts';

const image = fileURLToPath(built('store/empty-database.tar.gz'));

/**
 * Writes the image of an empty database, for the build. Unpacking it at the first start takes a fraction of the memory and
 * time of making one (PostgreSQL's initdb).
 */
export async function writeEmptyDatabase(): Promise<void> {
  const { PGlite } = await import('@electric-sql/pglite');
  const pglite = await PGlite.create();
  const dump = await pglite.dumpDataDir('gzip');
  await pglite.close();
  await mkdir(dirname(image), { recursive: true });
  const unfinished = `${image}-${process.pid}`;
  await writeFile(unfinished, new Uint8Array(await dump.arrayBuffer()));
  await rename(unfinished, image);
}

/**
 * Makes the database of a folder that holds none yet, if the image was built. It appears whole or not at all: a process that
 * dies while unpacking leaves a folder that the next start replaces.
 */
export async function unpackEmptyDatabase(folder: string, startParams: string[]): Promise<void> {
  if (existsSync(folder) || !existsSync(image)) return;
  const { PGlite } = await import('@electric-sql/pglite');
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  const loadDataDir = new Blob([await readFile(image)]);
  const pglite = await PGlite.create({ dataDir: unfinished, loadDataDir, startParams });
  await pglite.close();
  await rename(unfinished, folder);
}
