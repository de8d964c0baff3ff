import { SMTPServer } from 'smtp-server';
import { type Mailbox, readMessage } from './mailbox.ts';

/** Common relays accept 25 to 35 MB. */
const MAX_MESSAGE_BYTES = 35 * 1024 * 1024;

export interface SmtpOptions {
  /** 0 or omitted: a free port. */
  readonly port?: number;
  /** If set, only this login is accepted. */
  readonly auth?: { readonly user: string; readonly password: string };
}

export interface SmtpServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Receives mail on 127.0.0.1 without TLS. Rejects with the system's error, such as EADDRINUSE. */
export async function startSmtpServer(
  mailbox: Mailbox,
  { port = 0, auth }: SmtpOptions,
): Promise<SmtpServer> {
  const server = new SMTPServer({
    disabledCommands: auth === undefined ? ['STARTTLS', 'AUTH'] : ['STARTTLS'],
    authOptional: auth === undefined,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    size: MAX_MESSAGE_BYTES,
    onAuth(login, _from, answer) {
      if (auth !== undefined && login.username === auth.user && login.password === auth.password)
        answer(null, { user: auth.user });
      else answer(new Error('The user name or the password is wrong.'));
    },
    onData(stream, session, answer) {
      const chunks: Buffer[] = [];
      const number = mailbox.nextNumber();
      const { mailFrom, rcptTo } = session.envelope;
      const envelope = {
        sender: mailFrom === false ? '' : mailFrom.address,
        recipients: rcptTo.map(({ address }) => address),
      };
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (stream.sizeExceeded)
          return answer(
            Object.assign(new Error(`The message is larger than ${MAX_MESSAGE_BYTES} bytes.`), {
              responseCode: 552,
            }),
          );
        readMessage(Buffer.concat(chunks), envelope, number).then(
          (message) => {
            mailbox.add(message);
            answer(null, `kept as message ${number}`);
          },
          (error: unknown) => answer(error instanceof Error ? error : new Error(String(error))),
        );
      });
    },
  });
  const listener = await new Promise<ReturnType<typeof server.listen>>((resolve, reject) => {
    server.once('error', reject);
    const starting = server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve(starting);
    });
  });
  server.on('error', (error: Error) => mailbox.addFault(error));
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('The SMTP server has no port.');
  return {
    port: address.port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
