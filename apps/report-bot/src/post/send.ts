import type { SendMailOptions } from 'nodemailer';
import type { SmtpSettings } from '../settings/settings.ts';
import { bodyGate, type Gate } from './gate.ts';
import { type Attempt, classify, serverFault } from './outcome.ts';
import { serverName, smtpTransport } from './transport.ts';

/** RFC 5321 §4.5.3.2.1 to 3 give the greeting, MAIL and RCPT five minutes each; before the body a new attempt costs nothing. */
const beforeBodyMs = 300_000;

/** Sends messages one after another over one connection, which opens with the first of them. */
export interface Sender {
  /**
   * `release` runs before the first body byte leaves. Before that it takes five minutes at most; after it the server has
   * ten minutes for its answer. Never rejects.
   */
  send(message: SendMailOptions, release: () => Promise<void>): Promise<Attempt>;
  close(): void;
}

/** Opens a sender; `late` ends what it sends at once. */
export function openSender(smtp: SmtpSettings, late?: AbortSignal): Sender {
  let connection = openConnection(smtp, late);
  return {
    async send(message, release) {
      const { attempt, reused, released } = await connection.send(message, release);
      if (!reused || attempt.scope !== 'server') return attempt;
      // Only a new connection tells whether the server is at fault, or closed the old one between two mails.
      connection.close();
      connection = openConnection(smtp, late);
      if (released || late?.aborted === true) return attempt;
      return (await connection.send(message, release)).attempt;
    },
    close: () => connection.close(),
  };
}

/** Sends one message over a connection of its own, as {@link Sender.send} does. */
export async function sendMail(
  smtp: SmtpSettings,
  message: SendMailOptions,
  release: () => Promise<void>,
  late?: AbortSignal,
): Promise<Attempt> {
  const sender = openSender(smtp, late);
  try {
    return await sender.send(message, release);
  } finally {
    sender.close();
  }
}

function openConnection(smtp: SmtpSettings, late?: AbortSignal) {
  const server = serverName(smtp);
  const transport = smtpTransport(smtp);
  let gate: Gate | null = null;
  let sent = 0;
  transport.use('stream', (mail, done) => {
    if (gate === null) throw new Error('A message was sent without its gate.');
    gate.plugin(mail, done);
  });
  const attemptOf = async (message: SendMailOptions, release: () => Promise<void>): Promise<Attempt> => {
    const slow = new AbortController();
    const limit = setTimeout(() => slow.abort(), beforeBodyMs);
    let withheld: Error | null = null;
    const own = bodyGate(async () => {
      try {
        await release();
      } catch (thrown) {
        withheld = thrown as Error;
        throw thrown;
      }
      clearTimeout(limit);
    });
    gate = own;
    try {
      const signal = late === undefined ? slow.signal : AbortSignal.any([slow.signal, late]);
      const info = await transport.sendMail({ ...message, signal });
      return { state: 'sent', smtpCode: Number(info.response.slice(0, 3)), reason: null, scope: 'recipient' };
    } catch (thrown) {
      if (late?.aborted === true) return stopped(own.released());
      if (withheld !== null)
        return serverFault(`the ledger did not let the message leave: ${reasonOf(withheld)}`);
      if (slow.signal.aborted)
        return serverFault(`the mail server ${server} did not ask for the message within five minutes`);
      return classify(thrown, own.released(), server);
    } finally {
      clearTimeout(limit);
    }
  };
  return {
    async send(
      message: SendMailOptions,
      release: () => Promise<void>,
    ): Promise<{ readonly attempt: Attempt; readonly reused: boolean; readonly released: boolean }> {
      const reused = sent > 0;
      sent += 1;
      const attempt = await attemptOf(message, release);
      return { attempt, reused, released: gate?.released() === true };
    },
    close: () => transport.close(),
  };
}

const reasonOf = ({ message }: Error): string => message.replace(/\.$/, '');

function stopped(released: boolean): Attempt {
  return {
    state: released ? 'uncertain' : 'ready',
    smtpCode: null,
    reason: released
      ? 'the bot was stopped while it waited for the server to confirm the message; the server may have the message'
      : 'the bot was stopped before the message body was released',
    scope: 'server',
  };
}
