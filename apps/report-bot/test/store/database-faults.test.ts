import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { explainFault, isOutage } from '../../src/store/postgres-faults.ts';
import { openStore } from '../../src/store/store.ts';
import { type Bot, newBot } from '../support/bot.ts';
import { openPostgres } from '../support/ledgers.ts';
import { openLoopDriver } from '../support/loop-driver.ts';
import { formatSettings } from '../support/settings-text.ts';
import { acceptLogins, openSmtpServer } from '../support/smtp-server.ts';
import { requestSupply } from '../support/supplies.ts';

const server = openPostgres();
let bot: Bot;
beforeEach(() => {
  bot = newBot({ ANSWERSHARE_API_KEY: 'rs_test_faults0123456789abcdefg', SMTP_PASSWORD: 'unused-password' });
  bot.settings(formatSettings({ url: 'http://127.0.0.1:1', smtpPort: 1 }));
});
afterEach(() => bot.remove());

const check = async (url?: string): Promise<string | undefined> => {
  const { out, code } = await bot.run(
    ['check'],
    url === undefined ? {} : { environment: { DATABASE_URL: url } },
  );
  expect(code).toBe(1);
  return /^(?:ok {3}|WARN |FAIL ) ledger: .*$/m.exec(out)?.[0];
};
const list = async (url: string): Promise<string> =>
  (await bot.run(['list'], { environment: { DATABASE_URL: url } })).err;

/** Runs statements as the owner of the server. */
async function administer(url: string, ...statements: readonly string[]): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const text of statements) await client.query(text);
    return null;
  } catch (thrown) {
    return thrown;
  } finally {
    await client.end();
  }
}

/** The address of a database as a role that has no rights of its own. */
async function asRole(url: string, name: string, options = ''): Promise<string> {
  await administer(url, `create role ${name} login password 'role-password' ${options}`);
  onTestFinished(async () => {
    await administer(url, `drop owned by ${name}`);
    await administer(url, `drop role ${name}`);
  });
  const address = new URL(url);
  [address.username, address.password] = [name, 'role-password'];
  return address.href;
}

const change = (url: string, pattern: RegExp, text: string): string => url.replace(pattern, text);

describe('check opens the ledger and changes nothing', () => {
  test('a database without tables, with tables, with older and with newer ones', async () => {
    const url = await server.database();
    expect(await check(url)).toMatch(/^ok {3} ledger: PostgreSQL at .*; the next start creates the tables$/);
    expect(await check(url)).toMatch(/the next start creates the tables$/);
    await (await openStore({ url })).close();
    expect(await check(url)).toMatch(/; its tables are current$/);
    await administer(
      url,
      'delete from kysely_migration where name = (select max(name) from kysely_migration)',
    );
    expect(await check(url)).toMatch(/^ok .*; its tables are older, and the next start updates them$/);
    await administer(url, "insert into kysely_migration values ('2999-01-01-later', '')");
    const words =
      'The tables are of a newer version of answershare, and this one changes nothing in them. Install that version again.';
    expect(await check(url)).toBe(`FAIL  ledger: ${words}`);
    expect(await list(url)).toBe(`${words}\n`);
  });

  test('a folder that is new, is there, is in use, and cannot be', async () => {
    const folder = join(bot.folder, 'answershare-data');
    expect(await check()).toBe(
      `ok    ledger: the database in ${folder} is created by the first command that needs it`,
    );
    await (await openStore({ folder })).close();
    expect(await check()).toBe(`ok    ledger: the folder ${folder}; its tables are current`);
    const store = await openStore({ folder });
    expect(await check()).toBe(
      `ok    ledger: the folder is in use by process ${process.pid}, which is right while "answershare start" runs; it was not looked into`,
    );
    await store.close();
    bot.settings(
      `${formatSettings({ url: 'http://127.0.0.1:1', smtpPort: 1 })}store: {folder: answershare.yaml}\n`,
    );
    expect(await check()).toMatch(
      /^FAIL .* cannot be written \(ENOTDIR\)\. A part of the path is a file: set another store\.folder\.$/,
    );
  });
});

describe('a fault of PostgreSQL has its own sentence', () => {
  test('a wrong password, no such database, no connection left, a server without TLS', async () => {
    const url = await server.database();
    expect(await list(change(url, /:[^:@]+@/, ':wrong@'))).toMatch(
      /refuses the connection: password authentication failed .* \(28P01\)\. Correct the user and the password/,
    );
    expect(await list(change(url, /ledger_\w+$/, 'nowhere'))).toMatch(/\(3D000\)\. Create that database/);
    const full = await asRole(url, 'role_without_connections', 'connection limit 0');
    expect(await check(full)).toMatch(/^FAIL .*\(53300\)\. Raise the limit of connections/);
    const warnings: Error[] = [];
    const note = (warning: Error): number => warnings.push(warning);
    process.on('warning', note);
    expect(await list(`${url}?sslmode=require`)).toMatch(
      /does not answer: The server does not support SSL connections\.$/m,
    );
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });

  test('a role without rights to create or to write', async () => {
    const url = await server.database();
    const role = await asRole(url, 'role_without_rights');
    expect(await check(role)).toMatch(/^FAIL .*role "role_without_rights" may not create the tables/);
    expect(await list(role)).toMatch(
      /permission denied for schema public \(42501\)\. Grant this right to the role/,
    );
    await (await openStore({ url })).close();
    expect(await check(role)).toMatch(/^FAIL .*role "role_without_rights" may not read and write the tables/);
  });

  test('a limit of the role, a lock and a deadlock pass; words without a known code get no advice', async () => {
    const url = await server.database();
    const stopped = await administer(url, 'set statement_timeout = 1', 'select pg_sleep(1)');
    expect(explainFault(stopped)).toMatch(
      /^canceling statement due to statement timeout \(57014\)\. The limit statement_timeout/,
    );
    const raised = (code: string) =>
      administer(url, `do $$ begin raise 'words' using errcode = '${code}'; end $$`);
    for (const code of ['40P01', '55P03', '57P05', '25P03', '08006'])
      expect(isOutage(await raised(code))).toBe(true);
    const unknown = await raised('22012');
    expect([explainFault(unknown), isOutage(unknown)]).toEqual(['words (22012).', false]);
  });
});

test('a database that turns read-only does not end start, which goes on when it can write again', async () => {
  const smtpServer = await openSmtpServer(acceptLogins);
  const url = await server.database();
  const driver = await openLoopDriver(
    {
      url: 'http://127.0.0.1:1',
      smtpPort: smtpServer.port,
      recipients: ['ann@example.com'],
      key: 'rs_test_faults0123456789abcdefg',
    },
    { url },
  );
  onTestFinished(async () => {
    await driver.close();
    await smtpServer.close();
  });
  await driver.at('2026-11-16T09:00:00Z');
  driver.warnings.length = 0;
  const name = new URL(url).pathname.slice(1);
  const turn = async (state: string) =>
    administer(
      await requestSupply('postgres'),
      `alter database ${name} set default_transaction_read_only = ${state}`,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    );
  await turn('on');
  await driver.at('2026-11-16T09:01:00Z');
  await driver.at('2026-11-16T09:02:00Z');
  expect(driver.warnings.join('\n')).toMatch(
    /PostgreSQL .*in a read-only transaction \(25006\)\. The server is read-only, as a standby is: name the primary in DATABASE_URL\./,
  );
  expect(driver.fatal).toEqual([]);
  await turn('off');
  driver.warnings.length = 0;
  await driver.at('2026-11-16T09:03:00Z');
  await driver.at('2026-11-16T09:04:00Z');
  expect(driver.fatal).toEqual([]);
  expect(driver.warnings.join()).not.toContain('PostgreSQL');
  const { rows } = await sql`select looked_at from task where name = 'send'`.execute(driver.store.db);
  expect(rows).toEqual([{ looked_at: new Date('2026-11-16T09:04:00Z') }]);
});
