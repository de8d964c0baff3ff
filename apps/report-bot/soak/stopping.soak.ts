import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openHttpProxy } from '../test/support/http-proxy.ts';
import { monday, openLedgers, readList } from '../test/support/ledgers.ts';
import { acceptLogins, openSmtpServer } from '../test/support/smtp-server.ts';

let ledgers: Awaited<ReturnType<typeof openLedgers>>;
beforeAll(async () => {
  ledgers = await openLedgers('postgres');
});
afterAll(() => ledgers.close());

/** As in `stopping.test.ts`: the process ends by itself, whatever it waits for: nothing here answers it. */
describe('SIGTERM ends start', () => {
  test('while a mail server does not answer RCPT or close, and the mail stays ready', async () => {
    const heard = new EventEmitter();
    const asked = once(heard, 'asked');
    const smtpServer = await openSmtpServer({ ...acceptLogins, onRcptTo: () => void heard.emit('asked') });
    smtpServer.stayOpen();
    const bot = await ledgers.bot(smtpServer, ['ann@example.com']);
    const running = await bot.begin(['start', '--now', monday]);
    await asked;
    running.child.kill('SIGTERM');
    expect(await running.finished).toMatchObject({ code: 0, signal: null, err: '' });
    const { ledger } = await readList(bot);
    expect(ledger.deliveries).toMatchObject([
      { state: 'ready', reason: 'the bot was stopped before the message body was released' },
    ]);
    smtpServer.drop();
    await smtpServer.close();
  });

  test('while the service does not answer, and what was not asked stays open', async () => {
    const smtpServer = await openSmtpServer(acceptLogins);
    const heard = new EventEmitter();
    const asked = once(heard, 'competitors');
    const proxy = await openHttpProxy(ledgers.sandbox, (url) => {
      if (!url.includes('/competitors')) return null;
      heard.emit('competitors');
      return new Promise(() => undefined);
    });
    const bot = await ledgers.bot(smtpServer, ['ann@example.com'], proxy.url);
    const running = await bot.begin(['start', '--now', monday]);
    await asked;
    running.child.kill('SIGTERM');
    const finished = await running.finished;
    expect(finished).toMatchObject({ code: 0, signal: null, err: '' });
    expect(finished.out).toContain('It was stopped. Left for today: 3 answers about 1 website');
    await proxy.close();
    await smtpServer.close();
  });
});
