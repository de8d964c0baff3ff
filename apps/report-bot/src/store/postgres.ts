import { Kysely, type KyselyPlugin, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { UserError } from '../system/errors.ts';
import type { HeldConnection, OpenDatabase } from './database.ts';
import { explainFault, isOutage, isServerFault } from './postgres-faults.ts';
import type { Database, Tables } from './tables.ts';

/** The server ends a statement after so long, and the client a little later. */
const statementTimeoutMs = 60_000;

/** The most connections, next to the one with the lock: `pool_size` of the address. */
function readPoolSize(url: string): number {
  const size = Number(URL.parse(url)?.searchParams.get('pool_size') ?? 8);
  if (Number.isInteger(size) && size >= 1 && size <= 100) return size;
  throw new UserError(
    'The parameter pool_size of the PostgreSQL address is not a whole number from 1 to 100.',
    2,
  );
}

/** Opens a PostgreSQL database; any number of processes may share it. */
export async function openPostgres(url: string, plugins: KyselyPlugin[]): Promise<OpenDatabase> {
  // The parameters of the address win, as in every client of PostgreSQL.
  const connection = {
    application_name: 'answershare',
    statement_timeout: statementTimeoutMs,
    connectionString: nameSslMode(url),
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
  const pool = new pg.Pool({
    ...connection,
    max: readPoolSize(url),
    query_timeout: statementTimeoutMs + 10_000,
  });
  // A broken connection leaves the pool; its statement rejects with the error.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins });
  return {
    engine: 'postgres',
    db,
    isShared: false,
    share: async () => null,
    hold: (wake) => holdConnection(new pg.Client({ ...connection, query_timeout: 10_000 }), url, wake),
    locate: () => locateDatabase(db),
    isOutage,
    close: () => db.destroy(),
  };
}

/** A restored dump has tables with other numbers, and another cluster has another identifier. */
async function locateDatabase(db: Database): Promise<string | null> {
  const { rows } = await sql<{ place: string }>`select concat_ws(' ', system_identifier,
    (select oid from pg_database where datname = current_database()), 'run'::regclass::oid) as place
    from pg_control_system()`.execute(db);
  return rows[0]?.place ?? null;
}

/** The channel of LISTEN and NOTIFY on which processes announce mails. */
export const workChannel = 'answershare_work';

/** The server drops a dead peer and its locks after two minutes (PostgreSQL's `tcp_keepalives_*`). */
const keepaliveSettings =
  'set tcp_keepalives_idle = 60; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 6';

async function holdConnection(
  client: pg.Client,
  url: string,
  wake: ((worker: string) => void) | undefined,
): Promise<HeldConnection> {
  let lost: string | null = null;
  client.on('error', (error) => {
    lost ??= error.message;
  });
  client.on('end', () => {
    lost ??= 'the connection ended';
  });
  try {
    await client.connect();
    await client.query(keepaliveSettings);
    if (wake !== undefined) {
      client.on('notification', ({ payload = '' }) => wake(payload));
      await client.query(`listen ${workChannel}`);
    }
  } catch (thrown) {
    const verb = isServerFault(thrown) ? 'refuses the connection' : 'does not answer';
    throw new UserError(`PostgreSQL at ${formatDatabaseName(url)} ${verb}: ${explainFault(thrown)}`);
  }
  return {
    ask: (text, values) => client.query(text, [...values]),
    lost: () => lost,
    close: () => client.end(),
  };
}

/** pg reads these modes as `verify-full`, with a warning of eight lines. */
const nameSslMode = (url: string): string =>
  url.includes('uselibpqcompat')
    ? url
    : url.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|#|$)/, '$1verify-full');

/** Host and database; never user or password. */
export function formatDatabaseName(url: string): string {
  const parsed = URL.parse(url);
  return parsed === null ? 'the address in DATABASE_URL' : `${parsed.host}${parsed.pathname}`;
}
