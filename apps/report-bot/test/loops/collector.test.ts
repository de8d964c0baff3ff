import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type HttpProxy, openHttpProxy, type ProxyAnswer } from '../support/http-proxy.ts';
import { type LoopDriver, openLoopDriver } from '../support/loop-driver.ts';

/** How many websites the schedule names. */
const sites = 3;
let sandbox: RunningSandbox;
let proxy: HttpProxy;
/** What the service answers in place of the sandbox. */
let instead: (url: string) => ProxyAnswer | null;
let driver: LoopDriver;

const open = (more = '', place?: 'folder'): Promise<LoopDriver> =>
  openLoopDriver(
    {
      url: proxy.url,
      smtpPort: 1,
      key: sandbox.keys.live,
      form: '2',
      websites: sandbox.websites.slice(0, sites).map(({ id }) => id),
      more,
    },
    place,
  );

beforeEach(async () => {
  sandbox = await startSandbox({ form: 2, now: '2026-11-18T06:00:00Z' });
  instead = () => null;
  proxy = await openHttpProxy(sandbox, (url) => instead(url));
  driver = await open();
});
afterEach(async () => {
  await driver.close();
  await proxy.close();
  await sandbox.close();
});

const asked = (): string[] => proxy.asked.splice(0);
/** The first round of a week asks for analytics too. */
const round = (day = '2026-11-18'): number => (day === '2026-11-18' ? 4 : 3) * sites;
const failing = { status: 503, body: '{}' };
const openRows = async (day: string): Promise<number> => {
  const rows = await driver.store.db
    .selectFrom('snapshot')
    .select('failure')
    .where('day', '=', day)
    .execute();
  return 1 + round(day) - rows.filter(({ failure }) => failure === null).length;
};

describe("a day's snapshot", () => {
  test('is asked once, at the first tick after its time, and by no later tick or process', async () => {
    await driver.at('2026-11-18T05:30:00Z');
    expect(asked()).toHaveLength(1 + round());
    await driver.at('2026-11-18T05:31:00Z');
    driver.restart();
    await driver.at('2026-11-19T05:29:00Z');
    expect(asked()).toEqual([]);
    await driver.at('2026-11-19T05:30:00Z');
    expect(asked()).toHaveLength(1 + round('2026-11-19'));
    expect(await openRows('2026-11-18')).toBe(0);
    expect(await openRows('2026-11-19')).toBe(0);
  });

  test('stays open where a question failed, which is asked again after an hour, by whatever process', async () => {
    const site = sandbox.websites[1]?.id ?? '';
    instead = (url) => (url.includes('/competitors') && url.includes(site) ? failing : null);
    await driver.at('2026-11-18T06:00:00Z');
    expect(await openRows('2026-11-18')).toBe(1);
    asked();
    instead = () => null;
    driver.restart();
    await driver.at('2026-11-18T06:59:00Z');
    expect(asked()).toEqual([]);
    driver.restart();
    await driver.at('2026-11-18T07:00:00Z');
    expect(asked()).toEqual([expect.stringMatching(/^\/api\/v1\/competitors\?/)]);
    expect(await openRows('2026-11-18')).toBe(0);
  });

  test('is taken up where the service failed as a whole, an hour later, and with the others first', async () => {
    instead = (url) => (url.includes('/websites') ? null : failing);
    await driver.at('2026-11-18T06:00:00Z');
    expect(driver.lines.join('\n')).toContain('The service failed 4 times in a row.');
    asked();
    await driver.at('2026-11-18T06:01:00Z');
    await driver.at('2026-11-18T06:02:00Z');
    expect(driver.lines.filter((line) => line.includes('waits until'))).toEqual([
      'The snapshot waits until 2026-11-18T07:00Z after a failure; "answershare snapshot" asks at once.',
    ]);
    driver.restart();
    await driver.at('2026-11-18T06:59:00Z');
    expect(asked()).toEqual([]);
    instead = () => null;
    await driver.at('2026-11-18T07:00:00Z');
    const again = asked();
    expect(again).toHaveLength(round());
    expect(again.at(-1)).toContain(sandbox.websites[1]?.id);
    expect(await openRows('2026-11-18')).toBe(0);
  });

  test('is taken whatever lies in the future, which is reported once with what to do', async () => {
    const db = driver.store.db;
    await driver.at('2027-03-01T06:00:00Z');
    asked();
    driver.restart();
    await driver.at('2026-11-18T06:00:00Z');
    await driver.at('2026-11-18T06:01:00Z');
    expect(asked()).toHaveLength(1 + round());
    expect(await openRows('2026-11-18')).toBe(0);
    expect(driver.lines.filter((line) => line.includes('in the future'))).toEqual([
      `${1 + round()} answers in the ledger lie in the future, the newest of 2027-03-01: made with --now, or by a clock that was ahead. They would stand for the answers of those days; remove them with "answershare snapshot --forget-future".`,
    ]);
    expect(
      await db.selectFrom('snapshot').select('day').where('day', '=', '2027-03-01').execute(),
    ).toHaveLength(1 + round());
  });

  test('goes on with the other websites where the database refuses an answer about one', async () => {
    const site = sandbox.websites[0]?.id ?? '';
    await sql`alter table snapshot add constraint refused
      check (failure is not null or endpoint <> 'authority' or website_id <> ${sql.lit(site)})`.execute(
      driver.store.db,
    );
    await driver.at('2026-11-18T06:00:00Z');
    expect(driver.fatal).toEqual([]);
    expect(await openRows('2026-11-18')).toBe(1);
    expect(driver.lines.join('\n')).toMatch(/^ {2}\S+ authority: .*refused/m);
  });
});

test('a disk that fills while start runs is reported each minute, and work goes on when it has room', async () => {
  await driver.close();
  driver = await open('', 'folder');
  const real = fs.statfsSync;
  onTestFinished(() => {
    fs.statfsSync = real;
    syncBuiltinESMExports();
  });
  fs.statfsSync = ((path: string) => Object.assign(real(path), { bavail: 0 })) as typeof real;
  syncBuiltinESMExports();
  await driver.at('2026-11-18T06:00:00Z');
  await driver.at('2026-11-18T06:01:00Z');
  expect(new Set(driver.warnings)).toEqual(
    new Set([expect.stringMatching(/^The disk of the data folder \S+ is full \(0 MB are free/)]),
  );
  expect({ answers: 1 + round() - (await openRows('2026-11-18')), fatal: driver.fatal }).toEqual({
    answers: 0,
    fatal: [],
  });
  fs.statfsSync = real;
  syncBuiltinESMExports();
  await driver.at('2026-11-18T06:02:00Z');
  expect(await openRows('2026-11-18')).toBe(0);
});

describe('a list of websites that fails', () => {
  test('is asked once an hour, over restarts as well, and the last list serves what is due', async () => {
    await driver.at('2026-11-18T06:00:00Z');
    asked();
    instead = (url) => (url.includes('/websites') ? failing : null);
    await driver.at('2026-11-19T06:00:00Z');
    const first = asked();
    const lists = first.filter((url) => url.includes('/websites'));
    expect(lists.length).toBeLessThanOrEqual(3);
    expect(first).toHaveLength(lists.length + round('2026-11-19'));
    expect(await openRows('2026-11-19')).toBe(1);
    for (const minute of [10, 20, 30, 40, 50, 59]) {
      if (minute % 20 === 0) driver.restart();
      await driver.at(`2026-11-19T06:${minute}:00Z`);
    }
    expect(asked()).toEqual([]);
    await driver.at('2026-11-19T07:00:00Z');
    expect(asked()).toEqual(lists);
    instead = () => null;
    await driver.at('2026-11-19T08:00:00Z');
    expect(asked()).toHaveLength(1);
    expect(await openRows('2026-11-19')).toBe(0);
  });

  test('is not asked before the time that the service names', async () => {
    instead = () => ({ ...failing, headers: { 'retry-after': '7200' } });
    await driver.at('2026-11-18T06:00:00Z');
    expect(asked()).toHaveLength(1);
    await driver.at('2026-11-18T07:59:00Z');
    expect(asked()).toEqual([]);
    instead = () => null;
    await driver.at('2026-11-18T08:01:00Z');
    expect(asked()).toHaveLength(1 + round());
  });

  test('is no snapshot: what was not asked stays due', async () => {
    instead = (url) =>
      url.includes('/websites') ? null : { status: 429, body: '{}', headers: { 'retry-after': '9000' } };
    await driver.at('2026-11-18T06:00:00Z');
    expect(asked()).toHaveLength(2);
    instead = () => null;
    driver.restart();
    await driver.at('2026-11-18T08:29:00Z');
    expect(asked()).toEqual([]);
    await driver.at('2026-11-18T08:31:00Z');
    expect(asked()).toHaveLength(round());
  });
});
