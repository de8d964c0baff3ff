import PostalMime, { type Address } from 'postal-mime';
import type { MailMessage } from '../smtp/message.ts';

/** A mail in the parts that services ask for. */
export interface ParsedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly replyTo: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  /** The other fields of the header. */
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly files: readonly {
    readonly filename: string;
    readonly contentType: string;
    /** Base64. */
    readonly content: string;
    /** Of an image in the text; null for an attachment. */
    readonly cid: string | null;
  }[];
}

/** Fields that a service writes from the parts, or by itself. */
const ownFields = /^(from|to|cc|bcc|reply-to|subject|date|mime-version|content-.*)$/;

/** Takes a frozen message apart. A reader that the envelope lacks is in no list. */
export async function parseMail({ raw, envelope }: MailMessage): Promise<ParsedMail> {
  const mail = await PostalMime.parse(raw, { attachmentEncoding: 'base64' });
  const open = new Set(envelope.to.map((one) => one.toLowerCase()));
  const take = (list: readonly Address[] = []): readonly string[] =>
    list.filter(({ address = '' }) => open.delete(address.toLowerCase())).map(formatMailbox);
  const [to, cc] = [take(mail.to), take(mail.cc)];
  return {
    from: mail.from === undefined ? '' : formatMailbox(mail.from),
    to,
    cc,
    bcc: [...open],
    replyTo: (mail.replyTo ?? []).map(formatMailbox),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? null,
    headers: mail.headers
      .filter(({ key }) => !ownFields.test(key))
      .map(({ originalKey, value }) => ({ name: originalKey, value })),
    files: mail.attachments.map(({ filename, mimeType, content, contentId, related }) => ({
      filename: filename ?? 'file',
      contentType: mimeType,
      content: String(content),
      cid: related === true && contentId !== undefined ? contentId.replace(/^<|>$/g, '') : null,
    })),
  };
}

/** RFC 5322 §3.4; a name with other signs than these is quoted. */
function formatMailbox({ name, address = '' }: Address): string {
  if (name === '') return address;
  const shown = /^[\p{L}\p{N} -]+$/u.test(name) ? name : `"${name.replace(/["\\]/g, '\\$&')}"`;
  return `${shown} <${address}>`;
}
