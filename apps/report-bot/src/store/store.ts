import { type Kysely, sql } from 'kysely';
import { Complaint } from '../complaint.ts';
import type { StoreLocation } from '../settings/settings.ts';
import { migrate } from './migrate.ts';
import type { Opened } from './opened.ts';
import { openFolder } from './pglite.ts';
import { openPostgres } from './postgres.ts';
import type { Tables } from './tables.ts';

/** The ledger and the snapshots. */
export interface Store {
  readonly engine: 'pglite' | 'postgres';
  readonly db: Kysely<Tables>;
  /** This process in the ledger. Its advisory lock is held as long as the process lives. */
  readonly worker: number;
  /** Throws a {@link Complaint} once the connection that holds the worker's lock is gone. */
  assertAlive(): void;
  close(): Promise<void>;
}

/** Key space of the advisory locks that show which workers live. */
export const workerLocks = 0x616e_7377;

/** Opens the store, applies what migrations are missing, and takes a worker number. */
export async function openStore(location: StoreLocation): Promise<Store> {
  const opened = 'folder' in location ? await openFolder(location.folder) : await openPostgres(location.url);
  try {
    await migrate(opened.db);
    const worker = await takeWorker(opened);
    return {
      engine: opened.engine,
      db: opened.db,
      worker,
      assertAlive: () => {
        const lost = opened.lost();
        if (lost !== null)
          throw new Complaint(
            `The connection to PostgreSQL broke: ${lost}. Start the command again; the ledger goes on where it stopped.`,
          );
      },
      close: opened.close,
    };
  } catch (thrown) {
    await opened.close();
    throw thrown;
  }
}

async function takeWorker(opened: Opened): Promise<number> {
  const { rows } = await sql<{ worker: number }>`select nextval('worker')::integer as worker`.execute(
    opened.db,
  );
  const worker = rows[0]?.worker;
  if (worker === undefined)
    throw new Complaint('The database gave no worker number. Check the sequence "worker".');
  await opened.holdWorker(async (ask) => {
    await ask('select pg_advisory_lock($1::integer, $2::integer)', [workerLocks, worker]);
  });
  return worker;
}
