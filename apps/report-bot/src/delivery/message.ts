import { createTransport, type SendMailOptions } from 'nodemailer';
import type { MailFile } from '../mail/chart.ts';
import type { Copies } from '../settings/settings.ts';
import type { DigestRow } from '../store/tables.ts';
import { createStableId } from '../system/text.ts';

/** The fields of a message that are not frozen. */
interface MessageEnvelope {
  /** The configured sender, `Answershare <digest@example.com>`. */
  readonly from: string;
  readonly scheduleId: string;
  readonly messageId: string;
}

/**
 * The bytes of a message as they are transmitted, before the dots that SMTP doubles (RFC 5321 section 4.5.2). They never
 * name a blind copy, which is in the envelope alone.
 */
export async function renderMime(
  digest: DigestRow,
  files: readonly MailFile[],
  envelope: MessageEnvelope,
): Promise<Buffer> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { bcc: _, ...visible } = createMessage(digest, files, envelope);
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

/** The sender's mailbox: this bot has no public address for one-click unsubscribe. */
export function createUnsubscribeUrl(scheduleId: string, from: string): string {
  return `mailto:${extractAddress(from)}?subject=${encodeURIComponent(`unsubscribe ${scheduleId}`)}`;
}

/**
 * Builds the message of a frozen digest. Date, Message-ID and boundary come from the ledger, so two builds have
 * equal bytes.
 * Headers: RFC 2369 List-Unsubscribe, RFC 2919 List-ID, RFC 3834 Auto-Submitted.
 */
export function createMessage(
  digest: DigestRow,
  files: readonly MailFile[],
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
    // A part with a Content-ID goes next to the HTML part, another one below both texts.
    attachments: files.map((file) => ({
      ...(file.disposition === 'inline' ? { cid: file.cid } : {}),
      raw: toMimePart(file),
    })),
    messageId: envelope.messageId,
    date: digest.composed_at,
    baseBoundary: digest.id,
    headers: {
      'List-Unsubscribe': {
        prepared: true,
        value: `<${createUnsubscribeUrl(envelope.scheduleId, envelope.from)}>`,
      },
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

const mimeParts = new WeakMap<MailFile, string>();

/** The part of a file, encoded once for all mails (RFC 2045 §6.8, RFC 2183, RFC 2392). */
function toMimePart(file: MailFile): string {
  const { cid, filename, contentType, content, disposition } = file;
  const known = mimeParts.get(file);
  if (known !== undefined) return known;
  const part = [
    ...(disposition === 'inline'
      ? [`Content-Type: ${contentType}; name=${filename}`, `Content-ID: <${cid}>`]
      : [`Content-Type: ${contentType};`, ` name=${filename}`]),
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: ${disposition}; filename=${filename}`,
    '',
    ...(Buffer.from(content)
      .toString('base64')
      .match(/.{1,76}/g) ?? []),
  ].join('\r\n');
  mimeParts.set(file, part);
  return part;
}

function extractAddress(from: string): string {
  return /<([^<>\s]+)>/.exec(from)?.[1] ?? from.trim();
}

function extractDomain(from: string): string {
  return extractAddress(from).split('@').at(-1) ?? 'localhost';
}
