import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { monday, openLedgers, openPostgres, readList } from '../support/ledgers.ts';
import { mailKeys, openMailService, useService } from '../support/mail-service.ts';
import { acceptLogins, openSmtpServer } from '../support/smtp-server.ts';
import { openTcpProxy } from '../support/tcp-proxy.ts';

let ledgers: Awaited<ReturnType<typeof openLedgers>>;
beforeAll(async () => {
  ledgers = await openLedgers('postgres');
});
afterAll(() => ledgers.close());

/** The process ends by itself, whatever it waits for: nothing here answers it. */
describe('SIGTERM ends start', () => {
  test('while a mail server answers none of four final dots, and no further mail leaves', async () => {
    const heard = new EventEmitter();
    const dotted = once(heard, 'four');
    let dots = 0;
    const smtpServer = await openSmtpServer({
      ...acceptLogins,
      onData: (stream, _session, done) => {
        stream.resume();
        stream.on('end', () => {
          dots += 1;
          if (dots === 1) done();
          if (dots === 5) heard.emit('four');
        });
      },
    });
    const crowd = Array.from({ length: 8 }, (_, at) => `p${at}@example.com`);
    const bot = await ledgers.bot(smtpServer, crowd);
    const running = await bot.begin(['start', '--now', monday]);
    await dotted;
    running.child.kill('SIGTERM');
    expect(await running.finished).toMatchObject({ code: 0, signal: null, err: '' });
    const { ledger } = await readList(bot);
    const states = ledger.deliveries.map(({ state }) => state).sort();
    expect(states).toEqual(['ready', 'ready', 'ready', 'sent', ...Array(4).fill('uncertain')]);
    expect(ledger.deliveries.find(({ state }) => state === 'uncertain')?.reason).toBe(
      'the bot was stopped while it waited for the server to confirm the message; the server may have the message',
    );
    expect(dots).toBe(5);
    smtpServer.drop();
    await smtpServer.close();
  });

  test.each<[string, string, (response: ServerResponse) => void]>([
    ['does not answer', 'uncertain', () => undefined],
    ['asks to wait', 'ready', (response) => response.writeHead(429, { 'retry-after': '50' }).end('{}')],
    ['does not end its answer', 'sent', (response) => response.writeHead(200).write('{')],
  ])('while a mail service %s, and the mail is %s', async (_what, state, answer) => {
    const heard = new EventEmitter();
    const asked = once(heard, 'asked');
    const service = await openMailService((_stage, _request, response) => {
      answer(response);
      return heard.emit('asked');
    });
    const smtpServer = await openSmtpServer();
    const bot = await ledgers.bot(smtpServer, ['ann@example.com']);
    bot.settings(useService('postmark', service.url)(ledgers.text(smtpServer, ['ann@example.com'])));
    const environment = { environment: mailKeys };
    const running = await bot.begin(['start', '--now', monday], environment);
    await asked;
    running.child.kill('SIGTERM');
    expect(await running.finished).toMatchObject({ code: 0, signal: null, err: '' });
    const { ledger } = await readList(bot, environment);
    expect(ledger.deliveries).toMatchObject([{ state }]);
    await service.close();
    await smtpServer.close();
  });

  test('while PostgreSQL does not answer, with 1 and a word', async () => {
    const proxy = await openTcpProxy(await openPostgres().database());
    const smtpServer = await openSmtpServer(acceptLogins);
    const bot = await ledgers.bot(smtpServer, ['ann@example.com']);
    const running = await bot.begin(['start', '--now', monday], { environment: { DATABASE_URL: proxy.url } });
    await running.says('Started with 1 schedule.');
    proxy.freeze();
    running.child.kill('SIGTERM');
    expect(await running.finished).toMatchObject({
      code: 1,
      signal: null,
      err: 'Some work could not be cut off. The ledger is as the last finished step left it.\n',
    });
    await proxy.close();
    await smtpServer.close();
  });
});
