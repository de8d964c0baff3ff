import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { Complaint } from '../complaint.ts';
import type { Opened } from './opened.ts';
import type { Tables } from './tables.ts';

/** Opens a PostgreSQL database; any number of processes may share it. */
export async function openPostgres(url: string): Promise<Opened> {
  const pool = new pg.Pool({ connectionString: url, max: 4, connectionTimeoutMillis: 10_000 });
  let lost: string | null = null;
  pool.on('error', (error) => {
    lost = error.message;
  });
  const held = await pool.connect().catch(async (thrown: unknown) => {
    await pool.end();
    throw new Complaint(
      `PostgreSQL at ${place(url)} does not answer: ${reason(thrown)}. Correct DATABASE_URL or start the server.`,
    );
  });
  held.on('error', (error) => {
    lost = error.message;
  });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    engine: 'postgres',
    db,
    holdWorker: async (claim) => {
      await claim((text, values) => held.query(text, [...values]));
    },
    lost: () => lost,
    close: async () => {
      held.release(true);
      await db.destroy();
    },
  };
}

/** Host and database; never user or password. */
function place(url: string): string {
  try {
    const { host, pathname } = new URL(url);
    return `${host}${pathname}`;
  } catch {
    return 'the address in DATABASE_URL';
  }
}

function reason(thrown: unknown): string {
  const { message, code } = thrown as { message?: string; code?: string };
  return message !== undefined && message !== '' ? message : (code ?? 'no reason given');
}
