import MimeNode from 'nodemailer/lib/mime-node';
import type { MailBody } from '../../message/body.ts';
import { extractAddress } from '../../settings/addresses.ts';
import type { Copies } from '../../settings/settings.ts';
import { parseInserts } from '../../store/bodies.ts';
import type { DigestRow } from '../../store/tables.ts';
import { createStableId } from '../../system/text.ts';
import { fillMimeBody, toMimeBody } from './mime.ts';
import { createUnsubscribeHeaders, type SenderSettings } from './unsubscribe.ts';

export interface MessageEnvelope extends SenderSettings {
  readonly scheduleId: string;
  readonly messageId: string;
}

export interface MailMessage {
  readonly raw: Buffer;
  readonly envelope: ReturnType<MimeNode['getEnvelope']>;
}

/**
 * A stable Message-ID, or the id of a channel's message where `from` is null: a resend has the same one. No other ledger
 * creates it, even with schedules of the same ids.
 */
export function createMessageId(
  ledgerKey: string,
  scheduleId: string,
  week: string,
  recipientHash: string,
  from: string | null,
): string {
  const id = createStableId('message', ledgerKey, scheduleId, week, recipientHash);
  return from === null ? `msg_${id}` : `<${id}@${extractDomain(from)}>`;
}

/**
 * Builds the message of a frozen digest: the bytes that are transmitted, before the dots that SMTP doubles (RFC 5321
 * §4.5.2), and the addresses. The bytes never name a blind copy. Date, Message-ID and boundary come from the ledger, so
 * two builds have equal bytes.
 * Headers: RFC 2369 List-Unsubscribe, RFC 8058 List-Unsubscribe-Post, RFC 2919 List-ID, RFC 3834 Auto-Submitted.
 */
export function createMessage(digest: DigestRow, body: MailBody, envelope: MessageEnvelope): MailMessage {
  const mime = toMimeBody(body);
  const root = new MimeNode(mime.contentType, { baseBoundary: digest.id }).setHeader({
    ...createUnsubscribeHeaders(digest, envelope.scheduleId, envelope),
    'List-ID': `<${envelope.scheduleId}.answershare.${extractDomain(envelope.from)}>`,
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    From: envelope.from,
    ...(envelope.replyTo === undefined ? {} : { 'Reply-To': envelope.replyTo }),
    To:
      digest.recipient_name === null
        ? digest.recipient
        : { name: digest.recipient_name, address: digest.recipient },
    ...(digest.copies === null ? {} : toCopyFields(JSON.parse(digest.copies))),
    Subject: digest.subject,
    'Message-ID': envelope.messageId,
    Date: digest.composed_at,
  });
  const head = Buffer.from(`${root.buildHeaders()}\r\n\r\n`);
  return {
    raw: Buffer.concat([head, ...fillMimeBody(mime, parseInserts(digest))]),
    envelope: root.getEnvelope(),
  };
}

const toCopyFields = ({ cc, bcc }: Copies) => ({ Cc: [...cc], Bcc: [...bcc] });

export function extractDomain(from: string): string {
  return extractAddress(from).split('@').at(-1) ?? 'localhost';
}
