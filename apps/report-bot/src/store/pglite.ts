import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Kysely, PGliteDialect } from 'kysely';
import { Complaint } from '../complaint.ts';
import { unpackEmptyDatabase } from './empty-database.ts';
import { lockFolder } from './folder-lock.ts';
import type { Opened } from './opened.ts';
import type { Tables } from './tables.ts';

/** Opens PGlite in `folder`/database, alone: a second process is refused. */
export async function openFolder(folder: string): Promise<Opened> {
  const lock = lockFolder(folder);
  try {
    // V8's optimising compile of the 9 MB module costs about 1 GB; these must be set before the module is loaded.
    for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering', '--liftoff-only'])
      setFlagsFromString(flag);
    const { PGlite } = await import('@electric-sql/pglite');
    // PostgreSQL's default of 128 MB would be the larger part of this process.
    const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];
    const dataDir = join(folder, 'database');
    await unpackEmptyDatabase(dataDir);
    const pglite = await PGlite.create({ dataDir, startParams });
    const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) });
    return {
      engine: 'pglite',
      db,
      holdWorker: async (claim) => {
        await claim((text, values) => pglite.query(text, [...values]));
      },
      lost: () => null,
      close: async () => {
        await db.destroy();
        if (!pglite.closed) await pglite.close();
        lock.release();
      },
    };
  } catch (thrown) {
    lock.release();
    throw new Complaint(
      `The database in ${join(folder, 'database')} does not open: ${String((thrown as Error)?.message ?? thrown)}. Restore the folder from a backup, or move it away to start anew.`,
    );
  }
}
