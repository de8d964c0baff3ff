import { EventEmitter, once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SmtpSettings } from '../../src/settings/mail-senders.ts';
import { sendMail } from '../../src/transports/mail/mail-transport.ts';

const message = {
  raw: Buffer.from('Subject: Hello\r\n\r\nBody\r\n'),
  envelope: { from: 'bot@example.com', to: ['ann@example.com'] },
};

/** Speaks SMTP and answers neither RCPT nor the final dot by itself. */
let server: Server;
let smtp: SmtpSettings;
const heard = new EventEmitter();
let answer: (line: string) => void;

/** Begins a mail, and lets it come to the final dot. */
async function sendUpToDot() {
  const asked = once(heard, 'rcpt');
  const dotted = once(heard, 'dot');
  const sending = sendMail(smtp, message, async () => undefined);
  await asked;
  answer('250 ok');
  await dotted;
  return { sending };
}

beforeEach(async () => {
  server = createServer((socket: Socket) => {
    let body = false;
    answer = (line) => socket.write(`${line}\r\n`);
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      const text = chunk.toString('latin1');
      if (body) {
        if (text.endsWith('\r\n.\r\n')) heard.emit('dot');
      } else if (text.startsWith('RCPT')) heard.emit('rcpt');
      else if (text.startsWith('DATA')) {
        body = true;
        answer('354 go on');
      } else answer('250 ok');
    });
    answer('220 ready');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const account = { secure: false, user: null, password: null, unsubscribe: null, requireTls: false };
  const { port } = server.address() as AddressInfo;
  smtp = { host: '127.0.0.1', port, from: 'bot@example.com', ...account };
  // Sockets keep their own timers.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await new Promise((done) => server.close(done));
});

describe('how long a mail server may take', () => {
  test('five minutes before it asks for the message, and then nothing has left', async () => {
    const asked = once(heard, 'rcpt');
    const sending = sendMail(smtp, message, async () => undefined);
    await asked;
    await vi.advanceTimersByTimeAsync(299_999);
    const early = await Promise.race([sending, Promise.resolve('under way')]);
    expect(early).toBe('under way');
    await vi.advanceTimersByTimeAsync(1);
    expect(await sending).toEqual({
      state: 'ready',
      smtpCode: null,
      reason: `the mail server 127.0.0.1:${smtp.port} did not ask for the message within five minutes`,
      scope: 'server',
    });
  });

  test('ten minutes for its answer to the final dot (RFC 5321 §4.5.3.2.6)', async () => {
    const { sending } = await sendUpToDot();
    await vi.advanceTimersByTimeAsync(599_000);
    answer('250 kept');
    expect(await sending).toMatchObject({ state: 'sent', smtpCode: 250 });
  });

  test('ten minutes for all lines of that answer, and then the mail is uncertain', async () => {
    const { sending } = await sendUpToDot();
    for (let seconds = 0; seconds < 600; seconds += 20) {
      answer('250-wait');
      await vi.advanceTimersByTimeAsync(20_000);
    }
    expect(await sending).toEqual({
      state: 'uncertain',
      smtpCode: null,
      reason:
        'the connection ended after the message body was released and before the server answered (the server did not finish its answer within ten minutes); the server may have the message',
      scope: 'server',
    });
  });
});
