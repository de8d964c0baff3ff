import { type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bot, newBot } from '../support/bot.ts';
import { monday, openPostgres, readList, smtpPassword } from '../support/ledgers.ts';
import { formatSettings } from '../support/settings-text.ts';
import { acceptLogins, openSmtpServer } from '../support/smtp-server.ts';

const processes = 2;
const people = ['ann@example.com', 'bob@example.com', 'cyd@example.com'];

let sandbox: RunningSandbox;
const bots: Bot[] = [];
beforeAll(async () => {
  sandbox = await startSandbox({ form: 2, now: '2026-11-18T06:00:00Z' });
});
afterAll(async () => {
  for (const bot of bots) await bot.remove();
  await sandbox.close();
});

const together = <T>(work: () => T): T[] => Array.from({ length: processes }, work);

test('processes that start at the same instant: none dies, each mail and each question goes out once', async () => {
  const smtpServer = await openSmtpServer({
    ...acceptLogins,
  });
  const bot = newBot({
    ANSWERSHARE_API_KEY: sandbox.keys.live,
    SMTP_PASSWORD: smtpPassword,
    DATABASE_URL: await openPostgres().database(),
  });
  bots.push(bot);
  const websites = [sandbox.websites[0]?.id ?? ''];
  bot.settings(formatSettings({ url: sandbox.baseUrl, smtpPort: smtpServer.port, websites, form: '2' }));

  const migrated = await Promise.all(together(async () => (await bot.begin(['list'])).finished));
  expect(migrated.map(({ code, err }) => ({ code, err }))).toEqual(together(() => ({ code: 0, err: '' })));
  expect((await bot.run(['snapshot', '--now', '2026-11-18T06:00:00Z'])).code).toBe(0);
  await sandbox.admin.resetRequests();

  const sent = smtpServer.next(people.length);
  const running = await Promise.all(together(() => bot.begin(['start', '--now', monday])));
  await sent;
  await Promise.any(running.map(({ says }) => says('Snapshot of 2026-11-23: 1 website, 5 new answers')));
  for (const { child } of running) child.kill('SIGTERM');
  const ended = await Promise.all(running.map(({ finished }) => finished));
  expect(ended.map(({ code, signal, err }) => ({ code, signal, err }))).toEqual(
    together(() => ({ code: 0, signal: null, err: '' })),
  );
  const ran = await Promise.all(
    together(async () => (await bot.begin(['run', '--now', '2026-11-23T08:05:00Z'])).finished),
  );
  expect(ran.map(({ code, err }) => ({ code, err }))).toEqual(
    together(() => ({ code: 0, err: 'Next: answershare list --now 2026-11-23T08:05:00Z\n' })),
  );
  expect(smtpServer.received.flatMap(({ recipients }) => recipients).sort()).toEqual(people);
  expect((await sandbox.admin.requests()).total).toBe(5);
  const { ledger } = await readList(bot);
  expect(ledger.deliveries.map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']);
  await smtpServer.close();
});
