import { EventEmitter, once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '@answershare/sandbox';
import { expect, test } from 'vitest';
import { type ChannelServer, openChannelServer } from '../support/channel-server.ts';
import { openLoopDriver } from '../support/loop-driver.ts';
import { mailKeys, openMailService, useService } from '../support/mail-service.ts';
import { openSilentSmtpServer } from '../support/smtp-server.ts';

/** A schedule like the first one, a minute later and with a channel alone. */
const formatLaterSchedule = (hook: string): string =>
  `  - id: later\n    cron: "1 9 * * 1"\n    timezone: Europe/Berlin\n    websites: all\n    channels:\n      - slack: ${hook}\n`;

/** Opens the loops with one channel and one mail to a server that is gone, or to the one of this port. */
async function openDriver(
  server: ChannelServer,
  smtpPort?: number,
  edit: (text: string) => string = (text) => text,
) {
  const sandbox = await startSandbox({ form: 2, now: '2026-11-18T06:00:00Z' });
  const closed = await openChannelServer();
  await closed.close();
  const file = join(tmpdir(), `answershare-channel-${new URL(server.url).port}`);
  writeFileSync(file, `${server.url}/hook`);
  const loops = await openLoopDriver({
    url: sandbox.baseUrl,
    key: sandbox.keys.live,
    smtpPort: smtpPort ?? Number(new URL(closed.url).port),
    recipients: ['ann@example.com'],
    websites: sandbox.websites.slice(0, 1).map(({ id }) => id),
    form: '2',
    variables: mailKeys,
    edit,
    more:
      smtpPort === undefined
        ? `    channels:\n      - slack: $\{file:${file}}\n`
        : formatLaterSchedule(`$\{file:${file}}`),
  });
  return {
    loops,
    close: async () => {
      await loops.close();
      await sandbox.close();
      await server.close();
    },
  };
}

test('start posts again when Retry-After has passed, whatever the mail server does', async () => {
  const server = await openChannelServer((_post, response) => {
    if (server.received.length === 1) response.writeHead(429, { 'retry-after': '600' });
    response.end('ok');
  });
  const { loops, close } = await openDriver(server);
  await loops.at('2026-11-18T06:00:00Z');
  await loops.at('2026-11-23T08:00:00Z');
  expect(server.received).toHaveLength(1);
  await loops.at('2026-11-23T08:05:00Z');
  expect(server.received).toHaveLength(1);
  await loops.at('2026-11-23T08:10:01Z');
  await loops.at('2026-11-23T08:20:00Z');
  expect(server.received).toHaveLength(2);
  expect(loops.lines.filter((line) => line.startsWith('slack:'))).toEqual([
    expect.stringContaining('not sent yet: the channel answered 429'),
    expect.stringMatching(/^slack:file:.* sent$/),
  ]);
  expect(loops.fatal).toEqual([]);
  await close();
});

test('start gives a channel up after three days', async () => {
  const server = await openChannelServer((_post, response) => {
    response.writeHead(503).end('down');
  });
  const { loops, close } = await openDriver(server);
  await loops.at('2026-11-18T06:00:00Z');
  for (let day = 23; day <= 27; day += 1) await loops.at(`2026-11-${day}T08:00:00Z`);
  const posts = server.received.length;
  const [last] = loops.lines.filter((line) => line.startsWith('slack:')).slice(-1);
  expect(last).toMatch(
    /refused: given up after \d attempts over three days: the channel answered 503: down\. When the reason is gone, send it again with "answershare settle \w+ --refused --as ready"/,
  );
  await loops.at('2026-11-28T08:00:00Z');
  expect(server.received).toHaveLength(posts);
  await close();
});

test('a mail server that never answers keeps no other schedule and no channel waiting, and start says so', async () => {
  const { smtpServer, dotted } = await openSilentSmtpServer();
  const server = await openChannelServer();
  const { loops, close } = await openDriver(server, smtpServer.port);
  await loops.at('2026-11-18T06:00:00Z');
  loops.begin('2026-11-23T08:00:00Z');
  await dotted;
  loops.begin('2026-11-23T08:01:00Z');
  await loops.says(' sent');
  expect(server.received).toHaveLength(1);
  loops.begin('2026-11-23T08:16:00Z');
  await loops.says('mails: the pass runs since 2026-11-23T08:0');
  expect(loops.fatal).toEqual([]);
  smtpServer.drop();
  await close();
  await smtpServer.close();
});

test('a mail service that never answers keeps no other schedule and no channel waiting', async () => {
  const heard = new EventEmitter();
  const asked = once(heard, 'asked');
  const service = await openMailService((_stage, _request, response) => {
    // A head that does not end.
    response.writeProcessing();
    return heard.emit('asked');
  });
  const server = await openChannelServer();
  const { loops, close } = await openDriver(server, 1, useService('resend', service.url));
  await loops.at('2026-11-18T06:00:00Z');
  loops.begin('2026-11-23T08:00:00Z');
  await asked;
  loops.begin('2026-11-23T08:01:00Z');
  await loops.says(' sent');
  expect(server.received).toHaveLength(1);
  expect(loops.fatal).toEqual([]);
  service.drop();
  await close();
  await service.close();
});
