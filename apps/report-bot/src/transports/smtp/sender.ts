import { Readable } from 'node:stream';
import type { SMTPConnectionSendInfo } from 'nodemailer/lib/smtp-connection';
import { foldAddress } from '../../settings/addresses.ts';
import type { Copies, SmtpSettings } from '../../settings/settings.ts';
import { dropPeriod } from '../../system/text.ts';
import { classifyAttempt, type SendAttempt } from '../classify-attempt.ts';
import type { FrozenMessage, Transport } from '../transport.ts';
import {
  callSmtp,
  classifySmtpFault,
  createServerFault,
  createSmtpConnection,
  findUtf8Refusal,
  formatServerName,
  isResettable,
  openSmtpConnection,
  toSentAttempt,
} from './connection.ts';
import { createMessage, type MailMessage } from './message.ts';
import { selectSender } from './unsubscribe.ts';

/** RFC 5321 §4.5.3.2.1 to 3 allow five minutes each for greeting, MAIL and RCPT. Before the body a retry is free. */
const maxMsBeforeBody = 300_000;

/** RFC 5321 §4.5.3.2.6: the reply to the final dot may take ten minutes. A shorter limit sends twice. */
const maxMsAfterDot = 600_000;

const maxMessages = 100;

/** Sends messages one after another over one connection, which opens with the first. The ledger retries. */
export interface Sender {
  /**
   * `release` runs before the first body byte, within five minutes. After it the server has ten minutes to take the body,
   * and then ten to answer; an unfinished reply extends none of them.
   * Never rejects.
   */
  send(message: MailMessage, release: () => Promise<void>): Promise<SendAttempt>;
  close(): void;
}

/** Opens a sender; `late` aborts the current message. */
export function openSender(smtp: SmtpSettings, late?: AbortSignal): Sender {
  let connection = openConnection(smtp, late);
  return {
    async send(message, release) {
      if (!connection.isUsable()) {
        connection.close();
        connection = openConnection(smtp, late);
      }
      const reused = connection.isUsed();
      const { attempt, released } = await connection.send(message, release);
      if (!reused || attempt.scope !== 'server' || released || late?.aborted === true) return attempt;
      // Only a new connection shows whether the server is at fault or closed an idle connection.
      connection.close();
      connection = openConnection(smtp, late);
      return (await connection.send(message, release)).attempt;
    },
    close: () => connection.close(),
  };
}

/** Sends the mails of digests over one connection, as {@link openSender} does. */
export function openSmtpTransport(smtp: SmtpSettings, late: AbortSignal): Transport {
  const sender = openSender(smtp, late);
  return {
    send({ digest, body, readers, messageId, scheduleId }, release) {
      const fields = { ...selectSender(smtp, readers, digest.recipient), scheduleId, messageId };
      const message = createMessage(digest, body, fields);
      const kept = dropGoneCopies(digest, readers);
      const { envelope } = kept === digest ? message : createMessage(kept, body, fields);
      return sender.send({ ...message, envelope }, release);
    },
    close: () => sender.close(),
  };
}

/** A digest without copies to addresses that left the settings. The message's header keeps them: repeats have equal bytes. */
function dropGoneCopies(
  digest: FrozenMessage['digest'],
  { copies: { cc, bcc } }: FrozenMessage['readers'],
): FrozenMessage['digest'] {
  if (digest.copies === null) return digest;
  const kept = new Set([...cc, ...bcc].map(foldAddress));
  const frozen = JSON.parse(digest.copies) as Copies;
  const drop = (addresses: readonly string[]) =>
    addresses.filter((address) => kept.has(foldAddress(address)));
  return { ...digest, copies: JSON.stringify({ cc: drop(frozen.cc), bcc: drop(frozen.bcc) }) };
}

/** Sends one message over its own connection, as {@link Sender.send} does. */
export async function sendMail(
  smtp: SmtpSettings,
  message: MailMessage,
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
  const connection = createSmtpConnection(smtp);
  const stop = (): void => connection.close();
  late?.addEventListener('abort', stop);
  connection.once('end', () => late?.removeEventListener('abort', stop));
  let ready: Promise<unknown> | null = null;
  let sent = 0;
  const prepare = (call: Promise<unknown>): Promise<unknown> => {
    // The next message meets the error.
    call.catch(stop);
    return call;
  };
  return {
    isUsed: () => sent > 0,
    isUsable: () => !connection.destroyed && sent < maxMessages,
    close: stop,
    async send(
      { raw, envelope }: MailMessage,
      release: () => Promise<void>,
    ): Promise<{ readonly attempt: SendAttempt; readonly released: boolean }> {
      sent += 1;
      let released = false;
      let slow = false;
      let releaseError: Error | null = null;
      let isOver = false;
      let timer: NodeJS.Timeout | undefined;
      const restartTimer = (ms: number): void => {
        clearTimeout(timer);
        if (isOver) return;
        timer = setTimeout(() => {
          slow = true;
          stop();
        }, ms);
      };
      restartTimer(maxMsBeforeBody);
      /** nodemailer reads the first byte only after the server's 354; if `release` throws, nothing leaves. */
      async function* body(): AsyncGenerator<Buffer> {
        try {
          await release();
        } catch (thrown) {
          releaseError = thrown as Error;
          throw thrown;
        }
        released = true;
        restartTimer(maxMsAfterDot);
        yield raw;
        restartTimer(maxMsAfterDot);
      }
      const classify = (thrown: unknown): SendAttempt => {
        if (late?.aborted === true) return createStoppedAttempt(released);
        if (releaseError !== null)
          return createServerFault(`the ledger did not let the message leave: ${trimReason(releaseError)}`);
        if (slow && !released)
          return createServerFault(
            `the mail server ${server} did not ask for the message within five minutes`,
          );
        const hasOwnSender = foldAddress(String(envelope.from)) !== foldAddress(smtp.from);
        return classifySmtpFault(slow ? { code: 'ETIMEDOUT' } : thrown, { released, server, hasOwnSender });
      };
      try {
        if (late?.aborted === true) stop();
        ready ??= prepare(openSmtpConnection(connection, smtp));
        await ready;
        const refusal = findUtf8Refusal(connection, envelope, server);
        if (refusal !== null) return { attempt: refusal, released };
        const stream = Readable.from(body(), { objectMode: false });
        // nodemailer writes into the envelope.
        const info = await callSmtp<SMTPConnectionSendInfo>(connection, (done) =>
          connection.send({ ...envelope }, stream, done),
        );
        const attempt = toSentAttempt(info.response, envelope.to[0], info.rejectedErrors ?? []);
        return { attempt, released };
      } catch (thrown) {
        if (isResettable(connection, thrown))
          ready = prepare(callSmtp(connection, (done) => connection.reset(done)));
        else stop();
        return { attempt: classify(thrown), released };
      } finally {
        isOver = true;
        clearTimeout(timer);
      }
    },
  };
}

const trimReason = ({ message }: Error): string => dropPeriod(message);

const createStoppedAttempt = (released: boolean): SendAttempt =>
  classifyAttempt({
    answer: 'none',
    released,
    reason: released
      ? 'the bot was stopped while it waited for the server to confirm the message; the server may have the message'
      : 'the bot was stopped before the message body was released',
    scope: 'server',
  });
