import { type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { listDeliveries } from '../../src/store/ledger.ts';
import { openStore } from '../../src/store/store.ts';
import { openCable } from '../rig/cable.ts';
import { openPostgresServer } from '../rig/ledger-rig.ts';
import { type Minutes, openMinutes } from '../rig/minutes.ts';
import { openPostOffice, type PostOffice } from '../rig/post-office.ts';

let sandbox: RunningSandbox;
let server: Awaited<ReturnType<typeof openPostgresServer>>;
let office: PostOffice;
/** After the body has come and before the 250. */
let atDot: () => void;
let atRcpt: () => void = () => undefined;
beforeAll(async () => {
  sandbox = await startSandbox({ form: 2, now: '2026-11-18T06:00:00Z' });
  server = await openPostgresServer();
  office = await openPostOffice({
    onAuth: (_login, _session, done) => done(null, { user: 'bot' }),
    onRcptTo: (_address, _session, done) => {
      atRcpt();
      done();
    },
    onData: (stream, _session, done) => {
      stream.resume();
      stream.on('end', () => {
        atDot();
        done();
      });
    },
  });
});
afterAll(async () => {
  await office.close();
  await server.close();
  await sandbox.close();
});

const open = (url: string): Promise<Minutes> =>
  openMinutes(
    {
      url: sandbox.baseUrl,
      smtpPort: office.port,
      key: sandbox.keys.live,
      websites: [sandbox.websites[0]?.id ?? ''],
      recipients: ['ann@example.com'],
    },
    { url },
  );

describe('a loss of PostgreSQL', () => {
  test('after the 250 is waited out, and the mail is recorded as sent', async () => {
    const cable = await openCable(await server.database());
    const minutes = await open(cable.url);
    onTestFinished(async () => {
      await minutes.close();
      await cable.close();
    });
    await minutes.at('2026-11-18T06:00:00Z');
    atDot = cable.cut;
    const refused = cable.refused().then(cable.mend);
    await minutes.at('2026-11-23T08:00:00Z');
    await refused;
    expect(minutes.fatal).toEqual([]);
    expect(await listDeliveries(minutes.store.db)).toMatchObject([
      { state: 'sent', smtp_code: 250, attempts: 1 },
    ]);
  });

  test('between two ticks does not end start: it connects anew, as another worker', async () => {
    const cable = await openCable(await server.database());
    const minutes = await open(cable.url);
    onTestFinished(async () => {
      await minutes.close();
      await cable.close();
    });
    let bodies = 0;
    atDot = () => {
      bodies += 1;
    };
    await minutes.at('2026-11-18T06:00:00Z');
    const { worker } = minutes.store;
    cable.drop();
    await minutes.at('2026-11-23T08:00:00Z');
    expect(minutes.store.worker).toBeGreaterThan(worker);
    expect({ bodies, fatal: minutes.fatal, complaints: minutes.complaints }).toEqual({
      bodies: 1,
      fatal: [],
      complaints: [],
    });
    expect(await listDeliveries(minutes.store.db)).toMatchObject([{ state: 'sent' }]);
  });

  test('that lasts is reported each minute, and work goes on when it is over', async () => {
    const cable = await openCable(await server.database());
    const minutes = await open(cable.url);
    onTestFinished(async () => {
      await minutes.close();
      await cable.close();
    });
    atDot = () => undefined;
    await minutes.at('2026-11-18T06:00:00Z');
    cable.cut();
    await minutes.at('2026-11-23T08:00:00Z');
    await minutes.at('2026-11-23T08:01:00Z');
    expect(minutes.complaints).toEqual(
      Array(2).fill(expect.stringMatching(/^PostgreSQL at 127\.0\.0\.1:\d+\/ledger_\d+ does not answer: /)),
    );
    cable.mend();
    await minutes.at('2026-11-23T08:02:00Z');
    expect(minutes.fatal).toEqual([]);
    expect(await listDeliveries(minutes.store.db)).toMatchObject([{ state: 'sent' }]);
  });

  test('by the server, which drops idle sessions, is noticed and mended', async () => {
    const url = await server.database();
    const store = await openStore({ url });
    const other = await openStore({ url });
    onTestFinished(async () => {
      await store.close();
      await other.close();
    });
    const { worker } = store;
    await sql`select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and objid = ${worker} and granted`.execute(other.db);
    await store.keepAlive();
    store.assertAlive();
    expect(store.worker).toBeGreaterThan(worker);
    const locks = await sql<{ objid: number }>`select objid::integer from pg_locks
      where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())
      order by objid`.execute(other.db);
    // The session that ends may be seen a moment longer.
    expect(locks.rows.map(({ objid }) => objid)).toEqual(
      expect.arrayContaining([other.worker, store.worker]),
    );
  });
});

test('a mail that an outage left claimed is sent by a later pass of the same process', async () => {
  const cable = await openCable(await server.database());
  const minutes = await open(cable.url);
  onTestFinished(async () => {
    await minutes.close();
    await cable.close();
  });
  let bodies = 0;
  atDot = () => {
    bodies += 1;
  };
  await minutes.at('2026-11-18T06:00:00Z');
  atRcpt = cable.cut;
  await minutes.at('2026-11-23T08:00:00Z');
  expect(bodies).toBe(0);
  atRcpt = () => undefined;
  cable.mend();
  await minutes.at('2026-11-23T08:02:00Z');
  await minutes.at('2026-11-23T08:05:00Z');
  expect(bodies).toBe(1);
  expect(await listDeliveries(minutes.store.db)).toMatchObject([{ state: 'sent', attempts: 2 }]);
});
