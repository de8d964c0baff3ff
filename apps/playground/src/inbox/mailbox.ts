import PostalMime, { type Email } from 'postal-mime';

/** `raw` holds the bytes received over SMTP. */
export interface InboxMessage {
  /** From 1, in order of arrival. */
  readonly number: number;
  /** The header Date, epoch milliseconds; null without a date. */
  readonly sentAt: number | null;
  /** The header From with its name, else the sender of the SMTP envelope. */
  readonly from: string;
  /** The addresses of the SMTP envelope. */
  readonly recipients: readonly string[];
  readonly subject: string;
  readonly html: string | null;
  readonly text: string | null;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly attachments: readonly MessagePart[];
  readonly raw: Buffer;
}

interface MessagePart {
  readonly cid: string | null;
  readonly contentType: string;
  readonly content: Uint8Array;
}

export interface SmtpEnvelope {
  readonly sender: string;
  readonly recipients: readonly string[];
}

/** Parses a raw message. Header names keep their spelling. */
export async function readMessage(
  raw: Buffer,
  { sender, recipients }: SmtpEnvelope,
  number: number,
): Promise<InboxMessage> {
  const email: Email = await PostalMime.parse(raw);
  const sentAt = Date.parse(email.date ?? '');
  const { name = '', address = sender } = email.from ?? {};
  return {
    number,
    sentAt: Number.isNaN(sentAt) ? null : sentAt,
    from: name === '' ? address : `${name} <${address}>`,
    recipients,
    subject: email.subject ?? '(no subject)',
    html: email.html ?? null,
    text: email.text ?? null,
    headers: email.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    attachments: email.attachments.map(({ contentId, mimeType, content }) => ({
      cid: contentId?.replace(/^<|>$/g, '') ?? null,
      contentType: mimeType,
      content: toBytes(content),
    })),
    raw,
  };
}

function toBytes(content: ArrayBuffer | Uint8Array | string): Uint8Array {
  if (typeof content === 'string') return Buffer.from(content);
  return content instanceof Uint8Array ? content : new Uint8Array(content);
}

/** The HTML part with attached images as `data:` URLs. */
export function inlineImages({ html, attachments }: InboxMessage): string | null {
  if (html === null) return null;
  return html.replace(/(["'(])cid:([^"')]+)/gi, (whole, before: string, cid: string) => {
    const part = attachments.find((attachment) => attachment.cid === cid);
    if (part === undefined) return whole;
    return `${before}data:${part.contentType};base64,${Buffer.from(part.content).toString('base64')}`;
  });
}

/** The HTML part as clients show it that load no images: alternative texts instead of them. */
export function removeImages({ html }: InboxMessage): string | null {
  return html?.replace(/\bsrc\s*=\s*(["'])(?:cid|https?|data):[^"']*\1/gi, '') ?? null;
}

export class Mailbox {
  readonly #messages: InboxMessage[] = [];
  readonly #faults: string[] = [];
  readonly #waiting = new Set<() => void>();
  readonly #onMessage: (message: InboxMessage) => void;
  #arrived = 0;
  #open = true;

  constructor(onMessage: (message: InboxMessage) => void = () => undefined) {
    this.#onMessage = onMessage;
  }

  nextNumber(): number {
    return ++this.#arrived;
  }

  add(message: InboxMessage): void {
    this.#messages.push(message);
    this.#messages.sort((one, other) => one.number - other.number);
    this.#onMessage(message);
    this.#wake();
  }

  /** Records a failed connection; its message was refused. */
  addFault(error: Error): void {
    this.#faults.push(error.message);
  }

  faults(): readonly string[] {
    return [...this.#faults];
  }

  all(): readonly InboxMessage[] {
    return [...this.#messages];
  }

  /** Resolves with all messages once there are `count`. Rejects if the inbox closes before. */
  async waitFor(count: number): Promise<readonly InboxMessage[]> {
    while (this.#messages.length < count) {
      if (!this.#open)
        throw new Error(`The inbox was closed with ${this.#messages.length} of ${count} messages.`);
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
    return this.all();
  }

  close(): void {
    this.#open = false;
    this.#wake();
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}
