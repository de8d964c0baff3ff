import { once } from 'node:events';
import { statSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Bot } from '../support/bot.ts';
import { monday, openLedgers } from '../support/ledgers.ts';
import { acceptLogins, openSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';

let ledgers: Awaited<ReturnType<typeof openLedgers>>;
let smtpServer: TestSmtpServer;
let bot: Bot;
let running: Awaited<ReturnType<Bot['begin']>>;
beforeAll(async () => {
  ledgers = await openLedgers('pglite');
  smtpServer = await openSmtpServer(acceptLogins);
  bot = await ledgers.bot(smtpServer);
  running = await bot.begin(['start', '--now', monday]);
  await running.says('Snapshot of 2026-11-23');
  for (const name of ['ann', 'bob', 'cyd']) await running.says(`${name}@example.com sent`);
});
afterAll(async () => {
  running.child.kill('SIGKILL');
  await ledgers.close();
  await smtpServer.close();
});

/** Commands that run next to `start` and again after it. */
const lines = [
  'list',
  'list --json --week 2026-W47 --state sent --limit 2',
  'history --csv',
  'explain authority',
  'preview --week 2026-W47',
  'export --week 2026-W47',
  'run --dry-run',
  'settle none --as sent',
  'skip --week 2026-W47',
];

test('a client that dies inside a transaction, or sends no statement, leaves nothing, and start goes on', async () => {
  const socket = createConnection(join(bot.folder, 'answershare-data/socket'));
  await once(socket, 'connect');
  const send = async (value: object): Promise<void> => {
    const body = serialize(value);
    const head = Buffer.alloc(4);
    head.writeUInt32BE(body.length);
    socket.write(Buffer.concat([head, body]));
    await once(socket, 'data');
  };
  await send({ kind: 'begin' });
  await send({ kind: 'query', text: 'delete from delivery', values: [] });
  socket.destroy();
  const garbage = createConnection(join(bot.folder, 'answershare-data/socket'));
  await once(garbage, 'connect');
  garbage.write(Buffer.from([0, 0, 0, 2, 1, 2]));
  await once(garbage, 'close');
  const { out } = await bot.run(['list', '--json', '--now', monday]);
  expect(JSON.parse(out).deliveries).toHaveLength(3);
});

test('commands print the same and exit with the same code while start runs and after it', async () => {
  const run = async () => {
    const results = [];
    for (const line of lines)
      results.push(await bot.run([...line.split(' '), '--now', '2026-11-23T08:30:00Z']));
    return results.map(({ code, out, err }) => ({ code, out, err }));
  };
  const skipped = await bot.run(['skip', '--week', '2026-W40', '--now', monday]);
  expect(skipped).toMatchObject({ code: 0, out: 'weekly 2026-W40 is recorded as skipped.\n' });
  expect((await bot.run(['snapshot', '--now', monday])).err).toContain('is in use by process');
  expect(statSync(join(bot.folder, 'answershare-data/socket')).mode & 0o777).toBe(0o600);
  const { deliveries } = JSON.parse((await bot.run(['list', '--json', '--now', monday])).out);
  const trail = await bot.run(['list', '--audit', deliveries[0].id]);
  expect(trail.out).toMatch(/its run: planned[\s\S]*claimed[\s\S]*body_released[\s\S]*Z sent$/m);
  const shared = await run();
  expect(await bot.run(['backup', 'ledger.gz'])).toMatchObject({ code: 0 });
  running.child.kill('SIGTERM');
  await running.finished;
  expect(shared).toEqual(await run());
  expect(shared[0]).toMatchObject({ code: 0, out: expect.stringContaining('weekly 2026-W40 skipped') });
});

test('start runs without a socket where the path of the folder is too long for one', async () => {
  const long = await ledgers.bot(smtpServer);
  long.settings(`${ledgers.text(smtpServer)}store: {folder: "./${'d'.repeat(110)}"}\n`);
  const started = await long.begin(['start', '--now', monday]);
  await started.says('Other commands cannot use the data folder');
  await started.says('Started with');
  started.child.kill('SIGTERM');
  expect((await started.finished).code).toBe(0);
});
