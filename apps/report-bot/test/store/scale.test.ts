import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordNewHost } from '../../src/collect/service-profile.ts';
import { listAudit } from '../../src/store/audit.ts';
import { claimNext } from '../../src/store/claims.ts';
import {
  countRepeatable,
  countUncertain,
  listDeliveries,
  listOpenMails,
  listReadyDigests,
  recoverClaims,
} from '../../src/store/ledger.ts';
import { listNewestRuns, listOpenDeliveries, readCollectedAnswers } from '../../src/store/open-work.ts';
import { applyRetention, countFuture } from '../../src/store/retention.ts';
import { listRecentRuns, listWaitingRuns } from '../../src/store/runs.ts';
import { readFirstAttempt, readQuestionStates } from '../../src/store/snapshots.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import type { Tables } from '../../src/store/tables.ts';
import { listWithheldReaders } from '../../src/store/withheld.ts';
import { createLedgerDatabase } from '../support/ledgers.ts';

const now = Date.parse('2026-11-23T08:00:00Z');
let url: string;
let store: Store;
const statements: { readonly sql: string; readonly parameters: readonly unknown[] }[] = [];
let db: Kysely<Tables>;
beforeAll(async () => {
  url = await createLedgerDatabase();
  store = await openStore({ url });
  const pool = new pg.Pool({ connectionString: url });
  db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query: { sql: text, parameters } }) => {
      statements.push({ sql: text, parameters });
    },
  });
  // 60 weeks of 2,000 mails, of which 40 of the last week wait, and 60 days of 500 websites.
  await sql`insert into run (id, schedule_id, period_key, state, planned_at)
    select 'r' || n, 'weekly', 'w' || lpad(n::text, 3, '0'), 'composed', ${new Date(now)}::timestamptz - (60 - n) * interval '7 days'
    from generate_series(1, 60) n`.execute(store.db);
  await sql`insert into body select 'b' || n, '<p></p>', '', '[]' from generate_series(1, 60) n`.execute(
    store.db,
  );
  await sql`insert into digest (id, run_id, recipient_hash, recipient, subject, body_id, inserts, composed_at)
    select 'd' || r || '-' || n, 'r' || r, 'h' || n, 'p' || n || '@example.com', 'Week', 'b' || r, '[]', planned_at
    from generate_series(1, 60) r join run on run.id = 'r' || r, generate_series(1, 2000) n`.execute(
    store.db,
  );
  await sql`insert into delivery (digest_id, state, attempts, fence, message_id, changed_at)
    select id, case when run_id = 'r60' and recipient_hash < 'h103' then 'ready' else 'sent' end, 1, 1, id, composed_at
    from digest`.execute(store.db);
  await sql`insert into audit (at, subject, event) select composed_at, id, event
    from digest, unnest(array['composed', 'claimed', 'sent']) event order by composed_at`.execute(store.db);
  await sql`insert into snapshot (website_id, endpoint, day, taken_at, parsed)
    select 'w' || w, 'authority', to_char(day, 'YYYY-MM-DD'), day, '{}'
    from generate_series(1, 500) w, generate_series(${new Date(now)}::timestamptz - interval '59 days', ${new Date(now)}, interval '1 day') day`.execute(
    store.db,
  );
  await sql`vacuum analyze`.execute(store.db);
});
afterAll(async () => {
  await db.destroy();
  await store.close();
});

test('what each minute, list and a claim ask reads no large table from begin to end', async () => {
  const logged: Store = { ...store, db, worker: 4711, assertAlive: () => undefined };
  const audience = { id: 'weekly', recipients: [], channels: [] } as unknown as Parameters<
    typeof listOpenMails
  >[1][0];
  const ready = await listReadyDigests(db, now, ['weekly'], 'mails');
  expect(ready.length).toBeGreaterThan(5);
  const queue = ready.map(({ digestId }) => digestId);
  expect(await claimNext(logged, queue, now)).toMatchObject({ digestId: ready[0]?.digestId });
  await recoverClaims(logged, now, 'mails');
  await countUncertain(logged);
  await listOpenMails(logged, [audience]);
  await listOpenDeliveries(db);
  await listNewestRuns(db, ['weekly']);
  await listWaitingRuns(db, ['weekly']);
  await readCollectedAnswers(db, now);
  await readFirstAttempt(db);
  await readQuestionStates(db, '2026-11-22');
  await countFuture(db, now);
  await recordNewHost(db, 'https://api.example.com', now);
  await listRecentRuns(db);
  await listWithheldReaders(db);
  for (const state of [undefined, 'sent'] as const)
    expect(await listDeliveries(db, { runId: 'r59', state, limit: 100 })).toHaveLength(100);
  await listDeliveries(db, { state: 'uncertain', limit: 100 });
  await countRepeatable(db, ['weekly'], 'w060');
  expect(await listAudit(db, 'd60-2000')).toHaveLength(3);
  const asked = statements.slice();
  const wrong: string[] = [];
  for (const statement of asked) {
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>({
      ...statement,
      sql: `explain ${statement.sql}`,
      query: { kind: 'RawNode', sqlFragments: [], parameters: [] },
      queryId: { queryId: 'explain' },
    } as unknown as Parameters<typeof db.executeQuery>[0]);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    // A run is read in the order of its index: a sort would read all its deliveries before the first line.
    if (/Seq Scan on (delivery|digest|snapshot|audit)\b|^Limit[\s\S]*Sort Key: digest.recipient/.test(plan))
      wrong.push(`${statement.sql}\n${plan}`);
  }
  expect(wrong).toEqual([]);
});

test('two processes that claim at once take different deliveries, one statement for each', async () => {
  const other = await openStore({ url });
  const queue = (await listReadyDigests(store.db, now, ['weekly'], 'mails')).map(({ digestId }) => digestId);
  const [mine, theirs] = [queue.slice(), queue.slice()];
  const claims = await Promise.all(
    Array.from({ length: 4 }, () => [claimNext(store, mine, now), claimNext(other, theirs, now)]).flat(),
  );
  expect(new Set(claims.map((claim) => claim?.digestId)).size).toBe(8);
  await other.close();
});

test('a process that announces mails wakes the senders of another, also after a broken connection', async () => {
  const other = await openStore({ url });
  const announce = async (): Promise<void> => {
    const woken = new Promise<void>((done) => other.onWork(done));
    await store.announceWork();
    await woken;
  };
  await announce();
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where pid in (select pid from pg_locks where locktype = 'advisory') and datname = current_database()`.execute(
    store.db,
  );
  await other.keepAlive();
  await store.keepAlive();
  await announce();
  await other.close();
});

test('mails, addresses and their history go after the months of the settings; runs stay', async () => {
  const size = async (table: 'delivery' | 'run' | 'body') =>
    Number(
      (
        await store.db
          .selectFrom(table)
          .select((of) => of.fn.countAll().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    );
  const { mails } = await applyRetention(store, now, 13);
  expect(mails).toBe(3 * 2000);
  expect([await size('delivery'), await size('body'), await size('run')]).toEqual([57 * 2000, 57, 60]);
  const { first } = await store.db
    .selectFrom('audit')
    .select((of) => of.fn.min('at').as('first'))
    .executeTakeFirstOrThrow();
  expect(first?.getTime()).toBeGreaterThan(now - 396 * 86_400_000);
});

test('the server sees the name of the bot and a limit for statements, and the address may change both', async () => {
  const read = async (given: string) => {
    const own = await openStore({ url: given });
    const { rows } = await sql<{
      name: string;
      limit: string;
    }>`select current_setting('application_name') as name, current_setting('statement_timeout') as limit`.execute(
      own.db,
    );
    await own.close();
    return rows[0];
  };
  expect(await read(url)).toEqual({ name: 'answershare', limit: '1min' });
  expect(await read(`${url}?application_name=bot-2&statement_timeout=5000&pool_size=2`)).toEqual({
    name: 'bot-2',
    limit: '5s',
  });
  await expect(openStore({ url: `${url}?pool_size=0` })).rejects.toThrow('pool_size');
});
