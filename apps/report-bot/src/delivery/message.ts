import { createTransport, type SendMailOptions } from 'nodemailer';
import type { MailImage } from '../mail/chart.ts';
import type { Copies } from '../settings/settings.ts';
import type { DigestRow } from '../store/tables.ts';
import { createStableId } from '../system/text.ts';
import { createUnsubscribeHeaders, extractAddress, type SenderSettings } from './unsubscribe.ts';

/** The fields of a message that are not frozen. */
export interface MessageEnvelope extends SenderSettings {
  readonly scheduleId: string;
  readonly messageId: string;
}

/**
 * The bytes of a message as they are transmitted, before the dots that SMTP doubles (RFC 5321 section 4.5.2). They never
 * name a blind copy, which is in the envelope alone.
 */
export async function renderMime(
  digest: DigestRow,
  images: readonly MailImage[],
  envelope: MessageEnvelope,
): Promise<Buffer> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { bcc: _, ...visible } = createMessage(digest, images, envelope);
  const { message } = await transport.sendMail(visible);
  if (!Buffer.isBuffer(message)) throw new Error('a buffered transport returned a stream');
  return message;
}

/** A stable Message-ID: a resend has the same one. */
export function createMessageId(
  scheduleId: string,
  week: string,
  recipientHash: string,
  from: string,
): string {
  return `<${createStableId('message', scheduleId, week, recipientHash)}@${extractDomain(from)}>`;
}

/**
 * Builds the message of a frozen digest. Date, Message-ID and boundary come from the ledger, so two builds have
 * equal bytes.
 * Headers: RFC 2369 List-Unsubscribe, RFC 8058 List-Unsubscribe-Post, RFC 2919 List-ID, RFC 3834 Auto-Submitted.
 */
export function createMessage(
  digest: DigestRow,
  images: readonly MailImage[],
  envelope: MessageEnvelope,
): SendMailOptions {
  return {
    from: envelope.from,
    to:
      digest.recipient_name === null
        ? digest.recipient
        : { name: digest.recipient_name, address: digest.recipient },
    ...(digest.copies === null ? {} : toAddresses(JSON.parse(digest.copies))),
    subject: digest.subject,
    html: digest.html,
    text: digest.text,
    attachments: images.map((image) => ({ cid: image.cid, raw: toMimePart(image) })),
    messageId: envelope.messageId,
    date: digest.composed_at,
    baseBoundary: digest.id,
    headers: {
      ...createUnsubscribeHeaders(digest, envelope.scheduleId, envelope),
      'List-ID': `<${envelope.scheduleId}.answershare.${extractDomain(envelope.from)}>`,
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

const toAddresses = ({ cc, bcc }: Copies): Pick<SendMailOptions, 'cc' | 'bcc'> => ({
  cc: [...cc],
  bcc: [...bcc],
});

const mimeParts = new WeakMap<MailImage, string>();

/** The part of an image, encoded once for all mails (RFC 2045 §6.8, RFC 2392). */
function toMimePart(image: MailImage): string {
  const { cid, filename, contentType, content } = image;
  const known = mimeParts.get(image);
  if (known !== undefined) return known;
  const part = [
    `Content-Type: ${contentType}; name=${filename}`,
    `Content-ID: <${cid}>`,
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: inline; filename=${filename}`,
    '',
    ...(Buffer.from(content)
      .toString('base64')
      .match(/.{1,76}/g) ?? []),
  ].join('\r\n');
  mimeParts.set(image, part);
  return part;
}

function extractDomain(from: string): string {
  return extractAddress(from).split('@').at(-1) ?? 'localhost';
}
