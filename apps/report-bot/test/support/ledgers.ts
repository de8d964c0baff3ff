import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { openStore } from '../../src/store/store.ts';
import { type BatchResult, runBatchLines } from './batch-lines.ts';
import { type Bot, type Finished, newBot } from './bot.ts';
import { createDatabase } from './postgres-server.ts';
import { formatSettings } from './settings-text.ts';
import type { TestSmtpServer } from './smtp-server.ts';
import { requestSupply } from './supplies.ts';

export const monday = '2026-11-23T08:00:00Z';
export const smtpPassword = 'smtp-canary-password';

/** Where the ledger lives, each test with a ledger of its own that holds one week's snapshots. */
export interface Ledgers {
  /** A bot with settings for this post office, snapshots taken, nothing sent. `url` stands for the sandbox. */
  bot(smtpServer: TestSmtpServer, recipients?: readonly string[], url?: string): Promise<Bot>;
  /** The settings of such a bot. */
  text(smtpServer: TestSmtpServer, recipients?: readonly string[], url?: string): string;
  close(): Promise<void>;
}

export type Engine = 'pglite' | 'postgres';
export const engines: readonly Engine[] = ['pglite', 'postgres'];

/** One sandbox and one database engine for a test file; the schedule has so many websites, the settings that Form. */
export async function openLedgers(
  engine: Engine,
  { websites = 1, form = 'auto' }: { readonly websites?: number; readonly form?: string } = {},
): Promise<Ledgers & { readonly sandbox: RunningSandbox }> {
  const sandbox = await startSandbox({ form: 2, now: '2026-11-18T06:00:00Z' });
  const made: Bot[] = [];
  const server = engine === 'postgres' ? openPostgres() : null;
  const ids = sandbox.websites.slice(0, websites).map(({ id }) => id);
  const environment = { ANSWERSHARE_API_KEY: sandbox.keys.live, SMTP_PASSWORD: smtpPassword };
  const text = (smtpServer: TestSmtpServer, recipients?: readonly string[], url = sandbox.baseUrl): string =>
    formatSettings({
      url,
      smtpPort: smtpServer.port,
      form,
      websites: ids,
      ...(recipients === undefined ? {} : { recipients }),
    });
  let collected: Bot | null = null;
  const fresh = (
    smtpServer: TestSmtpServer,
    recipients?: readonly string[],
    database?: string,
    url?: string,
  ): Bot => {
    const bot = newBot({ ...environment, ...(database === undefined ? {} : { DATABASE_URL: database }) });
    made.push(bot);
    bot.settings(text(smtpServer, recipients, url));
    return bot;
  };
  const snapshot = async (bot: Bot): Promise<Bot> => {
    const taken = await bot.run(['snapshot', '--now', '2026-11-18T06:00:00Z']);
    if (taken.code !== 0) throw new Error(`the snapshot failed:\n${taken.out}${taken.err}`);
    await bot.release();
    return bot;
  };
  return {
    sandbox,
    text,
    async bot(smtpServer, recipients, url) {
      collected ??= await snapshot(fresh(smtpServer, undefined, await server?.database()));
      const bot = fresh(smtpServer, recipients, await server?.copy(), url);
      if (server !== null) return bot;
      cpSync(join(collected.folder, 'answershare-data'), join(bot.folder, 'answershare-data'), {
        recursive: true,
      });
      return bot;
    },
    async close() {
      for (const bot of made) await bot.remove();
      await sandbox.close();
    },
  };
}

interface PostgresDatabases {
  /** The address of a new empty database. */
  database(): Promise<string>;
  /** The address of a new copy of the first one, which no connection may have open. */
  copy(): Promise<string>;
}

let migrated: Promise<string> | undefined;

/** The address of a new database with the current tables. */
export async function createLedgerDatabase(): Promise<string> {
  const server = await requestSupply('postgres');
  migrated ??= createDatabase(server).then(async (url) => {
    await (await openStore({ url })).close();
    return new URL(url).pathname.slice(1);
  });
  return createDatabase(server, await migrated);
}

/** A bot with a PostgreSQL database of its own, which opens in a tenth of the time of a data folder. */
export async function newPostgresBot(environment: Readonly<Record<string, string>>): Promise<Bot> {
  return newBot({ ...environment, DATABASE_URL: await createLedgerDatabase() });
}

/** Databases of its own for a test file, on the server of this run. */
export function openPostgres(): PostgresDatabases {
  let first = 'template1';
  return {
    async database() {
      const url = await createDatabase(await requestSupply('postgres'));
      if (first === 'template1') first = new URL(url).pathname.slice(1);
      return url;
    },
    copy: async () => createDatabase(await requestSupply('postgres'), first),
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
export async function readList(
  bot: Bot,
  extra: Parameters<Bot['run']>[1] = {},
): Promise<{ ledger: Listed; finished: Finished }> {
  const finished = await bot.run(['list', '--json', '--now', monday], extra);
  return { ledger: JSON.parse(finished.out) as Listed, finished };
}

/** Command lines in one process that then says what `list --json` says. */
export async function runAndList(
  bot: Bot,
  lines: readonly (readonly string[])[],
): Promise<{ readonly results: readonly BatchResult[]; readonly ledger: Listed; readonly exitCode: number }> {
  const results = await runBatchLines(bot, [...lines, ['list', '--json', '--now', monday]]);
  const last = results.at(-1);
  if (last === undefined) throw new Error('the batch printed nothing');
  return {
    results: results.slice(0, -1),
    ledger: JSON.parse(last.output) as Listed,
    exitCode: last.exitCode,
  };
}
