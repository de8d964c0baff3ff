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
  await running.says('cyd@example.com sent');
});
afterAll(async () => {
  running.child.kill('SIGTERM');
  await running.finished;
  await ledgers.close();
  await smtpServer.close();
});

/** Commands that run next to `start` and again after it. */
const lines = [
  'list',
  'list --json',
  'history --csv',
  'explain authority',
  'preview --week 2026-W47',
  'export --week 2026-W47',
  'run --dry-run',
  'settle none --as sent',
  'skip --week 2026-W47',
];

test('commands print the same and exit with the same code while start runs, and settle and skip write', async () => {
  const run = async () => {
    const results = [];
    for (const line of lines)
      results.push(await bot.run([...line.split(' '), '--now', '2026-11-23T08:30:00Z']));
    return results.map(({ code, out, err }) => ({ code, out, err }));
  };
  const shared = await run();
  expect(shared.map(({ code }) => code)).toEqual([0, 0, 0, shared[3]?.code, 0, 0, 0, 1, 1]);
  const skipped = await bot.run(['skip', '--week', '2026-W40', '--now', monday]);
  expect(skipped).toMatchObject({ code: 0, out: 'weekly 2026-W40 is recorded as skipped.\n' });
  expect((await bot.run(['list', '--now', monday])).out).toContain('weekly 2026-W40 skipped');
  expect((await bot.run(['snapshot', '--now', monday])).err).toContain('is in use by process');
  expect(statSync(join(bot.folder, 'answershare-data/socket')).mode & 0o777).toBe(0o600);
});

test('a client that dies inside a transaction leaves nothing, and start goes on', async () => {
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
  const { out } = await bot.run(['list', '--json', '--now', monday]);
  expect(JSON.parse(out).deliveries).toHaveLength(3);
});
