/** One webhook request as it came in. */
export interface WebhookDelivery {
  /** Names in any case; a header that came twice is joined by `, ` (RFC 9110 §5.3). */
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes of the body before any parser saw them. */
  readonly body: Uint8Array;
  /** The address as the sender called it; only schemes that sign it need it. */
  readonly url?: string;
}

/** HMAC-SHA256 (RFC 2104) of the host: 32 bytes. */
export type ComputeHmac = (key: Uint8Array, data: Uint8Array) => Uint8Array;

/** Three signatures in base64 have 200 characters; servers take 8 KB of all headers or more (RFC 9110 §5.4). */
const longestValue = 4_096;

/** The value of a header, whatever the case of its name; null where it is absent, empty or too long to be parsed. */
export function headerOf(headers: WebhookDelivery['headers'], name: string): string | null {
  const wanted = name.toLowerCase();
  const values = Object.keys(headers)
    .filter((spelled) => spelled.toLowerCase() === wanted)
    .map((spelled) => (headers[spelled] ?? '').trim())
    .filter((value) => value !== '');
  const value = values.join(', ');
  return value === '' || value.length > longestValue ? null : value;
}

const mostHeaders = 100;
const longestName = 256;

/** A delivery with so many headers as a capture honestly has, each of a length that can be parsed. */
export function withFewHeaders(delivery: WebhookDelivery): WebhookDelivery {
  const headers: Record<string, string> = {};
  const names = Object.keys(delivery.headers).filter((name) => name.length <= longestName);
  for (const name of names.slice(0, mostHeaders)) {
    const value = delivery.headers[name] ?? '';
    if (value.length <= longestValue) headers[name] = value;
  }
  return { ...delivery, headers };
}
