import { Kysely, type KyselyPlugin, PostgresDialect } from 'kysely';
import pg from 'pg';
import { Complaint } from '../complaint.ts';
import type { Held, Opened } from './opened.ts';
import type { Tables } from './tables.ts';

/** Opens a PostgreSQL database; any number of processes may share it. */
export async function openPostgres(url: string, plugins: KyselyPlugin[]): Promise<Opened> {
  const connection = {
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
  const pool = new pg.Pool({ ...connection, max: 8, query_timeout: 60_000 });
  // A connection that breaks leaves the pool; whoever waits for a statement on it gets the error from that statement.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins });
  return {
    engine: 'postgres',
    db,
    hold: () => hold(new pg.Client({ ...connection, query_timeout: 10_000 }), url),
    isOutage,
    close: () => db.destroy(),
  };
}

/** The server drops a dead peer after two minutes (PostgreSQL's `tcp_keepalives_*`), and with it the locks of that peer. */
const dropDeadPeers =
  'set tcp_keepalives_idle = 60; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 6';

async function hold(client: pg.Client, url: string): Promise<Held> {
  let lost: string | null = null;
  client.on('error', (error) => {
    lost ??= error.message;
  });
  client.on('end', () => {
    lost ??= 'the connection ended';
  });
  try {
    await client.connect();
    await client.query(dropDeadPeers);
  } catch (thrown) {
    throw new Complaint(
      `PostgreSQL at ${place(url)} does not answer: ${reason(thrown)}. Correct DATABASE_URL or start the server.`,
    );
  }
  return {
    ask: (text, values) => client.query(text, [...values]),
    lost: () => lost,
    close: () => client.end(),
  };
}

/** PostgreSQL's appendix A: class 08, `admin_shutdown` and its kin, `too_many_connections`; then Node.js and pg itself. */
const outages =
  /^(08...|57P0[123]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
const outageWords =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout)/;

function isOutage(thrown: unknown): boolean {
  const { code, message } = (thrown ?? {}) as { code?: unknown; message?: string };
  return (typeof code === 'string' && outages.test(code)) || outageWords.test(message ?? '');
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
