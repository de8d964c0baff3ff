import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openHttpProxy } from '../support/http-proxy.ts';
import { monday, openLedgers, openPostgres, readList } from '../support/ledgers.ts';
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
