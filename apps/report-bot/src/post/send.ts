import type { SendMailOptions } from 'nodemailer';
import type { SmtpSettings } from '../settings/settings.ts';
import { bodyGate } from './gate.ts';
import { type Attempt, classify, serverFault } from './outcome.ts';
import { serverName, smtpTransport } from './transport.ts';

/** RFC 5321 §4.5.3.2.1 to 3 give the greeting, MAIL and RCPT five minutes each; before the body a new attempt costs nothing. */
const beforeBodyMs = 300_000;

/**
 * Sends one message over a connection of its own; `release` runs before the first body byte leaves. Before that it takes
 * five minutes at most; after it the server has ten minutes for its answer. `late` ends it at once. Never rejects.
 */
export async function sendMail(
  smtp: SmtpSettings,
  message: SendMailOptions,
  release: () => Promise<void>,
  late?: AbortSignal,
): Promise<Attempt> {
  const server = serverName(smtp);
  const transport = smtpTransport(smtp);
  const slow = new AbortController();
  const limit = setTimeout(() => slow.abort(), beforeBodyMs);
  let withheld: Error | null = null;
  const gate = bodyGate(async () => {
    try {
      await release();
    } catch (thrown) {
      withheld = thrown as Error;
      throw thrown;
    }
    clearTimeout(limit);
  });
  transport.use('stream', (mail, done) => gate.plugin(mail, done));
  try {
    const signal = late === undefined ? slow.signal : AbortSignal.any([slow.signal, late]);
    const info = await transport.sendMail({ ...message, signal });
    return { state: 'sent', smtpCode: Number(info.response.slice(0, 3)), reason: null, scope: 'recipient' };
  } catch (thrown) {
    if (late?.aborted === true) return stopped(gate.released());
    if (withheld !== null)
      return serverFault(`the ledger did not let the message leave: ${reasonOf(withheld)}`);
    if (slow.signal.aborted)
      return serverFault(`the mail server ${server} did not ask for the message within five minutes`);
    return classify(thrown, gate.released(), server);
  } finally {
    clearTimeout(limit);
    transport.close();
  }
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
