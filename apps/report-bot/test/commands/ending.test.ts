import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bot, newBot } from '../support/bot.ts';
import { openPostgres } from '../support/ledgers.ts';
import { formatSettings } from '../support/settings-text.ts';

let bot: Bot;
let address: string;
beforeAll(async () => {
  address = await openPostgres().database();
  bot = newBot({
    ANSWERSHARE_API_KEY: 'rs_test_0123456789abcdef',
    SMTP_PASSWORD: 'smtp-canary-password',
    DATABASE_URL: address,
  });
  bot.settings(formatSettings({ url: 'http://127.0.0.1:1', smtpPort: 1 }));
});
afterAll(async () => {
  await bot.remove();
});

/** A tick that meets this cannot be mended by a later one. */
test('start ends with 1 where a tick fails for good, so that a supervisor can start it again', async () => {
  expect((await bot.run(['list'])).code).toBe(0);
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  await client.query('drop table snapshot cascade');
  await client.end();
  const { code, signal, out, err } = await bot.run(['start']);
  expect({ code, signal }).toEqual({ code: 1, signal: null });
  expect(out).toContain('Started with 1 schedule.');
  expect(out).not.toContain('Stopped.');
  expect(err).toContain('"snapshot" does not exist');
});
