import { Readable } from 'node:stream';
import type { MailMessage, SendMailOptions } from 'nodemailer';
import type { SmtpSettings } from '../settings/settings.ts';
import {
  classifySmtpFault,
  createServerFault,
  createSmtpTransport,
  formatServerName,
  type SendAttempt,
  toSentAttempt,
} from './smtp.ts';

/** Holds a message body back until the ledger permits it. */
interface BodyGate {
  /** True once `release` has succeeded: body bytes may have left. */
  released(): boolean;
  /** For nodemailer's `stream` step. */
  plugin(mail: MailMessage, done: () => void): void;
}

/**
 * A gate at the end of a message's byte stream. nodemailer reads the first byte only after the server's 354. So
 * `release` runs after RCPT and before the first body byte; if it throws, nothing leaves. The whole body leaves in one
 * write: hundreds of small ones cost more than its encoding.
 */
function createBodyGate(release: () => Promise<void>): BodyGate {
  let released = false;
  return {
    released: () => released,
    plugin: (mail, done) => {
      mail.message.processFunc((input) => {
        async function* body(): AsyncGenerator<Uint8Array> {
          const bytes = Buffer.concat((await input.toArray()) as Uint8Array[]);
          await release();
          released = true;
          yield bytes;
        }
        return Readable.from(body(), { objectMode: false });
      });
      done();
    },
  };
}

/** RFC 5321 §4.5.3.2.1 to 3 allow five minutes each for greeting, MAIL and RCPT. Before the body a retry is free. */
const maxMsBeforeBody = 300_000;

/** Sends messages one after another over one connection, which opens with the first. */
export interface Sender {
  /**
   * `release` runs before the first body byte, within five minutes. After it the server has ten minutes to answer.
   * Never rejects.
   */
  send(message: SendMailOptions, release: () => Promise<void>): Promise<SendAttempt>;
  close(): void;
}

/** Opens a sender; `late` aborts the current message. */
export function openSender(smtp: SmtpSettings, late?: AbortSignal): Sender {
  let connection = openConnection(smtp, late);
  return {
    async send(message, release) {
      const { attempt, reused, released } = await connection.send(message, release);
      if (!reused || attempt.scope !== 'server') return attempt;
      // Only a new connection shows whether the server is at fault or closed an idle connection.
      connection.close();
      connection = openConnection(smtp, late);
      if (released || late?.aborted === true) return attempt;
      return (await connection.send(message, release)).attempt;
    },
    close: () => connection.close(),
  };
}

/** Sends one message over its own connection, as {@link Sender.send} does. */
export async function sendMail(
  smtp: SmtpSettings,
  message: SendMailOptions,
  release: () => Promise<void>,
  late?: AbortSignal,
): Promise<SendAttempt> {
  const sender = openSender(smtp, late);
  try {
    return await sender.send(message, release);
  } finally {
    sender.close();
  }
}

function openConnection(smtp: SmtpSettings, late?: AbortSignal) {
  const server = formatServerName(smtp);
  const transport = createSmtpTransport(smtp);
  let gate: BodyGate | null = null;
  let sent = 0;
  transport.use('stream', (mail, done) => {
    if (gate === null) throw new Error('A message was sent without its gate.');
    gate.plugin(mail, done);
  });
  const attemptOf = async (message: SendMailOptions, release: () => Promise<void>): Promise<SendAttempt> => {
    const slow = new AbortController();
    const limit = setTimeout(() => slow.abort(), maxMsBeforeBody);
    let releaseError: Error | null = null;
    const own = createBodyGate(async () => {
      try {
        await release();
      } catch (thrown) {
        releaseError = thrown as Error;
        throw thrown;
      }
      clearTimeout(limit);
    });
    gate = own;
    try {
      const signal = late === undefined ? slow.signal : AbortSignal.any([slow.signal, late]);
      const info = await transport.sendMail({ ...message, signal });
      const [primary] = info.envelope.to;
      return toSentAttempt(Number(info.response.slice(0, 3)), primary, info.rejectedErrors ?? []);
    } catch (thrown) {
      if (late?.aborted === true) return createStoppedAttempt(own.released());
      if (releaseError !== null)
        return createServerFault(`the ledger did not let the message leave: ${trimReason(releaseError)}`);
      if (slow.signal.aborted)
        return createServerFault(`the mail server ${server} did not ask for the message within five minutes`);
      return classifySmtpFault(thrown, own.released(), server);
    } finally {
      clearTimeout(limit);
    }
  };
  return {
    async send(
      message: SendMailOptions,
      release: () => Promise<void>,
    ): Promise<{ readonly attempt: SendAttempt; readonly reused: boolean; readonly released: boolean }> {
      const reused = sent > 0;
      sent += 1;
      const attempt = await attemptOf(message, release);
      return { attempt, reused, released: gate?.released() === true };
    },
    close: () => transport.close(),
  };
}

const trimReason = ({ message }: Error): string => message.replace(/\.$/, '');

function createStoppedAttempt(released: boolean): SendAttempt {
  return {
    state: released ? 'uncertain' : 'ready',
    smtpCode: null,
    reason: released
      ? 'the bot was stopped while it waited for the server to confirm the message; the server may have the message'
      : 'the bot was stopped before the message body was released',
    scope: 'server',
  };
}
