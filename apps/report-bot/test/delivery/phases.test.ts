import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { SmtpSettings } from '../../src/settings/mail-senders.ts';
import { sendMail } from '../../src/transports/mail/mail-transport.ts';
import { openSender, type Sender } from '../../src/transports/smtp/sender.ts';

type Phase = 'greeting' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'mid body' | 'after body' | 'next mail';

interface Peer {
  readonly smtp: SmtpSettings;
  /** Bytes of message bodies that arrived. */
  bodyBytes(): number;
  connections(): number;
  /** Breaks what is open and takes no more. */
  close(): Promise<void>;
}

const open: { server: Server; sockets: Set<Socket> }[] = [];

async function shut({ server, sockets }: { server: Server; sockets: Set<Socket> }): Promise<void> {
  for (const socket of sockets) socket.destroy();
  await new Promise((done) => server.close(done));
}

afterEach(() => Promise.all(open.splice(0).map(shut)));

/** Speaks SMTP line by line and, in one phase, drops the connection or gives a set answer. */
async function peer(phase: Phase, how: 'drop' | number): Promise<Peer> {
  let bodyBytes = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let body: string | null = null;
    let mails = 0;
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
        else if (verb === 'MAIL') {
          mails += 1;
          act(mails > 1 ? 'next mail' : 'MAIL', '250 ok');
        } else if (verb === 'RCPT') act('RCPT', '250 ok');
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
  const own = { server, sockets };
  open.push(own);
  const { port } = server.address() as AddressInfo;
  const account = { secure: false, user: null, password: null, unsubscribe: null, requireTls: false };
  return {
    smtp: { host: '127.0.0.1', port, from: 'bot@example.com', ...account },
    bodyBytes: () => bodyBytes,
    connections: () => sockets.size,
    close: () => shut(own),
  };
}

const message = {
  raw: Buffer.from(`Subject: Hello\r\n\r\n${'Body\r\n'.repeat(40_000)}`),
  envelope: { from: 'bot@example.com', to: ['ann@example.com'] },
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

describe('a sender of several mails', () => {
  const send = (sender: Sender) => sender.send(message, async () => undefined);

  test('keeps one connection', async () => {
    const there = await peer('greeting', 220);
    const sender = openSender(there.smtp);
    for (let mail = 0; mail < 3; mail += 1) expect(await send(sender)).toMatchObject({ state: 'sent' });
    expect(there.connections()).toBe(1);
    sender.close();
  });

  test.each([['drop'], [421]] as const)(
    'opens another where the server ends it between two mails by %s, and loses none',
    async (how) => {
      const there = await peer('next mail', how);
      const sender = openSender(there.smtp);
      for (let mail = 0; mail < 3; mail += 1) expect(await send(sender)).toMatchObject({ state: 'sent' });
      expect(there.connections()).toBe(3);
      sender.close();
    },
  );

  test('recognises a stopped server by the second connection', async () => {
    const there = await peer('greeting', 220);
    const sender = openSender(there.smtp);
    expect(await send(sender)).toMatchObject({ state: 'sent' });
    await there.close();
    const gone = await send(sender);
    expect(gone).toMatchObject({ state: 'ready', scope: 'server' });
    expect(gone.reason).toContain('refused the connection');
    sender.close();
  });
});
