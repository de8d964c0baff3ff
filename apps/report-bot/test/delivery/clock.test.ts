import { type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listRecentRuns } from '../../src/store/runs.ts';
import { type LoopDriver, openLoopDriver } from '../support/loop-driver.ts';
import { acceptLogins, openSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';

const people = ['ann@example.com', 'bob@example.com', 'cyd@example.com'];
let sandbox: RunningSandbox;
let smtpServer: TestSmtpServer;
let driver: LoopDriver;

const mails = (): string[] => smtpServer.received.flatMap(({ recipients }) => recipients).sort();
const runs = async (): Promise<string[]> =>
  (await listRecentRuns(driver.store.db)).map(({ period_key, state }) => `${period_key} ${state}`).sort();

const plus = (time: string, minutes: number): string =>
  new Date(Date.parse(time) + minutes * 60_000).toISOString();
/** The right time of all: two minutes of the loops, with the service's clock. */
const at = async (time: string): Promise<void> => {
  await sandbox.admin.setClock(time);
  await driver.at(time);
  await driver.at(plus(time, 1));
};
/** A wrong clock of this machine: the service's stays. */
const wrongly = (time: string): Promise<void> => driver.at(time);

const open = async (url = sandbox.baseUrl): Promise<void> => {
  // A database server has a clock of its own.
  const settings = {
    url,
    smtpPort: smtpServer.port,
    key: sandbox.keys.live,
    form: '2' as const,
    websites: [sandbox.websites[0]?.id ?? ''],
    checksClock: true,
  };
  driver = await openLoopDriver(settings, 'folder');
};

beforeEach(async () => {
  sandbox = await startSandbox({ form: 2, now: '2026-11-18T06:00:00Z' });
  smtpServer = await openSmtpServer(acceptLogins);
  await open();
  for (const day of [21, 22]) await at(`2026-11-${day}T06:00:00Z`);
});
afterEach(async () => {
  await driver.close();
  await smtpServer.close();
  await sandbox.close();
});

describe('a wrong clock decides nothing for good', () => {
  test.each([
    ['a year ahead', '2027-11-29T08:00:00Z', 1],
    ['a week behind, with which nothing is due,', '2026-11-15T08:00:00Z', 0],
  ])('%s for some ticks: each week is sent once', async (_name, wrong, reports) => {
    for (let minute = 0; minute < 3; minute += 1) await wrongly(plus(wrong, minute));
    expect([mails(), await runs()]).toEqual([[], []]);
    expect(driver.lines.filter((line) => line.startsWith('Nothing is planned: '))).toHaveLength(reports);
    await at('2026-11-23T08:00:00Z');
    expect(mails()).toEqual(people);
    for (const day of [27, 30]) await at(`2026-11-${day}T08:00:00Z`);
    expect(mails()).toEqual([...people, ...people].sort());
    expect(await runs()).toEqual(['2026-W47 composed', '2026-W48 composed']);
  });

  test('for hours: the service contradicts it, so that nothing is planned, stored or deleted', async () => {
    for (let hour = 0; hour <= 3; hour += 1) await wrongly(plus('2028-11-27T08:00:00Z', hour * 60));
    expect([mails(), await runs()]).toEqual([[], []]);
    expect(driver.warnings.join('\n')).toContain('No answer was kept: this machine');
    const days = await driver.store.db
      .selectFrom('snapshot')
      .select('day')
      .distinct()
      .orderBy('day')
      .execute();
    expect(days.map(({ day }) => day)).toEqual(['2026-11-21', '2026-11-22']);
    await at('2026-11-23T08:00:00Z');
    expect(mails()).toEqual(people);
  });

  test('without a service a jump is believed after an hour', async () => {
    await sandbox.admin.revoke(sandbox.keys.live);
    for (let minute = 0; minute <= 60; minute += 15) {
      await wrongly(plus('2026-11-24T08:00:00Z', minute));
      expect(mails()).toEqual(minute < 60 ? [] : people);
    }
  });

  test('an unfinished week is not sent, though the clock is hours ahead only', async () => {
    await sandbox.admin.setClock('2026-11-22T18:00:00Z');
    await wrongly('2026-11-23T08:00:00Z');
    await wrongly('2026-11-23T08:01:00Z');
    expect(mails()).toEqual([]);
    await at('2026-11-22T18:02:00Z');
    await at('2026-11-23T08:00:00Z');
    expect(mails()).toEqual(people);
  });
});
