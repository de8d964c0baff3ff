import { createHmac } from 'node:crypto';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { basename, join } from 'node:path';
import { type SignatureScheme, verifyDelivery } from '@answershare/core/webhooks';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { runBatchLines } from '../support/batch-lines.ts';
import type { Bot } from '../support/bot.ts';
import { type ChannelServer, openChannelServer } from '../support/channel-server.ts';
import { monday, openLedgers, runAndList } from '../support/ledgers.ts';
import { acceptLogins, openSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';

const token = 'T0k3nOfTheChannel1234567';
const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
const variables = ['SLACK_URL', 'TEAMS_URL', 'HOOK_URL'] as const;
const reference = (name: string): string => `$\{${name}}`;
const allChannels = [
  `slack: ${reference('SLACK_URL')}`,
  `teams: ${reference('TEAMS_URL')}\n        locale: de`,
  `webhook: ${reference('HOOK_URL')}\n        secret: ${reference('HOOK_SECRET')}`,
];

/** Standard Webhooks, as a receiver pins it. */
const standard: SignatureScheme = {
  content: '{id}.{timestamp}.{body}',
  encoding: 'base64',
  key: 'base64-after-whsec_',
  header: 'webhook-signature',
  form: 'v1,',
  timestamp: { from: 'header', name: 'webhook-timestamp', unit: 's' },
  toleranceSeconds: 300,
  idHeader: 'webhook-id',
};

const run = ['run', '--now', monday];
const hour = ['run', '--now', '2026-11-23T09:00:00Z'];

/** Where a process is killed, how many messages are uncertain then, and how many arrive. */
type Kill = readonly [fault: string, uncertain: number, posts: number];

const kills: readonly Kill[] = [
  ['gate-marked:1', 1, 0],
  ['after-claim:1', 0, 1],
  ['after-250:1', 1, 1],
  ['after-commit:1', 0, 1],
];

/** The ledger is the same on both engines: `ledger.test.ts`. */
describe('channels', () => {
  let ledgers: Awaited<ReturnType<typeof openLedgers>>;
  const opened: { close(): Promise<void> }[] = [];
  beforeAll(async () => {
    ledgers = await openLedgers('postgres');
  });
  afterAll(() => ledgers.close());
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
  });

  async function openServer(
    answer?: (post: ChannelServer['received'][number], response: ServerResponse) => void,
  ): Promise<ChannelServer> {
    const server = await openChannelServer(answer);
    opened.push(server);
    return server;
  }

  async function openMailServer(): Promise<TestSmtpServer> {
    const server = await openSmtpServer(acceptLogins);
    opened.push(server);
    return server;
  }

  /** A bot whose only schedule has these channels, and these recipients. */
  async function openBot(
    server: ChannelServer,
    channels: readonly string[],
    recipients: readonly string[] = [],
    smtp?: TestSmtpServer,
  ): Promise<Bot> {
    const mails = smtp ?? (await openMailServer());
    const bot = await ledgers.bot(mails, recipients);
    const text = ledgers.text(mails, recipients).replace(/ {4}recipients:\n$/, '');
    const own = ['    channels:', ...channels.map((channel) => `      - ${channel}`), ''].join('\n');
    bot.settings(text + own);
    writeFileSync(
      join(bot.folder, '.env'),
      [
        ...variables.map((name) => `${name}=${server.url}/${name}/${token}`),
        `HOOK_SECRET=${secret}`,
        '',
      ].join('\n'),
    );
    return bot;
  }

  const count = (server: ChannelServer, name: string): number =>
    server.received.filter(({ path }) => path === `/${name}/${token}`).length;

  test('each channel gets one message a week, and its address stays secret', async () => {
    const server = await openServer();
    const bot = await openBot(server, allChannels);
    expect((await bot.run(run)).code).toBe(0);
    const { results, ledger } = await runAndList(bot, [
      run,
      hour,
      ['run', '--week', '2026-W47', '--now', monday],
    ]);
    expect(results.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
    expect(variables.map((name) => count(server, name))).toEqual([1, 1, 1]);
    expect(ledger.deliveries.map(({ recipient, state, attempts }) => [recipient, state, attempts])).toEqual([
      ['slack:SLACK_URL', 'sent', 1],
      ['teams:TEAMS_URL', 'sent', 1],
      ['webhook:HOOK_URL', 'sent', 1],
    ]);
    await bot.run(['list', '--now', monday]);
    const everything = [
      bot.transcript,
      server.received.map(({ body }) => body),
      JSON.stringify(ledger),
    ].flat();
    for (const text of everything) {
      expect(text).not.toContain(token);
      expect(text).not.toContain(secret.slice('whsec_'.length));
    }
  });

  test('two bots with one schedule id give no two messages one id', async () => {
    const server = await openServer();
    const mails = await openMailServer();
    for (let bots = 0; bots < 2; bots += 1) {
      const bot = await openBot(server, allChannels.slice(-1), ['ann@example.com'], mails);
      expect((await bot.run(run)).code).toBe(0);
    }
    const ids = server.received.map(({ headers }) => String(headers['webhook-id']));
    expect([ids.length, new Set(ids).size]).toEqual([2, 2]);
    for (const id of ids) expect(id).toMatch(/^msg_[0-9a-f]{32}$/);
    const messageIds = mails.received.map(({ mail }) => mail.messageId);
    expect([messageIds.length, new Set(messageIds).size]).toEqual([2, 2]);
  });

  test('preview, check, list and a dry run know the channels and send nothing', async () => {
    const server = await openServer();
    const bot = await openBot(server, allChannels);
    const text = readFileSync(join(bot.folder, 'answershare.yaml'), 'utf8');
    bot.settings(text.replace(/^smtp:\n(?: {2}.*\n)+/m, ''));
    const lines = await runBatchLines(bot, [
      ['preview', '--json', '--now', monday],
      ['check', '--json', '--now', monday],
      ['list', '--json', '--now', monday],
      ['run', '--dry-run', '--now', monday],
    ]);
    const [preview, check, list, dry] = lines.map(({ output }) => output);
    expect(lines.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0]);
    const [{ files }] = JSON.parse(preview ?? '') as [{ files: string[] }];
    expect(files.map((file) => basename(file))).toEqual([
      'weekly-2026-W47-slack-1.json',
      'weekly-2026-W47-teams-2.json',
      'weekly-2026-W47-webhook-3.json',
    ]);
    const bodies = files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as { type?: string });
    expect(bodies.map(({ type }) => type)).toEqual([undefined, 'message', 'digest.weekly']);
    const ids = ['slack:SLACK_URL', 'teams:TEAMS_URL', 'webhook:HOOK_URL'];
    expect(JSON.parse(check ?? '')).toMatchObject({
      findings: expect.arrayContaining(ids.map((subject) => expect.objectContaining({ subject, ok: true }))),
    });
    expect(JSON.parse(list ?? '')).toMatchObject({ schedules: [{ recipients: 0, channels: ids }] });
    for (const id of ids) expect(dry).toContain(`Would send weekly 2026-W47 to ${id}: `);
    expect(server.received).toEqual([]);

    await server.close();
    const gone = await bot.run(['check', '--now', monday]);
    expect(gone.code).toBe(1);
    expect(gone.out).toMatch(/^FAIL {2}slack:SLACK_URL: the channel was not reached: .*ECONNREFUSED/m);
  });

  test('core verifies the webhook as Standard Webhooks', async () => {
    const server = await openServer();
    const bot = await openBot(server, allChannels.slice(2));
    expect((await bot.run(run)).code).toBe(0);
    const [post] = server.received;
    const body = Buffer.from(post?.body ?? '');
    const delivery = { url: '', headers: post?.headers as Record<string, string>, body };
    const hmac = (key: Uint8Array, content: Uint8Array) => createHmac('sha256', key).update(content).digest();
    const verify = (key: string) => verifyDelivery(standard, [key], delivery, Date.parse(monday), hmac);
    expect(verify(secret)).toMatchObject({ ok: true, id: expect.stringMatching(/^msg_[0-9a-f]{32}$/) });
    expect(verify(`whsec_${Buffer.alloc(32, 8).toString('base64')}`).ok).toBe(false);
    expect(JSON.parse(post?.body ?? '')).toMatchObject({
      type: 'digest.weekly',
      data: {
        schedule: 'weekly',
        week: '2026-W47',
        websites: [{ shareOfVoice: { level: { unit: 'share' } } }],
      },
    });
  });

  const [slack = ''] = allChannels;

  test.each(kills)('killed with SIGKILL at %s, then run again twice', async (fault, uncertain, posts) => {
    const server = await openServer();
    const bot = await openBot(server, [slack]);
    const killed = await bot.run(run, { environment: { ANSWERSHARE_FAULT: fault } });
    expect(killed.signal).toBe('SIGKILL');
    const { ledger, exitCode } = await runAndList(bot, [run, hour]);
    expect(exitCode).toBe(uncertain);
    expect(ledger.deliveries.map(({ state }) => state)).toEqual([uncertain === 1 ? 'uncertain' : 'sent']);
    expect(server.received).toHaveLength(posts);
  });

  test('a refusal is final, with the reason and without the address that it echoes', async () => {
    const server = await openServer((post, response) => {
      response.writeHead(404).end(`no_service at ${post.path}`);
    });
    const bot = await openBot(server, [slack]);
    const { results, ledger } = await runAndList(bot, [run, hour]);
    expect(results.map(({ exitCode }) => exitCode)).toEqual([1, 0]);
    expect(ledger.deliveries).toMatchObject([
      { state: 'refused', attempts: 1, reason: 'the channel answered 404: no_service at [redacted]' },
    ]);
    expect(server.received).toHaveLength(1);
  });

  test('a refused message is sent again with the same id when the channel is corrected', async () => {
    const server = await openServer((_post, response) => {
      if (server.received.length === 1) response.writeHead(302, { location: '/other' }).end();
      else response.end('ok');
    });
    const bot = await openBot(server, allChannels.slice(2));
    const [, settled, again] = await runBatchLines(bot, [
      run,
      ['settle', '--all', '--refused', '--week', '2026-W47', '--as', 'ready'],
      hour,
    ]);
    expect([settled?.exitCode, again?.exitCode]).toEqual([0, 0]);
    const ids = server.received.map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual([ids[0], ids[0]]);
  });

  test('a dropped connection after the request is uncertain; a repeat has the same id and bytes', async () => {
    const server = await openServer((_post, response) => {
      if (server.received.length === 1) response.destroy();
      else response.end('ok');
    });
    const bot = await openBot(server, allChannels.slice(2));
    const { ledger, results } = await runAndList(bot, [run, hour]);
    expect(results.map(({ exitCode }) => exitCode)).toEqual([1, 1]);
    expect(ledger.deliveries).toMatchObject([{ state: 'uncertain', attempts: 1 }]);
    expect(server.received).toHaveLength(1);
    const again = await runBatchLines(bot, [
      ['settle', ledger.deliveries[0]?.id ?? '', '--as', 'ready'],
      run,
    ]);
    expect(again.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    const sent = server.received.map(({ headers, body }) => [headers['webhook-id'], body]);
    expect(sent).toHaveLength(2);
    expect(sent[0]).toEqual(sent[1]);
  });

  test('a broken channel stops neither mails nor other channels, and a broken mail server no channel', async () => {
    const server = await openServer((post, response) => {
      if (post.path.includes('SLACK')) response.writeHead(503).end('down');
      else response.end('ok');
    });
    const mails = await openMailServer();
    const bot = await openBot(server, allChannels, ['ann@example.com'], mails);
    const first = await runAndList(bot, [run]);
    expect(first.ledger.deliveries.map(({ recipient, state }) => [recipient, state])).toEqual([
      ['ann@example.com', 'sent'],
      ['slack:SLACK_URL', 'ready'],
      ['teams:TEAMS_URL', 'sent'],
      ['webhook:HOOK_URL', 'sent'],
    ]);
    expect(mails.received).toHaveLength(1);

    const gone = await openSmtpServer();
    const other = await openBot(server, allChannels.slice(1), ['ann@example.com'], gone);
    await gone.close();
    const { ledger } = await runAndList(other, [run]);
    expect(ledger.deliveries.map(({ state }) => state)).toEqual(['ready', 'sent', 'sent']);
  });

  test('two schedules with one channel post one after another, and a 429 holds both back', async () => {
    let limited = true;
    const server = await openServer((_post, response) => {
      if (limited) response.writeHead(429, { 'retry-after': '1800' }).end('rate_limited');
      else setImmediate(() => response.end('ok'));
    });
    const bot = await openBot(server, [slack]);
    const second = `  - {id: second, cron: "0 9 * * 1", timezone: Europe/Berlin, channels: [{slack: "${reference('SLACK_URL')}"}]}\n`;
    appendFileSync(join(bot.folder, 'answershare.yaml'), second);
    expect((await bot.run(run)).code).toBe(1);
    expect(server.received).toHaveLength(1);
    limited = false;
    expect((await bot.run(run)).code).toBe(0);
    expect(server.received).toHaveLength(3);
    expect(server.most()).toBe(1);
  });

  test('a second process at the same time posts nothing twice', async () => {
    const server = await openServer((_post, response) => setImmediate(() => response.end('ok')));
    const bot = await openBot(server, allChannels);
    await Promise.all([(await bot.begin(run)).finished, (await bot.begin(run)).finished]);
    expect((await bot.run(hour)).code).toBe(0);
    expect(variables.map((name) => count(server, name))).toEqual([1, 1, 1]);
  });

  test('a channel that the settings no longer name is withdrawn', async () => {
    const server = await openServer((_post, response) => response.writeHead(500).end());
    const bot = await openBot(server, [slack]);
    expect((await bot.run(run)).code).toBe(1);
    const mails = await openMailServer();
    bot.settings(ledgers.text(mails, ['ann@example.com']));
    const { ledger, results } = await runAndList(bot, [run]);
    expect(results.map(({ exitCode }) => exitCode)).toEqual([0]);
    expect(ledger.deliveries).toMatchObject([
      { state: 'withdrawn', reason: 'the settings do not name this reader any more' },
    ]);
    expect(server.received).toHaveLength(1);
  });
});
