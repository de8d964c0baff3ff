import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { sendMail } from '../../src/post/send.ts';
import type { SmtpSettings } from '../../src/settings/settings.ts';

type Phase = 'greeting' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'mid body' | 'after body';

interface Peer {
  readonly smtp: SmtpSettings;
  /** Bytes of message bodies that arrived. */
  bodyBytes(): number;
}

const open: { server: Server; sockets: Set<Socket> }[] = [];

afterEach(async () => {
  for (const { server, sockets } of open.splice(0)) {
    for (const socket of sockets) socket.destroy();
    await new Promise((done) => server.close(done));
  }
});

/** Speaks SMTP line by line and, in one phase, drops the connection or gives the answer it is told to. */
async function peer(phase: Phase, how: 'drop' | number): Promise<Peer> {
  let bodyBytes = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let body: string | null = null;
    const act = (at: Phase, answer: string): void => {
      if (at !== phase) socket.write(`${answer}\r\n`);
      else if (how === 'drop') socket.destroy();
      else socket.write(`${how} said so\r\n`);
    };
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      if (body !== null) {
        bodyBytes += chunk.length;
        body += chunk.toString('latin1');
        if (phase === 'mid body') socket.destroy();
        else if (body.endsWith('\r\n.\r\n')) {
          body = null;
          act('after body', '250 kept');
        }
        return;
      }
      for (const line of chunk.toString('latin1').split('\r\n').filter(Boolean)) {
        const verb = line.slice(0, 4).toUpperCase();
        if (verb === 'EHLO') act('EHLO', '250 peer');
        else if (verb === 'MAIL') act('MAIL', '250 ok');
        else if (verb === 'RCPT') act('RCPT', '250 ok');
        else if (verb === 'QUIT') socket.end('221 bye\r\n');
        else if (verb === 'DATA') {
          if (phase !== 'DATA') body = '';
          act('DATA', '354 go on');
        } else socket.write('250 ok\r\n');
      }
    });
    act('greeting', '220 peer ready');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  open.push({ server, sockets });
  const { port } = server.address() as AddressInfo;
  const account = { secure: false, user: null, password: null, requireTls: false };
  return {
    smtp: { host: '127.0.0.1', port, from: 'bot@example.com', ...account },
    bodyBytes: () => bodyBytes,
  };
}

const message = {
  from: 'bot@example.com',
  to: 'ann@example.com',
  subject: 'Hello',
  text: 'Body '.repeat(40_000),
};

async function attempt(phase: Phase, how: 'drop' | number) {
  const there = await peer(phase, how);
  let releases = 0;
  const outcome = await sendMail(there.smtp, message, async () => {
    expect(there.bodyBytes()).toBe(0);
    releases += 1;
  });
  return { outcome, releases, bodyBytes: there.bodyBytes() };
}

describe('what an ended attempt means, by the phase it ended in', () => {
  test.each<[Phase, 'drop' | number, string, number]>([
    ['greeting', 'drop', 'ready', 0],
    ['greeting', 421, 'ready', 0],
    ['MAIL', 'drop', 'ready', 0],
    ['MAIL', 550, 'ready', 0],
    ['RCPT', 'drop', 'ready', 0],
    ['RCPT', 450, 'ready', 0],
    ['RCPT', 550, 'refused', 0],
    ['DATA', 'drop', 'ready', 0],
    ['DATA', 451, 'ready', 0],
    ['mid body', 'drop', 'uncertain', 1],
    ['after body', 'drop', 'uncertain', 1],
    ['after body', 451, 'ready', 1],
    ['after body', 421, 'ready', 1],
    ['after body', 554, 'refused', 1],
    ['after body', 250, 'sent', 1],
  ])('%s, %s: %s', async (phase, how, state, releases) => {
    const ended = await attempt(phase, how);
    expect(ended.outcome.state).toBe(state);
    expect(ended.releases).toBe(releases);
    if (releases === 0) expect(ended.bodyBytes).toBe(0);
    if (typeof how === 'number') expect(ended.outcome.smtpCode).toBe(how);
    if (state !== 'sent') expect(ended.outcome.reason).toMatch(/^the (mail )?(server|connection)/);
  });

  test('no byte of the body leaves when the ledger does not let it', async () => {
    const there = await peer('after body', 250);
    const outcome = await sendMail(there.smtp, message, async () => {
      throw new Error('the ledger is gone');
    });
    expect(outcome).toMatchObject({ state: 'ready', scope: 'server' });
    expect(there.bodyBytes()).toBe(0);
  });
});
