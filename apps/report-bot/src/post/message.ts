import type { SendMailOptions } from 'nodemailer';
import { stableId } from '../stable-id.ts';
import type { DigestRow } from '../store/tables.ts';

/** What a message needs beside its frozen content. */
export interface Envelope {
  /** The configured sender, `Answershare <digest@example.com>`. */
  readonly from: string;
  readonly scheduleId: string;
  readonly messageId: string;
}

/** The stable Message-ID of a schedule, a week and a recipient; a resend carries the same. */
export function messageIdOf(scheduleId: string, week: string, recipientHash: string, from: string): string {
  return `<${stableId('message', scheduleId, week, recipientHash)}@${domainOf(from)}>`;
}

/** Where a recipient writes to leave: the sender's own mailbox (this bot has no public address for one click). */
export function unsubscribeOf(scheduleId: string, from: string): string {
  return `mailto:${addressOf(from)}?subject=${encodeURIComponent(`unsubscribe ${scheduleId}`)}`;
}

/**
 * The message of a frozen digest. Date, Message-ID and boundary come from the ledger, so two builds are the same bytes.
 * Headers: RFC 2369 List-Unsubscribe, RFC 2919 List-ID, RFC 3834 Auto-Submitted.
 */
export function messageOf(digest: DigestRow, envelope: Envelope): SendMailOptions {
  const parts = JSON.parse(digest.attachments) as {
    cid: string;
    filename: string;
    contentType: string;
    content: string;
  }[];
  return {
    from: envelope.from,
    to:
      digest.recipient_name === null
        ? digest.recipient
        : { name: digest.recipient_name, address: digest.recipient },
    subject: digest.subject,
    html: digest.html,
    text: digest.text,
    attachments: parts.map((part) => ({
      cid: part.cid,
      filename: part.filename,
      contentType: part.contentType,
      contentDisposition: 'inline',
      content: Buffer.from(part.content, 'base64'),
    })),
    messageId: envelope.messageId,
    date: digest.composed_at,
    baseBoundary: digest.id,
    headers: {
      'List-Unsubscribe': { prepared: true, value: `<${unsubscribeOf(envelope.scheduleId, envelope.from)}>` },
      'List-ID': `<${envelope.scheduleId}.answershare.${domainOf(envelope.from)}>`,
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** The bare address of a sender. */
export function addressOf(from: string): string {
  return /<([^<>\s]+)>/.exec(from)?.[1] ?? from.trim();
}

function domainOf(from: string): string {
  return addressOf(from).split('@').at(-1) ?? 'localhost';
}
