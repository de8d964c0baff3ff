import { type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { listDeliveries } from '../../src/store/ledger.ts';
import { openStore } from '../../src/store/store.ts';
import { openPostgres } from '../support/ledgers.ts';
import { type LoopDriver, openLoopDriver } from '../support/loop-driver.ts';
import { acceptLogins, openSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';
import { openTcpProxy } from '../support/tcp-proxy.ts';

let sandbox: RunningSandbox;
const server = openPostgres();
let smtpServer: TestSmtpServer;
/** After the body has come and before the 250. */
let atDot: () => void;
let atRcpt: () => void = () => undefined;
beforeAll(async () => {
  sandbox = await startSandbox({ form: 2, now: '2026-11-18T06:00:00Z' });
  smtpServer = await openSmtpServer({
    ...acceptLogins,
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
  await smtpServer.close();
  await sandbox.close();
});

const open = (url: string): Promise<LoopDriver> =>
  openLoopDriver(
    {
      url: sandbox.baseUrl,
      smtpPort: smtpServer.port,
      key: sandbox.keys.live,
      websites: [sandbox.websites[0]?.id ?? ''],
      recipients: ['ann@example.com'],
    },
    { url },
  );

describe('a loss of PostgreSQL', () => {
  test('after the 250 is waited out, and the mail is recorded as sent', async () => {
    const proxy = await openTcpProxy(await server.database());
    const driver = await open(proxy.url);
    onTestFinished(async () => {
      await driver.close();
      await proxy.close();
    });
    await driver.at('2026-11-18T06:00:00Z');
    atDot = proxy.cut;
    const refused = proxy.refused().then(proxy.mend);
    await driver.at('2026-11-23T08:00:00Z');
    await refused;
    expect(driver.fatal).toEqual([]);
    expect(await listDeliveries(driver.store.db)).toMatchObject([
      { state: 'sent', smtp_code: 250, attempts: 1 },
    ]);
  });

  test('between two ticks does not end start: it connects anew, as another worker', async () => {
    const proxy = await openTcpProxy(await server.database());
    const driver = await open(proxy.url);
    onTestFinished(async () => {
      await driver.close();
      await proxy.close();
    });
    let bodies = 0;
    atDot = () => {
      bodies += 1;
    };
    await driver.at('2026-11-18T06:00:00Z');
    const { worker } = driver.store;
    proxy.drop();
    await driver.at('2026-11-23T08:00:00Z');
    expect(driver.store.worker).toBeGreaterThan(worker);
    expect({ bodies, fatal: driver.fatal, warnings: driver.warnings }).toEqual({
      bodies: 1,
      fatal: [],
      warnings: [],
    });
    expect(await listDeliveries(driver.store.db)).toMatchObject([{ state: 'sent' }]);
  });

  test('that lasts is reported each minute, and work goes on when it is over', async () => {
    const proxy = await openTcpProxy(await server.database());
    const driver = await open(proxy.url);
    onTestFinished(async () => {
      await driver.close();
      await proxy.close();
    });
    atDot = () => undefined;
    await driver.at('2026-11-18T06:00:00Z');
    proxy.cut();
    await driver.at('2026-11-23T08:00:00Z');
    await driver.at('2026-11-23T08:01:00Z');
    expect(driver.warnings).toEqual(
      Array(2).fill(expect.stringMatching(/^PostgreSQL at 127\.0\.0\.1:\d+\/ledger_\w+ does not answer: /)),
    );
    proxy.mend();
    await driver.at('2026-11-23T08:02:00Z');
    expect(driver.fatal).toEqual([]);
    expect(await listDeliveries(driver.store.db)).toMatchObject([{ state: 'sent' }]);
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
      where locktype = 'advisory' and objid = ${worker} and granted and database = (select oid from pg_database where datname = current_database())`.execute(
      other.db,
    );
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
  const proxy = await openTcpProxy(await server.database());
  const driver = await open(proxy.url);
  onTestFinished(async () => {
    await driver.close();
    await proxy.close();
  });
  let bodies = 0;
  atDot = () => {
    bodies += 1;
  };
  await driver.at('2026-11-18T06:00:00Z');
  atRcpt = proxy.cut;
  await driver.at('2026-11-23T08:00:00Z');
  expect(bodies).toBe(0);
  atRcpt = () => undefined;
  proxy.mend();
  await driver.at('2026-11-23T08:02:00Z');
  await driver.at('2026-11-23T08:05:00Z');
  expect(bodies).toBe(1);
  expect(await listDeliveries(driver.store.db)).toMatchObject([{ state: 'sent', attempts: 2 }]);
});
