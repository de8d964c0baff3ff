import { SMTPServer } from 'smtp-server';
import type { Mailbox } from './mailbox.ts';
import { readMessage } from './message.ts';

/** One message at most; common relays take 25 to 35 MB. */
const LARGEST = 35 * 1024 * 1024;

export interface SmtpOptions {
  /** 0 or omitted: a free port. */
  readonly port?: number;
  /** Given: only this name and password are let in. */
  readonly auth?: { readonly user: string; readonly password: string };
}

export interface SmtpListener {
  readonly port: number;
  close(): Promise<void>;
}

/** Takes mail on 127.0.0.1 without TLS into the mailbox. Rejects with the system's error, for example EADDRINUSE. */
export async function listenForMail(
  mailbox: Mailbox,
  { port = 0, auth }: SmtpOptions,
): Promise<SmtpListener> {
  const server = new SMTPServer({
    disabledCommands: auth === undefined ? ['STARTTLS', 'AUTH'] : ['STARTTLS'],
    authOptional: auth === undefined,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    size: LARGEST,
    onAuth(given, _from, answer) {
      if (auth !== undefined && given.username === auth.user && given.password === auth.password)
        answer(null, { user: auth.user });
      else answer(new Error('The user name or the password is wrong.'));
    },
    onData(stream, { envelope: given }, answer) {
      const chunks: Buffer[] = [];
      const number = mailbox.next();
      const { mailFrom, rcptTo } = given;
      const envelope = {
        sender: mailFrom === false ? '' : mailFrom.address,
        recipients: rcptTo.map(({ address }) => address),
      };
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (stream.sizeExceeded)
          return answer(
            Object.assign(new Error(`The message is larger than ${LARGEST} bytes.`), { responseCode: 552 }),
          );
        readMessage(Buffer.concat(chunks), envelope, number, Date.now()).then(
          (message) => {
            mailbox.keep(message);
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
  server.on('error', (error: Error) => mailbox.noteFault(error));
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('The SMTP server has no port.');
  return {
    port: address.port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
