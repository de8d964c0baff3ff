import type { SMTPServerOptions } from 'smtp-server';
import { openSmtpServer } from '../support/smtp-server.ts';

export const mailBehaviours = [
  'greeting',
  'login',
  'login in base64',
  'sender',
  'recipient',
  'body',
  'taken',
] as const;
type MailBehaviour = (typeof mailBehaviours)[number];

export interface HostileMailServer {
  readonly port: number;
  /** The messages as they came. */
  readonly received: string[];
  behave(behaviour: MailBehaviour): void;
  close(): Promise<void>;
}

/** A mail server that gives user and password back wherever it may say something, refusing for the moment only. */
export async function openHostileMailServer(secrets: () => readonly string[]): Promise<HostileMailServer> {
  let behaviour: MailBehaviour = 'taken';
  const received: string[] = [];
  const plain = (): string => secrets().join(' ');
  const base64 = (): string =>
    [`\0${secrets().join('\0')}`, ...secrets()].map((one) => Buffer.from(one).toString('base64')).join(' ');
  const fault = (responseCode: number, text: string): Error =>
    Object.assign(new Error(text), { responseCode });
  const onlyWhen =
    (wanted: MailBehaviour, code: number) =>
    (_given: unknown, _session: unknown, done: (error?: Error | null) => void): void =>
      done(behaviour === wanted ? fault(code, `${plain()} ${base64()}`) : null);
  const options: SMTPServerOptions = {
    onConnect: (session, done) => onlyWhen('greeting', 421)(null, session, done),
    onAuth: (_login, _session, done) => {
      if (behaviour === 'login') done(fault(535, `wrong: ${plain()}`));
      else if (behaviour === 'login in base64') done(fault(535, `wrong: AUTH PLAIN ${base64()}`));
      else done(null, { user: 'bot' });
    },
    onMailFrom: onlyWhen('sender', 450),
    onRcptTo: onlyWhen('recipient', 450),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (behaviour === 'taken') received.push(Buffer.concat(chunks).toString('utf8'));
        onlyWhen('body', 452)(null, session, done);
      });
    },
  };
  const smtpServer = await openSmtpServer(options);
  return {
    port: smtpServer.port,
    received,
    behave: (next) => {
      behaviour = next;
    },
    close: smtpServer.close,
  };
}
