import { EventEmitter, once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

interface ReceivedMail {
  readonly recipients: readonly string[];
  readonly raw: string;
  readonly mail: Email;
}

/** A server that accepts every login. */
export const acceptLogins: SMTPServerOptions = {
  onAuth: (_login, _session, done) => done(null, { user: 'bot' }),
};

/** A real SMTP server that keeps what it accepted. */
export interface TestSmtpServer {
  readonly port: number;
  readonly received: ReceivedMail[];
  /** Settles when so many more mails have been accepted. */
  next(count: number): Promise<void>;
  /** Breaks every open connection. */
  drop(): void;
  /** Keeps its side of later connections open when the client closes its own. */
  stayOpen(): void;
  close(): Promise<void>;
}

/** `port` is any free one unless it is said. */
export async function openSmtpServer(options: SMTPServerOptions = {}, port = 0): Promise<TestSmtpServer> {
  const received: ReceivedMail[] = [];
  const arrivals = new EventEmitter();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8');
        PostalMime.parse(raw).then((mail) => {
          received.push({ recipients: session.envelope.rcptTo.map((to) => to.address), raw, mail });
          done();
          arrivals.emit('mail');
        }, done);
      });
    },
    ...options,
  });
  // A killed client resets its connection; the server tells it as an error.
  server.on('error', () => undefined);
  const sockets = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    next: async (count) => {
      for (let more = count; more > 0; more -= 1) await once(arrivals, 'mail');
    },
    drop: () => {
      for (const socket of sockets) socket.destroy();
    },
    stayOpen: () => {
      Object.assign(server.server, { allowHalfOpen: true });
    },
    close: () => new Promise((done) => server.close(() => done())),
  };
}

/** A server that never answers the final dot; `dotted` settles when the first one comes. */
export async function openSilentSmtpServer() {
  const heard = new EventEmitter();
  const dotted = once(heard, 'dot');
  const smtpServer = await openSmtpServer({
    ...acceptLogins,
    onData: (stream) => {
      stream.resume();
      stream.on('end', () => heard.emit('dot'));
    },
  });
  return { smtpServer, dotted };
}
