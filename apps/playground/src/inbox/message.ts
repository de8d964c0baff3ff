import PostalMime, { type Email } from 'postal-mime';

/** One kept message. `raw` is the bytes as they came over SMTP. */
export interface Message {
  /** Counts from 1 in the order of arrival. */
  readonly number: number;
  /** ms since epoch: when the inbox had taken it. */
  readonly receivedAt: number;
  /** The addresses of the SMTP envelope. */
  readonly sender: string;
  readonly recipients: readonly string[];
  readonly subject: string;
  readonly html: string | null;
  readonly text: string | null;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly attachments: readonly Part[];
  readonly raw: Buffer;
}

export interface Part {
  readonly cid: string | null;
  readonly filename: string | null;
  readonly contentType: string;
  readonly content: Uint8Array;
}

export interface Envelope {
  readonly sender: string;
  readonly recipients: readonly string[];
}

/** Reads a raw message. Names of headers keep the spelling they came with. */
export async function readMessage(
  raw: Buffer,
  { sender, recipients }: Envelope,
  number: number,
  receivedAt: number,
): Promise<Message> {
  const email: Email = await PostalMime.parse(raw);
  return {
    number,
    receivedAt,
    sender,
    recipients,
    subject: email.subject ?? '(no subject)',
    html: email.html ?? null,
    text: email.text ?? null,
    headers: email.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    attachments: email.attachments.map(({ contentId, filename, mimeType, content }) => ({
      cid: contentId?.replace(/^<|>$/g, '') ?? null,
      filename,
      contentType: mimeType,
      content: bytesOf(content),
    })),
    raw,
  };
}

function bytesOf(content: ArrayBuffer | Uint8Array | string): Uint8Array {
  if (typeof content === 'string') return Buffer.from(content);
  return content instanceof Uint8Array ? content : new Uint8Array(content);
}

/** The HTML part with pictures that the message carries put in as `data:` addresses, so that it stands alone. */
export function standaloneHtml({ html, attachments }: Message): string | null {
  if (html === null) return null;
  return html.replace(/(["'(])cid:([^"')]+)/gi, (whole, before: string, cid: string) => {
    const part = attachments.find((attachment) => attachment.cid === cid);
    if (part === undefined) return whole;
    return `${before}data:${part.contentType};base64,${Buffer.from(part.content).toString('base64')}`;
  });
}
