import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Bot } from '../support/bot.ts';
import { type Engine, engines, type Ledgers, openLedgers } from '../support/ledgers.ts';
import { createDatabase } from '../support/postgres-server.ts';
import { acceptLogins, openSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';
import { requestSupply } from '../support/supplies.ts';

const people = ['ann@example.com', 'bob@example.com', 'cyd@example.com'];
let smtpServer: TestSmtpServer;
let ledgers: Ledgers;
let bot: Bot;

const mails = (): string[] => smtpServer.received.flatMap(({ recipients }) => recipients).sort();
const at = (time: string): string[] => ['--now', time];
/** The last check on Sunday, with which the backup is made. */
const sunday = '2026-11-22T21:00:00Z';
const late = '2026-11-23T09:00:00Z';

/** A copy of the ledger, and what puts it back in place of the original. */
async function backUp(engine: Engine): Promise<() => Promise<void>> {
  await bot.release();
  if (engine === 'pglite') {
    const [data, copy] = [join(bot.folder, 'answershare-data'), join(bot.folder, 'backup')];
    cpSync(data, copy, { recursive: true });
    return async () => {
      await bot.release();
      rmSync(data, { recursive: true });
      cpSync(copy, data, { recursive: true });
    };
  }
  const original = bot.environment.DATABASE_URL ?? '';
  const [name, server] = [new URL(original).pathname.slice(1), await requestSupply('postgres')];
  const copy = new URL(await createDatabase(server, name)).pathname.slice(1);
  return async () => {
    await bot.release();
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(`drop database ${name} with (force)`);
    await client.query(`create database ${name} template ${copy}`);
    await client.end();
  };
}

describe.each(engines)('a backup of yesterday on %s', (engine) => {
  beforeEach(async () => {
    smtpServer = await openSmtpServer(acceptLogins);
    ledgers = await openLedgers(engine);
    bot = await ledgers.bot(smtpServer);
    expect((await bot.run(['run', ...at(sunday)])).code).toBe(0);
  });
  afterEach(async () => {
    await ledgers.close();
    await smtpServer.close();
  });

  test('repeats no mail: the week is held until a person records it as sent', async () => {
    const restore = await backUp(engine);
    expect((await bot.run(['run', ...at('2026-11-23T08:00:00Z')])).code).toBe(0);
    expect(mails()).toEqual(people);
    await restore();
    const dry = await bot.run(['run', '--dry-run', ...at(late)]);
    const held = await bot.run(['run', ...at(late)]);
    expect([dry.code, dry.out]).toEqual([1, held.out.split('\n')[0]?.concat('\n')]);
    expect(held.code).toBe(1);
    expect(held.out).toContain('This ledger is a copy of 2026-11-22T21:00Z that was put back.');
    const listed = await bot.run(['list', ...at(late)]);
    expect(listed.code).toBe(1);
    expect(listed.out).toMatch(/weekly 2026-W47 held \(.*"answershare skip --week W --as sent" records it\)/);
    expect((await bot.run(['run', ...at(late)])).out).not.toContain('copy');
    const skipped = await bot.run(['skip', '--week', '2026-W47', '--as', 'sent', ...at(late)]);
    expect([skipped.code, skipped.out]).toEqual([0, 'weekly 2026-W47 is recorded as sent.\n']);
    const again = await bot.run(['run', '--week', '2026-W47', ...at(late)]);
    expect(again.out).toContain('weekly 2026-W47 skipped: it is recorded as sent.');
    const forecast = await bot.run(['run', '--week', '2026-W47', '--dry-run', ...at(late)]);
    expect(forecast.out).toContain('weekly 2026-W47 would be skipped: it is recorded as sent.');
    expect(forecast.out).not.toContain('Would send');
    expect(mails()).toEqual(people);
    expect((await bot.run(['list', ...at(late)])).code).toBe(0);
  });

  test('loses no mail: a person sends the week that was not out', async () => {
    const restore = await backUp(engine);
    await restore();
    // The first command only says what it found, also with --week.
    expect((await bot.run(['run', '--week', '2026-W47', ...at(late)])).code).toBe(1);
    expect(mails()).toEqual([]);
    expect((await bot.run(['run', '--week', '2026-W47', ...at(late)])).code).toBe(0);
    expect(mails()).toEqual(people);
  });

  test('makes the mails that waited uncertain', async () => {
    const port = smtpServer.port;
    await smtpServer.close();
    expect((await bot.run(['run', ...at('2026-11-23T08:00:00Z')])).code).toBe(1);
    const restore = await backUp(engine);
    smtpServer = await openSmtpServer({ ...acceptLogins }, port);
    await restore();
    const found = await bot.run(['run', ...at(late)]);
    expect(found.out).toContain('3 mails became uncertain');
    expect(mails()).toEqual([]);
    const settled = ['settle', '--all', '--week', '2026-W47', '--as', 'ready', ...at(late)];
    expect((await bot.run(settled)).code).toBe(0);
    expect((await bot.run(['run', ...at(late)])).code).toBe(0);
    expect(mails()).toEqual(people);
  });
});

test('a week is recorded beforehand, and a week with frozen mails is not', async () => {
  smtpServer = await openSmtpServer(acceptLogins);
  ledgers = await openLedgers('postgres');
  try {
    bot = await ledgers.bot(smtpServer);
    expect((await bot.run(['skip', '--week', '2026-W47', ...at(sunday)])).code).toBe(0);
    expect((await bot.run(['run', ...at('2026-11-23T08:00:00Z')])).out).toContain('Nothing is due');
    expect(mails()).toEqual([]);
    expect((await bot.run(['run', '--week', '2026-W47', ...at(late)])).code).toBe(0);
    expect(mails()).toEqual(people);
    const refused = await bot.run(['skip', '--week', '2026-W47', '--as', 'sent', ...at(late)]);
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining('are composed already for weekly'),
    ]);
  } finally {
    await ledgers.close();
    await smtpServer.close();
  }
});
