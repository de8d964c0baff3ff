import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import DKIM from 'nodemailer/lib/dkim';
import type { SMTPConnectionSendInfo } from 'nodemailer/lib/smtp-connection';
import { foldAddress } from '../../settings/addresses.ts';
import type { SmtpSettings } from '../../settings/mail-senders.ts';
import { dropPeriod } from '../../system/text.ts';
import { classifyAttempt, type SendAttempt } from '../classify-attempt.ts';
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
import type { MailMessage } from './message.ts';

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
   * @param isRepeat an earlier attempt with the same Message-ID may have been accepted
   */
  send(message: MailMessage, release: () => Promise<void>, isRepeat?: boolean): Promise<SendAttempt>;
  close(): void;
}

/** Opens a sender; `late` aborts the current message. */
export function openSender(smtp: SmtpSettings, late?: AbortSignal): Sender {
  let connection = openConnection(smtp, late);
  return {
    async send({ raw, envelope }, release) {
      const message = { raw: await signMessage(raw, smtp), envelope };
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

/** RFC 8058 §4 wants the last two of a signature; nodemailer signs the first one alone by default. */
const signedFields =
  'From:Reply-To:Subject:Date:Message-ID:To:Cc:MIME-Version:Content-Type:In-Reply-To:References:List-ID:Auto-Submitted:List-Unsubscribe:List-Unsubscribe-Post';

/** A message with its signature, if the settings have a key (RFC 6376). Equal messages give equal bytes. */
async function signMessage(raw: Buffer, { dkim }: Pick<SmtpSettings, 'dkim'>): Promise<Buffer> {
  if (dkim === undefined) return raw;
  const { domain: domainName, selector: keySelector, privateKey } = dkim;
  const signer = new DKIM({ domainName, keySelector, privateKey, headerFieldNames: signedFields });
  return buffer(signer.sign(raw));
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
        ready ??= prepare(openSmtpConnection(connection, smtp, late));
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
