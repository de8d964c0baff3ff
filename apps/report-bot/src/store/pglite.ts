import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Kysely, type KyselyPlugin, PGliteDialect } from 'kysely';
import { Complaint } from '../complaint.ts';
import { DiskFull, folderFull, isDiskFull, requireRoom } from '../disk-full.ts';
import { unpackEmptyDatabase } from './empty-database.ts';
import { lockFolder } from './folder-lock.ts';
import type { Opened } from './opened.ts';
import type { Tables } from './tables.ts';

/** The package that stands beside the bundle, which does not hold it. */
const engine = '@electric-sql/pglite@0.5.16';

/** Opens PGlite in `folder`/database, alone: a second process is refused. */
export async function openFolder(folder: string, plugins: KyselyPlugin[]): Promise<Opened> {
  const lock = lockFolder(folder);
  try {
    // V8's optimising compile of the 9 MB module costs about 1 GB; these must be set before the module is loaded.
    for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering', '--liftoff-only'])
      setFlagsFromString(flag);
    const { PGlite } = await import('@electric-sql/pglite');
    // PostgreSQL's default of 128 MB would be the larger part of this process.
    const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];
    const dataDir = join(folder, 'database');
    // The database itself takes 25 MB.
    if (!existsSync(dataDir)) requireRoom(folder, 80);
    await unpackEmptyDatabase(dataDir);
    const pglite = await PGlite.create({ dataDir, startParams });
    const db = new Kysely<Tables>({
      dialect: new PGliteDialect({ pglite }),
      plugins: [...plugins, roomBeforeWriting(folder)],
    });
    return {
      engine: 'pglite',
      db,
      hold: async () => ({
        ask: (text, values) => pglite.query(text, [...values]),
        lost: () => null,
        close: async () => undefined,
      }),
      isOutage: () => false,
      close: async () => {
        await db.destroy();
        if (!pglite.closed) await pglite.close();
        lock.release();
      },
    };
  } catch (thrown) {
    lock.release();
    const { code, message } = (thrown ?? {}) as { code?: unknown; message?: string };
    if (code === 'ERR_MODULE_NOT_FOUND')
      throw new Complaint(
        `A package that the database in a folder needs is missing (${message}). Install it beside the command with "npm install ${engine}", or set DATABASE_URL to use PostgreSQL. Nothing is wrong with the data in ${folder}.`,
      );
    if (isDiskFull(thrown)) throw thrown instanceof DiskFull ? thrown : folderFull(folder, message ?? '');
    throw new Complaint(
      `The database in ${join(folder, 'database')} does not open: ${message ?? String(thrown)}. Restore the folder from a backup, or move it away to start anew.`,
    );
  }
}

/** Refuses a statement that writes where the disk has no room for it. */
function roomBeforeWriting(folder: string): KyselyPlugin {
  return {
    transformQuery: ({ node }) => {
      if (/^(Insert|Update|Delete)QueryNode$/.test(node.kind)) requireRoom(folder);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}
