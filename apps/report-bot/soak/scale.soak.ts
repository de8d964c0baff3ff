import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore } from '../src/store/store.ts';
import { type Bot, newBot } from '../test/support/bot.ts';
import { createDatabase, type PostgresServer, startPostgresServer } from '../test/support/postgres-server.ts';
import { openMailSink, writeRunFiles } from './measured-run.ts';
import { dueAt, seedLedger } from './seeded-ledger.ts';

const key = { ANSWERSHARE_API_KEY: `rs_live_${'0'.repeat(32)}` };
let server: PostgresServer;
const made: Bot[] = [];
beforeAll(async () => {
  // On a disk: five million deliveries need as much memory as the tests of a whole package.
  server = await startPostgresServer(
    {
      shared_preload_libraries: 'pg_stat_statements',
      max_wal_size: '4GB',
      fsync: 'off',
      shared_buffers: '512MB',
    },
    mkdtempSync(join(tmpdir(), 'answershare-scale-')),
  );
});
afterAll(async () => {
  for (const bot of made) await bot.remove();
  await server.stop();
});

/** A bot with a seeded ledger in a database of its own. */
async function openSeededBot(
  port: number,
  readers: number,
  websites = 20,
): Promise<{ bot: Bot; url: string }> {
  const url = await createDatabase(server.url);
  const store = await openStore({ url });
  await seedLedger(store, websites);
  await store.close();
  const bot = newBot({ ...key, DATABASE_URL: url });
  made.push(bot);
  writeRunFiles(bot.folder, port, readers);
  return { bot, url };
}

/** Runs a query of the server's statistics. */
async function ask<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows as Row[];
  } finally {
    await client.end();
  }
}

/** Statements of the bot since the last call, and their time at the server, milliseconds. */
async function takeStatements(url: string): Promise<{ calls: number; ms: number }> {
  const [found = { calls: 0, ms: 0 }] = await ask<{ calls: number; ms: number }>(
    url,
    `select coalesce(sum(calls), 0)::integer as calls, coalesce(sum(total_exec_time), 0)::float as ms from pg_stat_statements
      where dbid = (select oid from pg_database where datname = current_database()) and query not like '%pg_stat%'
        and query !~* '^(begin|commit|rollback)'`,
  );
  await ask(url, 'select pg_stat_statements_reset()');
  return found;
}

/** 56 weeks with so many mails each, before the reported one: retention deletes none of them. */
async function addDeliveries(execute: (text: string) => Promise<unknown>, mails: number): Promise<void> {
  await execute(`insert into run (id, schedule_id, period_key, state, planned_at)
    select md5('r' || n), 'weekly', to_char(due - interval '7 days', 'IYYY-"W"IW'), 'composed', due
    from generate_series(1, 56) n, lateral (select '${dueAt}'::timestamptz - n * interval '7 days' as due) d`);
  await execute(
    `insert into body select md5('b' || n), '<p></p>', 'A text', '[]' from generate_series(1, 56) n`,
  );
  await execute(`insert into digest (id, run_id, recipient_hash, recipient, subject, body_id, inserts, composed_at)
    select 'd' || lpad(r::text, 3, '0') || lpad(n::text, 9, '0'), md5('r' || r), encode(sha256(convert_to(n::text, 'utf8')), 'hex'), 'p' || n || '@example.com',
      'Northwind 41.6 %', md5('b' || r), '[]', planned_at
    from generate_series(56, 1, -1) r join run on run.id = md5('r' || r), generate_series(1, ${mails}) n`);
  await execute(`insert into delivery (digest_id, state, attempts, fence, message_id, smtp_code, changed_at, attempted_at)
    select id, 'sent', 1, 1, '<' || id || '@example.com>', 250, composed_at, composed_at from digest`);
  await execute(`insert into audit (at, subject, event) select composed_at, id, event
    from digest, unnest(array['composed', 'sent']) event`);
  await execute('vacuum analyze');
}

const wide = Number(process.env.SCALE_DELIVERIES ?? 5_000_000);

test(`${wide} deliveries: an idle minute, a start and a list ask the database for little, and scan no table`, async () => {
  const sink = await openMailSink();
  const { bot, url } = await openSeededBot(sink.port, 3);
  // Without a check of each foreign key.
  const seeding = `${url}?options=-c%20session_replication_role%3Dreplica`;
  await addDeliveries((text) => ask(seeding, text), Math.round(wide / 56));
  await ask(url, 'create extension pg_stat_statements');
  /** The large tables that were read from begin to end, and how often. */
  const scans = () =>
    ask<{ table: string; scans: number }>(
      url,
      `select relname as table, seq_scan::integer as scans from pg_stat_user_tables
        where relname in ('delivery', 'digest', 'audit') order by 1`,
    );
  // The mails of the week go out first, so that the minutes are idle.
  expect((await bot.run(['run', '--now', dueAt])).code).toBe(0);
  const before = await scans();
  await takeStatements(url);
  const began = performance.now();
  const running = await bot.begin(['start', '--now', '2026-11-24T10:00:10Z']);
  await running.says('Started with');
  const startedMs = performance.now() - began;
  const start = await takeStatements(url);
  await delay(65_000);
  await takeStatements(url);
  await delay(60_000);
  const idle = await takeStatements(url);
  running.child.kill('SIGTERM');
  await running.finished;
  const lists: Record<string, number> = {};
  for (const line of ['list --week 2026-W40 --limit 100', 'list --week 2026-W40', 'list', 'status']) {
    await takeStatements(url);
    await bot.run([...line.split(' '), '--json', '--now', '2026-11-24T10:00:00Z']);
    lists[line] = Math.round((await takeStatements(url)).ms);
  }
  const after = await scans();
  console.log(JSON.stringify({ wide, startedMs: Math.round(startedMs), start, idle, lists, before, after }));
  await sink.close();
  // A small table is read whole.
  if (wide >= 1_000_000) expect(after).toEqual(before);
  expect(idle.ms).toBeLessThan(50);
  expect(start.ms).toBeLessThan(500);
  expect(startedMs).toBeLessThan(2_000);
  expect(lists['list --week 2026-W40 --limit 100']).toBeLessThan(200);
}, 3_600_000);

describe.each([1, 2, 4])('3,000 readers over %d processes', (processes) => {
  test('get one mail each, with at most 4.5 statements a mail', async () => {
    const readers = 3_000;
    const sink = await openMailSink();
    const { bot, url } = await openSeededBot(sink.port, readers);
    await ask(url, 'create extension pg_stat_statements');
    await takeStatements(url);
    const began = performance.now();
    const running = await Promise.all(
      Array.from({ length: processes }, () => bot.begin(['run', '--now', dueAt])),
    );
    const ended = await Promise.all(running.map(({ finished }) => finished));
    const seconds = (performance.now() - began) / 1000;
    const { calls } = await takeStatements(url);
    console.log(
      `${processes} processes: ${(calls / readers).toFixed(2)} statements a mail, ${seconds.toFixed(0)} s`,
    );
    await sink.close();
    expect(ended.map(({ code }) => code)).toEqual(ended.map(() => 0));
    expect(sink.mails.size).toBe(readers);
    expect([...sink.mails.values()].every((count) => count === 1)).toBe(true);
    expect(calls / readers).toBeLessThanOrEqual(4.5);
  }, 1_800_000);
});

test('a folder with 100,000 deliveries moves to PostgreSQL: equal rows, and the next digest byte for byte', async () => {
  const sink = await openMailSink();
  const url = await createDatabase(server.url);
  const bot = newBot({ ...key });
  made.push(bot);
  writeRunFiles(bot.folder, sink.port, 3);
  const folder = join(bot.folder, 'data');
  const store = await openStore({ folder });
  await seedLedger(store, 20);
  await addDeliveries((text) => sql.raw(text).execute(store.db), 1_786);
  await store.close();
  const line = (out: string) => ['export', '--week', '2026-W47', '--now', dueAt, '--out', out];
  expect((await bot.run(line('before'))).code).toBe(0);
  await bot.release();
  const began = performance.now();
  const moved = await bot.run(['store', 'move', '--to-env', 'TARGET', '--json'], {
    environment: { TARGET: url },
  });
  console.log(`moved in ${((performance.now() - began) / 1000).toFixed(0)} s: ${moved.out}`);
  expect(moved.code).toBe(0);
  expect(JSON.parse(moved.out).tables.delivery).toBe(56 * 1_786);
  expect((await bot.run(line('after'), { environment: { DATABASE_URL: url } })).code).toBe(0);
  const files = (name: string) =>
    readdirSync(join(bot.folder, name)).map((file) => [
      file,
      readFileSync(join(bot.folder, name, file), 'utf8'),
    ]);
  expect(files('after')).toEqual(files('before'));
  await sink.close();
}, 1_800_000);
