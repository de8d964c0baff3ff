import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLedgerKey } from '../../src/store/mail-files.ts';
import { markMoved, openStore, withDatabase } from '../../src/store/store.ts';
import type { Database } from '../../src/store/tables.ts';
import type { Bot, Finished } from '../support/bot.ts';
import { type Engine, engines, type Ledgers, openLedgers, openPostgres } from '../support/ledgers.ts';
import { acceptLogins, openSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';

const people = ['ann@example.com', 'bob@example.com', 'cyd@example.com'];
const sunday = '2026-11-22T21:00:00Z';
const monday = '2026-11-23T08:00:00Z';
const tuesday = '2026-11-24T08:00:00Z';
let smtpServer: TestSmtpServer;
const ledgers = new Map<Engine, Ledgers>();
const postgres = openPostgres();
beforeAll(async () => {
  smtpServer = await openSmtpServer(acceptLogins);
  for (const engine of engines) ledgers.set(engine, await openLedgers(engine));
});
afterAll(async () => {
  for (const one of ledgers.values()) await one.close();
  await smtpServer.close();
});

const mails = (): string[] => smtpServer.received.flatMap(({ recipients }) => recipients).sort();

/** A bot of an engine, and the environment in which its ledger is another, empty one. */
async function openBot(
  engine: Engine,
  recipients?: readonly string[],
): Promise<{ bot: Bot; anew(other?: Engine): Promise<Record<string, string>> }> {
  const bot = await (ledgers.get(engine) as Ledgers).bot(smtpServer, recipients);
  smtpServer.received.length = 0;
  return {
    bot,
    anew: async (other = engine) => {
      await bot.release();
      rmSync(join(bot.folder, 'answershare-data'), { recursive: true, force: true });
      return { DATABASE_URL: other === 'postgres' ? await postgres.database() : '' };
    },
  };
}

const tables = (db: Database) =>
  sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_name not like 'kysely%' order by 1`.execute(db);

/** Every row of a ledger as text. */
async function readAll(location: { url: string } | { folder: string }): Promise<Record<string, string[]>> {
  const store = await openStore(location);
  const all: Record<string, string[]> = {};
  for (const { name } of (await tables(store.db)).rows) {
    const { rows } = await sql<{
      row: string;
    }>`select t::text as row from ${sql.table(name)} t order by 1`.execute(store.db);
    // The place of the ledger differs.
    if (name !== 'task') all[name] = rows.map(({ row }) => row);
  }
  await store.close();
  return all;
}

describe.each([
  ['pglite', 'postgres'],
  ['postgres', 'pglite'],
] as const)('a backup of %s that is restored into %s', (engine, other) => {
  test('has every row, and repeats no mail without the word of a person', async () => {
    const { bot, anew } = await openBot(engine);
    expect(await bot.run(['run', '--now', sunday])).toMatchObject({ code: 0 });
    await bot.inStore(({ db }) =>
      sql`insert into audit (at, subject, event, detail)
      values (now(), 'odd', 'odd', ${'line\u2028 "end" \\ \n\r\u0007 ünï 😀'})`.execute(db),
    );
    const backup = await bot.run(['backup', 'ledger.gz', '--now', sunday]);
    expect(backup).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+ rows written to ledger\.gz/) });
    expect(statSync(join(bot.folder, 'ledger.gz')).mode & 0o777).toBe(0o600);
    expect((await bot.run(['backup', 'ledger.gz'])).err).toContain('overwrites nothing');
    await bot.release();
    const folder = join(bot.folder, 'answershare-data');
    const place = (url = '') => (url === '' ? { folder } : { url });
    const before = await readAll(place(bot.environment.DATABASE_URL));
    expect((await bot.run(['run', '--now', monday])).code).toBe(0);
    expect(mails()).toEqual(people);
    const environment = await anew(other);
    const run = (...line: string[]): Promise<Finished> => bot.run(line, { environment });
    const restored = await run('restore', 'ledger.gz', '--now', tuesday);
    expect(restored.code).toBe(0);
    expect(restored.out).toContain('2026-W47 waits: the ledger is a copy of 2026-11-22T21:00Z');
    await bot.release();
    const { run: runs, audit, ...rest } = await readAll(place(environment.DATABASE_URL));
    const { run: runsBefore, audit: auditBefore, ...restBefore } = before;
    expect(rest).toEqual(restBefore);
    expect(audit?.slice(0, auditBefore?.length)).toEqual(auditBefore);
    expect(runs).toHaveLength((runsBefore?.length ?? 0) + 1);
    expect((await run('run', '--now', tuesday)).out).not.toContain('sent');
    expect(mails()).toEqual(people);
    expect((await run('skip', '--week', '2026-W47', '--as', 'sent', '--now', tuesday)).code).toBe(0);
    expect((await run('list', '--now', tuesday)).code).toBe(0);
    expect((await run('restore', 'ledger.gz', '--now', tuesday)).err).toContain(
      'is not empty: its table run has rows',
    );
  });
});

test.each(engines)(
  'a backup of %s while its mails leave repeats none of them a day later',
  async (engine) => {
    const many = Array.from({ length: 40 }, (_, at) => `p${at}@example.com`);
    const { bot, anew } = await openBot(engine, many);
    const [first, all] = [smtpServer.next(3), smtpServer.next(many.length)];
    const running = await bot.begin(['start', '--now', monday]);
    await first;
    expect((await bot.run(['backup', 'running.gz', '--now', monday])).code).toBe(0);
    await all;
    running.child.kill('SIGTERM');
    expect((await running.finished).code).toBe(0);
    const environment = await anew();
    const run = (...line: string[]): Promise<Finished> =>
      bot.run([...line, '--now', tuesday], { environment });
    expect((await run('restore', 'running.gz')).code).toBe(0);
    await run('run');
    await run('run', '--week', '2026-W47');
    expect(mails()).toEqual([...many].sort());
    const { deliveries } = JSON.parse((await run('list', '--json')).out) as {
      deliveries: { state: string }[];
    };
    expect(deliveries.length).toBeGreaterThan(0);
    for (const { state } of deliveries) expect(['sent', 'uncertain']).toContain(state);
  },
);

test('a file that is no whole backup changes nothing, and leaves a ledger that takes the whole one', async () => {
  const { bot, anew } = await openBot('postgres');
  expect((await bot.run(['backup', 'whole.gz'])).code).toBe(0);
  const whole = readFileSync(join(bot.folder, 'whole.gz'));
  const lines = gunzipSync(whole).toString().split('\n');
  const damaged: Readonly<Record<string, Buffer>> = {
    'is empty': Buffer.alloc(0),
    'is no gzip': Buffer.from('run\n'),
    'ends early': whole.subarray(0, whole.length - 20),
    'has another byte': Buffer.from(whole).fill(
      whole.at(-30) === 1 ? 2 : 1,
      whole.length - 30,
      whole.length - 29,
    ),
    'lacks a row': gzipSync(lines.toSpliced(2, 1).join('\n')),
    'lacks its last line': gzipSync(lines.slice(0, -2).join('\n')),
    'is of another program': gzipSync('{"format":"other"}\n'),
  };
  const environment = await anew();
  for (const [name, bytes] of Object.entries(damaged)) {
    writeFileSync(join(bot.folder, 'damaged.gz'), bytes);
    const { code, err } = await bot.run(['restore', 'damaged.gz'], { environment });
    expect([name, code, err]).toEqual([
      name,
      1,
      expect.stringContaining('is not a whole backup of answershare'),
    ]);
  }
  expect((await bot.run(['restore', 'none.gz'], { environment })).err).toContain('does not exist');
  expect((await bot.run(['restore', 'whole.gz'], { environment })).code).toBe(0);
  expect(readdirSync(bot.folder).filter((name) => name.includes('unfinished'))).toEqual([]);
});

test('a backup of an earlier version is brought up to date, and one of a later version refused', async () => {
  const { bot, anew } = await openBot('postgres');
  const at = '2026-11-22T21:00:00+00:00';
  const rows: readonly [string, object][] = [
    [
      'run',
      {
        id: 'r',
        schedule_id: 'weekly',
        period_key: '2026-W46',
        state: 'composed',
        reason: null,
        planned_at: at,
      },
    ],
    [
      'digest',
      {
        id: 'd',
        run_id: 'r',
        recipient_hash: 'h',
        recipient: 'ann@example.com',
        recipient_name: null,
        subject: 'W46',
        html: '<p>',
        text: 'old text',
        attachments: '[]',
        sha256: 's',
        composed_at: at,
      },
    ],
    [
      'delivery',
      {
        digest_id: 'd',
        state: 'sent',
        attempts: 1,
        fence: 1,
        worker: null,
        message_id: '<m>',
        smtp_code: 250,
        reason: null,
        next_attempt_at: null,
        changed_at: at,
      },
    ],
  ];
  const write = (migration: string): void => {
    const head = { format: 'answershare-ledger-1', migration, at, sequences: { worker: 7, audit_id_seq: 3 } };
    const batches = rows.map(([table, row]) => `["${table}",1]\n${JSON.stringify(row)}`);
    writeFileSync(
      join(bot.folder, 'other.gz'),
      gzipSync([JSON.stringify(head), ...batches, '["end",3]', ''].join('\n')),
    );
  };
  const environment = await anew();
  write('2027-01-01-later');
  expect((await bot.run(['restore', 'other.gz'], { environment })).err).toContain('newer version');
  write('2026-11-21-ledger');
  expect(await bot.run(['restore', 'other.gz', '--now', tuesday], { environment })).toMatchObject({
    code: 0,
  });
  const store = await openStore({ url: environment.DATABASE_URL ?? '' });
  const { rows: found } =
    await sql`select subject, text, state from digest join body on body.id = body_id join delivery on digest_id = digest.id`.execute(
      store.db,
    );
  expect(found).toEqual([{ subject: 'W46', text: 'old text', state: 'sent' }]);
  expect(store.worker).toBeGreaterThan(7);
  // A backup has the numbers of these.
  const { rows: sequences } = await sql`select sequencename as name from pg_sequences order by 1`.execute(
    store.db,
  );
  expect(sequences).toEqual([{ name: 'audit_id_seq' }, { name: 'worker' }]);
  await store.close();
});

describe.each([
  ['pglite', 'postgres'],
  ['postgres', 'pglite'],
] as const)('a move from %s to %s', (engine, other) => {
  test('copies every row, sends the same next digest, and leaves a ledger with which nothing starts', async () => {
    const { bot } = await openBot(engine);
    const old = bot.environment.DATABASE_URL;
    expect((await bot.run(['run', '--now', sunday])).code).toBe(0);
    // Message-IDs have a key that the first mail creates.
    await bot.inStore(({ db }) => createLedgerKey(db));
    await bot.release();
    const folder = join(bot.folder, 'answershare-data');
    const place = old === undefined ? { folder } : { url: old };
    const before = await readAll(place);
    const target = other === 'postgres' ? await postgres.database() : join(bot.folder, 'moved');
    const move = (to: string) =>
      bot.run(
        other === 'postgres' ? ['store', 'move', '--to-env', 'TARGET'] : ['store', 'move', '--to', to],
        { environment: { TARGET: to } },
      );
    expect((await bot.run(['store', 'move', '--to', 'postgres://me:secret@127.0.0.1/x'])).code).toBe(2);
    expect(await move(target)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d+ rows moved to .* compared/),
    });
    const moved = other === 'postgres' ? { url: target } : { folder: target };
    expect(await readAll(moved)).toEqual(before);
    await bot.release();
    for (const line of ['run', 'list', 'start', 'check'])
      expect(await bot.run([line, '--now', monday])).toMatchObject({
        code: 1,
        out: expect.not.stringContaining('Started'),
      });
    expect((await bot.run(['run'])).err).toContain('This ledger was moved to');
    expect((await move(target)).err).toContain('is not empty');
    expect((await bot.run(['run'])).err).toContain('This ledger was moved to');
    await bot.release();
    // The old ledger, without its mark, and the new one.
    await withDatabase(place, ({ db }) => markMoved(db, null, 0));
    const sent: string[][] = [];
    for (const environment of [{}, { DATABASE_URL: 'url' in moved ? moved.url : '' }]) {
      if ('folder' in moved && 'DATABASE_URL' in environment) renameSync(moved.folder, folder);
      smtpServer.received.length = 0;
      expect((await bot.run(['run', '--now', monday], { environment })).code).toBe(0);
      await bot.release();
      sent.push(smtpServer.received.map(({ raw }) => raw.replace(/^Date: .*$/m, '')).sort());
    }
    expect(sent[0]).toHaveLength(3);
    expect(sent[1]).toEqual(sent[0]);
  });
});
