import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { built } from '../built.ts';

/** A gzipped tar of a database folder with the tables and no rows, where it was built. */
export const emptyDatabase = fileURLToPath(built('store/empty-database.tar.gz'));

/**
 * Makes the database of a folder that holds none yet, if the image was built. It appears whole or not at all: a process that
 * dies while unpacking leaves a folder that the next start replaces.
 */
export async function unpackEmptyDatabase(folder: string): Promise<void> {
  if (existsSync(folder) || !existsSync(emptyDatabase)) return;
  const { parseTar } = await import('nanotar');
  const entries = parseTar(gunzipSync(readFileSync(emptyDatabase)));
  const unfinished = `${folder}.unfinished`;
  // Waiting for each of a thousand files by itself would take five times as long.
  rmSync(unfinished, { recursive: true, force: true });
  // PostgreSQL starts in a folder that only its owner may enter.
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  for (const { name, type, data } of entries) {
    const path = join(unfinished, name);
    if (type === 'directory') mkdirSync(path, { recursive: true });
    else writeFileSync(path, data ?? '');
  }
  renameSync(unfinished, folder);
}
